/** The plot: how many multiply-adds a second ours and the peers reach over visible cells, and what the machine could. */
import { cases } from './cases.mjs';
import { fastest, rateOf } from './comparisons.mjs';

const panel = { width: 290, height: 250 };
const gap = 62;
const margin = { top: 84, right: 26, bottom: 92, left: 66 };

/** Okabe and Ito's colours, darker on paper, each with a sign of its own. Ours lies on top. */
const series = [
  { how: 'asItComes', label: 'best peer, as it comes', colour: 'peer', sign: 'triangle' },
  { how: 'byHand', label: 'best peer, cut into causal blocks by hand', colour: 'hand', sign: 'square' },
  { how: 'ours', label: 'Maskscope', colour: 'ours', sign: 'circle' },
];

const style = `
  svg { --ink: #1f2328; --soft: #5f6670; --line: #d9dce1; --paper: #ffffff; --ours: #0072b2; --hand: #b35900; --peer: #00795a; }
  @media (prefers-color-scheme: dark) {
    svg { --ink: #e6e8eb; --soft: #a2a9b4; --line: #3a3f47; --paper: #16181c; --ours: #56b4e9; --hand: #e69f00; --peer: #2bc79a; }
  }
  text { font: 12px system-ui, sans-serif; fill: var(--soft); font-variant-numeric: tabular-nums; }
  .title { font-size: 16px; font-weight: 600; fill: var(--ink); }
  .head { font-size: 13px; font-weight: 600; fill: var(--ink); }
  .paper { fill: var(--paper); }
  .grid { stroke: var(--line); }
  .peak { stroke: var(--soft); stroke-dasharray: 5 4; }
  .curve { fill: none; stroke-width: 2; }
  .ours { --colour: var(--ours); } .hand { --colour: var(--hand); } .peer { --colour: var(--peer); }
  .curve, .whisker { stroke: var(--colour); }
  .sign { fill: var(--colour); stroke: var(--paper); stroke-width: 1.5; }`;

const fixed = (value) => Number(value.toFixed(1));

function sign(kind, x, y) {
  const at = `${fixed(x)} ${fixed(y)}`;
  if (kind === 'circle') return `<circle class="sign" cx="${fixed(x)}" cy="${fixed(y)}" r="5"/>`;
  const path = kind === 'square' ? 'm-4.5 -4.5h9v9h-9z' : 'm0 -6l5.5 9.5h-11z';
  return `<path class="sign" d="M${at}${path}"/>`;
}

/** Round numbers from 0 to at most `largest`. */
function ticks(largest) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((size) => largest / size <= 6) ?? 500;
  return Array.from({ length: Math.floor(largest / step) + 1 }, (_, i) => i * step);
}

/** G multiply-adds a second by length, of one platform and one type. */
function pointsOf(platform, dtype, how) {
  return cases.filter(({ id }) => id.startsWith(`${dtype}-`)).flatMap((item) => {
    const found = fastest(platform, item)[how];
    if (!found) return [];
    const rate = (milliseconds) => rateOf(item, milliseconds) / 1e9;
    const { median, minimum, maximum } = found.summary;
    return [{ length: item.queries, rate: rate(median), from: rate(maximum), to: rate(minimum) }];
  });
}

function drawPanel({ platform, dtype, title }, left) {
  const curves = series.map((entry) => ({ ...entry, points: pointsOf(platform, dtype, entry.how) }));
  const lengths = [...new Set(curves.flatMap(({ points }) => points.map(({ length }) => length)))].sort((a, b) => a - b);
  const peak = platform.peak[dtype] / 1e9;
  const largest = peak * 1.08;
  const step = lengths.length > 1 ? Math.log2(lengths.at(-1) / lengths[0]) : 1;
  const x = (length) => left + 20 + (panel.width - 40) * Math.log2(length / lengths[0]) / step;
  const y = (rate) => margin.top + panel.height * (1 - rate / largest);
  const right = left + panel.width;
  const bottom = margin.top + panel.height;

  const grid = ticks(peak).map((tick) => `<line class="grid" x1="${left}" x2="${right}" y1="${fixed(y(tick))}" y2="${fixed(y(tick))}"/>
    <text x="${left - 8}" y="${fixed(y(tick) + 4)}" text-anchor="end">${tick}</text>`);
  const below = lengths.map((length) => `<text x="${fixed(x(length))}" y="${bottom + 20}" text-anchor="middle">${length}</text>`);
  const limit = `<line class="peak" x1="${left}" x2="${right}" y1="${fixed(y(peak))}" y2="${fixed(y(peak))}"/>
    <text x="${right}" y="${fixed(y(peak) - 6)}" text-anchor="end">the machine’s limit: ${peak.toFixed(1)}, ${platform.peak.target}</text>`;
  const drawn = curves.filter(({ points }) => points.length > 0).map(({ points, colour, sign: kind }) => `<g class="${colour}">
    <polyline class="curve" points="${points.map(({ length, rate }) => `${fixed(x(length))},${fixed(y(rate))}`).join(' ')}"/>
    ${points.map(({ length, from, to }) => `<line class="whisker" x1="${fixed(x(length))}" x2="${fixed(x(length))}" y1="${fixed(y(from))}" y2="${fixed(y(to))}"/>`).join('')}
    ${points.map(({ length, rate }) => sign(kind, x(length), y(rate))).join('')}</g>`);
  return `<g><text class="head" x="${left}" y="${margin.top - 22}">${title}</text>
    ${[...grid, ...below, limit, ...drawn].join('\n    ')}
    <text x="${left + panel.width / 2}" y="${bottom + 40}" text-anchor="middle">length T (queries and keys)</text></g>`;
}

function legend(top) {
  let x = margin.left;
  return series.map(({ label, colour, sign: kind }) => {
    const entry = `<g class="${colour}"><line class="curve" x1="${x}" x2="${x + 28}" y1="${top}" y2="${top}"/>
    ${sign(kind, x + 14, top)}<text x="${x + 36}" y="${top + 4}">${label}</text></g>`;
    x += 64 + label.length * 6.4;
    return entry;
  }).join('\n  ');
}

/** @param {{ platform: import('./comparisons.mjs').Platform, dtype: string, title: string }[]} panels */
export function drawPlot(panels) {
  const width = margin.left + panels.length * panel.width + (panels.length - 1) * gap + margin.right;
  const height = margin.top + panel.height + margin.bottom;
  const middle = margin.top + panel.height / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">Speed of causal attention</title>
  <desc id="description">Multiply-adds a second over visible cells by length, of Maskscope and of the best peers.</desc>
  <style>${style}</style>
  <rect class="paper" width="${width}" height="${height}"/>
  <text class="title" x="${margin.left}" y="32">Causal attention, 8 heads of width 64, one thread; higher is faster</text>
  <text x="20" y="${middle}" text-anchor="middle" transform="rotate(-90 20 ${middle})">10⁹ multiply-adds a second over visible cells</text>
  ${panels.map((entry, index) => drawPanel(entry, margin.left + index * (panel.width + gap))).join('\n  ')}
  ${legend(height - 24)}
</svg>
`;
}
