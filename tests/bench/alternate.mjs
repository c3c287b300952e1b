/** Times contenders alternately: each once, again each once, so that whatever slows the machine down slows all of them. */
import { caseOf } from './cases.mjs';
import { check } from './reference.mjs';

/**
 * @typedef {object} Effort
 * @property {number} samples of each contender
 * @property {number} warmUpMilliseconds of each contender, so that a just-in-time compiler is done
 * @property {number} sampleMilliseconds what a sample takes at least; a call that takes less is repeated within it
 *
 * @typedef {object} Result
 * @property {string} case
 * @property {string} contender
 * @property {'ours' | 'beside' | 'as it comes' | 'by hand'} how `beside`: ours, computing the case that stands beside this one
 * @property {number} ofTolerance the largest error as a share of what is tolerated
 * @property {string} [wrong] what is wrong with the output; then nothing was timed
 * @property {number[]} samples milliseconds of a call
 */

/**
 * @param {import('./contenders/contender.mjs').Contender[]} contenders
 * @param {(item: import('./cases.mjs').Case) => Promise<{ inputs: object, expected: object }>} read
 * @param {Effort} effort
 * @returns {Promise<Result[]>}
 */
export async function alternate(item, contenders, read, effort) {
  const entries = [];
  const given = await read(item);
  for (const contender of contenders.filter(({ takes }) => takes(item))) {
    entries.push(await enter(contender, item, given, { case: item.id, contender: contender.name, how: contender.how }));
  }
  if (item.beside) {
    const ours = contenders.find(({ how }) => how === 'ours');
    const other = caseOf(item.beside);
    const result = { case: item.id, contender: `${ours.name}, ${other.id}`, how: 'beside' };
    entries.push(await enter(ours, other, await read(other), result));
  }
  const timed = entries.filter(({ result }) => !result.wrong);
  for (const entry of timed) entry.calls = await warmUp(entry.prepared, effort);
  for (let round = 0; round < effort.samples; round++) {
    for (const { prepared, calls, result } of timed) result.samples.push(await prepared.time(calls) / calls);
  }
  for (const { prepared } of entries) await prepared?.release?.();
  return entries.map(({ result }) => result);
}

/** Prepares a contender and checks what it computes. One that fails is as wrong as one that errs. */
async function enter({ prepare }, item, { inputs, expected }, result) {
  try {
    const prepared = await prepare(item, inputs);
    return { prepared, result: { ...result, ...check(item, await prepared.output(), expected), samples: [] } };
  } catch (error) {
    return { result: { ...result, ofTolerance: NaN, wrong: String(error), samples: [] } };
  }
}

/** Returns how many calls make a sample. */
async function warmUp({ time }, { warmUpMilliseconds, sampleMilliseconds }) {
  let spent = 0;
  let calls = 1;
  while (true) {
    const taken = await time(calls);
    spent += taken;
    if (spent >= warmUpMilliseconds) return Math.ceil(calls * sampleMilliseconds / taken);
    if (taken < sampleMilliseconds) calls *= 2;
  }
}
