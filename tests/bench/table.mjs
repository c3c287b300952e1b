/** The table: aligned for a terminal, or in Markdown. */

const headings = ['', 'ours', 'of peak', 'against', 'theirs', 'ratio', 'goal', ''];
/** columns of numbers stand to the right */
const toTheRight = [false, true, true, false, true, true, true, false];

/** Three digits, in a unit that suits the median. */
function time({ median, minimum, maximum }) {
  const [unit, factor] = median < 0.1 ? ['µs', 1000] : ['ms', 1];
  const digits = (value) => {
    const scaled = value * factor;
    return scaled.toFixed(scaled < 10 ? 2 : scaled < 100 ? 1 : 0);
  };
  const range = minimum === undefined ? '' : ` (${digits(minimum)}–${digits(maximum)})`;
  return `${digits(median)}${range} ${unit}`;
}

const percentage = (share) => `${Math.round(share * 100)} %`;

function goalText({ atLeast, atMost }, number) {
  return atLeast === undefined ? `≤ ${number(atMost)}` : `≥ ${number(atLeast)}`;
}

/** @param {import('./comparisons.mjs').Comparison} comparison */
function cellsOf({ label, ours, share, against, theirs, ratio, goal, percent, wrong }) {
  if (wrong) return [label, '', '', against, '', 'WRONG', '', wrong];
  const number = percent ? percentage : (value) => `${value.toFixed(2)}×`;
  return [
    label, ours ? time(ours) : '', share === undefined ? '' : percentage(share), against, theirs ? time(theirs) : '',
    number(ratio), goal ? goalText(goal, number) : '', goal ? (goal.met ? '✓ met' : '· missed') : '',
  ];
}

/** @param {{ title: string, comparisons: import('./comparisons.mjs').Comparison[] }[]} groups */
export function textTable(groups) {
  const bodies = groups.map(({ comparisons }) => comparisons.map(cellsOf));
  const widths = headings.map((heading, column) => {
    const lastColumn = column === headings.length - 1;
    // what is wrong may be long, and nothing stands behind it
    return lastColumn ? 0 : Math.max(heading.length, ...bodies.flat().map((cells) => cells[column].length));
  });
  const line = (cells) => cells.map((cell, column) =>
    (toTheRight[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join('  ').trimEnd();
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, 8));
  return groups.map(({ title }, index) =>
    [title, rule, line(headings), ...bodies[index].map(line)].join('\n')).join('\n\n');
}

export function markdownTable(groups) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const alignment = line(toTheRight.map((right) => (right ? '--:' : '---')));
  return groups.map(({ title, comparisons }) =>
    [`**${title}**`, '', line(headings), alignment, ...comparisons.map(cellsOf).map(line)].join('\n')).join('\n\n');
}
