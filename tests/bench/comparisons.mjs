/** From measured times to the lines of the table. */
import { caseOf, cases, multiplyAdds } from './cases.mjs';
import { frame, growthGoal, shareGoal, speedupGoal, windowGoal } from './goals.mjs';
import { summarize } from './statistics.mjs';

/**
 * @typedef {object} Platform
 * @property {string} name
 * @property {'wasm' | 'native'} kind
 * @property {{ target: string, float32: number, float64?: number }} peak multiply-adds a second
 * @property {import('./alternate.mjs').Result[]} results
 *
 * @typedef {object} Comparison
 * @property {string} label
 * @property {import('./statistics.mjs').Summary} [ours] milliseconds
 * @property {number} [share] of the peak multiply-add rate
 * @property {string} [against]
 * @property {import('./statistics.mjs').Summary} [theirs] milliseconds
 * @property {number} [ratio] theirs to ours, or what the label says
 * @property {{ atLeast?: number, atMost?: number, met: boolean }} [goal]
 * @property {boolean} [percent] ratio and goal are shares
 * @property {string} [wrong]
 */

const atLeast = (ratio, least) => (least === undefined ? {} : { goal: { atLeast: least, met: ratio >= least } });
const atMost = (ratio, most) => ({ goal: { atMost: most, met: ratio <= most } });

function labelOf({ id, dtype, heads, queries, keys, width, window }) {
  if (id === 'tiny') return `tiny: H = ${heads}, T = ${keys}, D = ${width}`;
  if (id === 'decode') return `one query, ${keys} keys`;
  if (id === 'window') return `window of ${window}, T = ${keys}`;
  return `${dtype}, T = ${queries}`;
}

/** Of the results of a case: ours, of this case and of the one beside it, and the fastest peer as it comes and by hand. */
export function fastest(platform, item) {
  const results = platform.results.filter((result) => result.case === item.id && result.samples.length > 0)
    .map(({ samples, ...result }) => ({ ...result, summary: summarize(samples) }))
    .sort((a, b) => a.summary.median - b.summary.median);
  const first = (how) => results.find((result) => result.how === how);
  return { ours: first('ours'), beside: first('beside'), asItComes: first('as it comes'), byHand: first('by hand') };
}

/** Multiply-adds a second over visible cells. */
export const rateOf = (item, milliseconds) => multiplyAdds(item) / (milliseconds / 1000);

/** @returns {Comparison[]} */
export function comparisonsOf(platform) {
  const measured = cases.filter((item) => platform.results.some((result) => result.case === item.id));
  return [
    ...wrongResults(platform),
    ...measured.filter(({ window }) => window === Infinity).flatMap((item) => againstPeers(platform, item)),
    ...againstItself(platform, measured),
  ];
}

function wrongResults({ results }) {
  return results.filter(({ wrong }) => wrong).map((result) => ({
    label: labelOf(caseOf(result.case)), against: result.contender, wrong: result.wrong,
  }));
}

function againstPeers(platform, item) {
  const { ours, asItComes, byHand } = fastest(platform, item);
  if (!ours) return [];
  const goals = speedupGoal(platform.kind, item);
  const share = item.width === 64 ? rateOf(item, ours.summary.median) / platform.peak[item.dtype] : undefined;
  return [[asItComes, goals.asItComes], [byHand, goals.byHand]].filter(([peer]) => peer).map(([peer, least], index) => {
    const ratio = peer.summary.median / ours.summary.median;
    return {
      label: index === 0 ? labelOf(item) : '', ...(index === 0 ? { ours: ours.summary, share } : {}),
      against: peer.contender, theirs: peer.summary, ratio, ...atLeast(ratio, least),
    };
  });
}

function againstItself(platform, measured) {
  const full = measured.find(({ id }) => id === 'float32-2048');
  const ofFull = full && fastest(platform, full).ours?.summary;
  return [
    ...measured.filter(({ beside }) => beside).flatMap((item) => besideComparison(platform, item)),
    ...(ofFull ? [shareComparison(platform, full, ofFull)] : []),
  ];
}

/** A window against all keys, or a length against half of it. */
function besideComparison(platform, item) {
  const found = fastest(platform, item);
  if (!found.ours || !found.beside) return [];
  const [ours, theirs] = [found.ours.summary, found.beside.summary];
  if (Number.isFinite(item.window)) {
    const ratio = theirs.median / ours.median;
    return [{ label: labelOf(item), ours, against: 'maskscope, full causal', theirs, ratio, ...atLeast(ratio, windowGoal) }];
  }
  const ratio = ours.median / theirs.median;
  const against = `maskscope, T = ${caseOf(item.beside).queries}`;
  return [{ label: `growth: ${labelOf(item)}`, ours, against, theirs, ratio, ...atMost(ratio, growthGoal) }];
}

function shareComparison({ kind, peak }, item, ours) {
  const ratio = rateOf(item, ours.median) / peak.float32;
  return {
    label: `share of the peak, T = ${item.queries}`, ours, against: `${peak.target}: ${(peak.float32 / 1e9).toFixed(1)} G multiply-adds/s`,
    ratio, ...atLeast(ratio, shareGoal[kind]), percent: true,
  };
}

/**
 * The core's trace, then the slowest slider of each figure.
 * @returns {Comparison[]}
 */
export function frameComparisons({ trace, sliders }) {
  const slowest = new Map();
  for (const { figure, samples } of sliders) {
    const ours = summarize(samples);
    if (!(slowest.get(figure)?.median >= ours.median)) slowest.set(figure, ours);
  }
  const lines = [['traceAttention: H = 2, T = 64', summarize(trace)], ...[...slowest].map(([name, ours]) => [`figure ${name}`, ours])];
  return lines.map(([label, ours]) => {
    const ratio = ours.median / frame;
    return { label, ours, against: 'a frame', theirs: { median: frame }, ratio, ...atMost(ratio, 1), percent: true };
  });
}
