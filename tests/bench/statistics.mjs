/** @typedef {{ median: number, minimum: number, maximum: number }} Summary */

/** @returns {Summary} */
export function summarize(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, minimum: sorted[0], maximum: sorted.at(-1) };
}
