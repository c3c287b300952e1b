/** Token records as the reader types them: one record a line, tokens separated by spaces, `PAD` for padding. */
import type { Language } from '../language';

/** The most tokens that a figure takes, all records together. */
export const largestFigure = 64;
const longestToken = 12;

export const endToken = '[EOS]';
const padTokens = ['PAD', '[PAD]'];
export const isPadding = (token: string): boolean => padTokens.includes(token);

export interface RecordLimits { records: number; positions: number }

type Problem =
  | { kind: 'empty' }
  | { kind: 'figure'; count: number }
  | { kind: 'records'; count: number; limit: number }
  | { kind: 'positions'; record: number; count: number; limit: number }
  | { kind: 'token'; token: string }
  | { kind: 'ragged'; record: number; count: number; expected: number };

export type ParsedRecords = { records: string[][] } | { problem: Problem };

/** Blank lines do not count. All records of a batch are equally long. */
export function parseRecords(text: string, limits: RecordLimits): ParsedRecords {
  const records = text.split('\n').map((line) => line.split(/\s+/).filter(Boolean)).filter((tokens) => tokens.length > 0);
  const problem = problemOf(records, limits);
  return problem ? { problem } : { records };
}

function problemOf(records: string[][], limits: RecordLimits): Problem | null {
  const tokens = records.flat();
  const numbered = records.map(({ length }, index) => ({ record: index + 1, count: length }));
  const expected = numbered[0]?.count;
  const tooLong = numbered.find(({ count }) => count > limits.positions);
  const longToken = tokens.find((token) => [...token].length > longestToken);
  const odd = numbered.find(({ count }) => count !== expected);
  if (expected === undefined) return { kind: 'empty' };
  if (tokens.length > largestFigure) return { kind: 'figure', count: tokens.length };
  if (records.length > limits.records) return { kind: 'records', count: records.length, limit: limits.records };
  if (tooLong) return { kind: 'positions', ...tooLong, limit: limits.positions };
  if (longToken) return { kind: 'token', token: longToken };
  if (odd) return { kind: 'ragged', ...odd, expected };
  return null;
}

/** For text that a schema has passed already. */
export function recordsOf(text: string, limits: RecordLimits): string[][] {
  const parsed = parseRecords(text, limits);
  if ('problem' in parsed) throw new Error(parsed.problem.kind);
  return parsed.records;
}

export function complaint(problem: Problem, language: Language): string {
  return language === 'zh' ? inChinese(problem) : inEnglish(problem);
}

function inChinese(problem: Problem): string {
  switch (problem.kind) {
    case 'empty': return '至少要有一个词元。';
    case 'figure': return `一张图最多容纳 ${largestFigure} 个词元，这里有 ${problem.count} 个。`;
    case 'records': return `最多 ${problem.limit} 条记录，这里有 ${problem.count} 条。`;
    case 'positions': return `每条记录最多 ${problem.limit} 个词元，第 ${problem.record} 条有 ${problem.count} 个。`;
    case 'token': return `一个词元最多 ${longestToken} 个字符，“${problem.token}”太长了。`;
    case 'ragged':
      return `同一批记录要一样长：第 1 条有 ${problem.expected} 个词元，第 ${problem.record} 条有 ${problem.count} 个。短的用 PAD 补齐。`;
  }
}

function inEnglish(problem: Problem): string {
  switch (problem.kind) {
    case 'empty': return 'At least one token is needed.';
    case 'figure': return `A figure takes at most ${largestFigure} tokens; these are ${problem.count}.`;
    case 'records': return `At most ${problem.limit} records; these are ${problem.count}.`;
    case 'positions': return `At most ${problem.limit} tokens in a record; record ${problem.record} has ${problem.count}.`;
    case 'token': return `A token has at most ${longestToken} characters; “${problem.token}” is longer.`;
    case 'ragged':
      return `The records of a batch are equally long: record 1 has ${problem.expected} tokens, record ${problem.record} has ${problem.count}. Fill up the shorter one with PAD.`;
  }
}

export const padId = 0;
export const ignoredId = -1;

/** Any numbers do as token ids, as long as equal tokens share one and padding has its own. */
function vocabulary(records: string[][]): Map<string, number> {
  const words = new Set([...records.flat().filter((token) => !isPadding(token)), endToken]);
  return new Map([...words].map((word, index) => [word, index + 1]));
}

export function tokenIds(records: string[][]): number[][] {
  const ids = vocabulary(records);
  return records.map((tokens) => tokens.map((token) => ids.get(token) ?? padId));
}

/** The token after each: the next real one, and the end after the last. Padding has none. */
export function shiftedTargets(tokens: string[]): (string | null)[] {
  return tokens.map((token, at) => (isPadding(token) ? null : tokens.slice(at + 1).find((next) => !isPadding(next)) ?? endToken));
}

/** Ids of the shifted targets. `ignored` names those that the reader leaves out of the loss. */
export function targetIds(records: string[][], ignored: number[][]): number[][] {
  const ids = vocabulary(records);
  return records.map((tokens, b) => shiftedTargets(tokens).map((target, t) =>
    (target === null || ignored[b]![t] ? ignoredId : ids.get(target)!)));
}
