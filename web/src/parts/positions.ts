/** Positions as readers see them: numbered from 1. */

export const positionLabels = (tokens: string[]): string[] => tokens.map((token, index) => `${index + 1} ${token}`);

/** The positions of a row that are true, runs of three or more as a range: "1–3, 5". */
export function positionList(flags: number[], separator: string): string {
  const runs: number[][] = [];
  flags.forEach((flag, index) => {
    if (!flag) return;
    const last = runs.at(-1);
    if (last?.at(-1) === index) last.push(index + 1);
    else runs.push([index + 1]);
  });
  return runs.map((run) => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(separator))).join(separator);
}
