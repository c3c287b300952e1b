/** What the module asks for when it refuses something: the words for values of JavaScript. */

/** The name of an object's class, by which an array from another realm, such as a frame, is as good as one from here. */
function classOf(object: object): string {
  const name: unknown = object.constructor?.name;
  return typeof name === 'string' ? name : '';
}

/** "Float64Array" and so on; empty for what is no typed array. */
const typedArray = (data: unknown): string => (ArrayBuffer.isView(data) ? classOf(data) : '');

/** "a Float64Array", "an Int32Array". */
const withArticle = (name: string): string => `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;

/** What came, in words short enough for a message. */
function describe(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value.length > 40 ? 'a long string' : `"${value}"`;
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'an array';
  const name = classOf(value);
  return name === '' || name === 'Object' ? 'an object' : withArticle(name);
}

/** The same of an array's data that should be of another type, with what to do about it. */
function describeData(data: unknown, expected: string): string {
  return describe(data) + advice(expected, typedArray(data));
}

function advice(expected: string, came: string): string {
  const numbers = came === 'Float32Array' || came === 'Float64Array';
  if (expected === 'Uint8Array') {
    if (numbers) return '; fromAdditiveMask makes a mask of numbers to add';
    if (came === 'Int32Array') return '; fromAttentionMask makes a mask of 0 and 1';
  }
  if (came === 'Uint8Array') return '; toAdditiveMask and toAttentionMask make numbers of a mask';
  if (expected === 'Float32Array' && numbers) return '; all arrays of a call have one width';
  if (expected === 'Float64Array' && numbers) return '; Float64Array.from widens it';
  return '';
}

/** Levenshtein's distance between two names, whatever their case and underscores. */
function distance(a: string, b: string): number {
  const letters = (name: string) => name.replaceAll('_', '').toLowerCase();
  const [from, to] = [letters(a), letters(b)];
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min(row[j]! + Number(from[i] !== to[j]), row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** Of the names that are known, the one that was probably meant. */
function nearest(name: string, known: string[]): string {
  return known.reduce((best, one) => (distance(name, one) < distance(name, best) ? one : best));
}

export const words = { describe, describeData, nearest, typedArray, withArticle };
