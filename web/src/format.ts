/** Numbers as the reader sees and types them. */
import type { Language } from './language';

/** Digits after the point; 'full' shows every digit that the double holds. */
export type Digits = 3 | 6 | 'full';

/** Fixed digits for matrices; an exact 0 or another integer reads as itself, so that a small weight never looks like 0. */
export function formatNumber(x: number, digits: Digits = 6): string {
  if (Number.isNaN(x)) return 'NaN';
  if (!Number.isFinite(x)) return x > 0 ? '∞' : '−∞';
  const text = digits === 'full' || Number.isInteger(x) ? formatPlain(x) : formatFixed(x, digits);
  return text.replace('-', '−');
}

function formatPlain(x: number): string {
  return Math.abs(x) >= 1e9 ? x.toExponential() : String(x);
}

function formatFixed(x: number, digits: 3 | 6): string {
  const fixed = x.toFixed(digits);
  return Number(fixed) === 0 || Math.abs(x) >= 1e6 ? x.toExponential(digits === 3 ? 1 : 2) : fixed;
}

/** 1234567 → 1 234 567, with spaces that do not break. */
export const grouped = (count: number): string => new Intl.NumberFormat('en', { useGrouping: true }).format(count).replaceAll(',', '\u202f');

export const kibi = 1024;
const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Three digits, in the largest unit that gives at least 1. */
export function inUnits(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${(bytes / kibi ** power).toPrecision(3)} ${units[power]}`;
}

export const largestInput = 1e6;

const complaints = {
  zh: {
    empty: '这里要填一个数。',
    notNumber: (text: string) => `“${text}”不是一个数。`,
    tooLarge: `数的绝对值不能超过 ${largestInput}。`,
    range: (low: number, high: number) => `请填 ${low} 到 ${high} 之间的数。`,
  },
  en: {
    empty: 'A number is needed here.',
    notNumber: (text: string) => `“${text}” is not a number.`,
    tooLarge: `A number here may not exceed ${largestInput} in size.`,
    range: (low: number, high: number) => `Enter a number from ${low} to ${high}.`,
  },
};

export type Parsed = { value: number } | { message: string };

/** What a reader typed, as a finite number: accepts 0.5, .5, 1e-3, a fraction such as 1/3, and the true minus sign. */
export function parseNumber(text: string, language: Language, low = -largestInput, high = largestInput): Parsed {
  const say = complaints[language];
  const plain = text.trim().replace(/[−－]/g, '-');
  if (plain === '') return { message: say.empty };
  const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
  const match = new RegExp(`^(${number})(?:/(${number}))?$`, 'i').exec(plain);
  const value = match ? Number(match[1]) / Number(match[2] ?? 1) : NaN;
  if (!Number.isFinite(value)) return { message: say.notNumber(text.trim()) };
  if (low === -largestInput && high === largestInput && Math.abs(value) > largestInput) return { message: say.tooLarge };
  if (value < low || value > high) return { message: say.range(low, high) };
  return { value };
}
