// Writes mask_reports.json: what public reports about attention masks come to in numbers, right and wrong. It is cut
// out of a collection that also tells what each report is about:
//   node tests/golden/make_mask_reports.mjs path/to/the/collection.json
import { readFileSync, writeFileSync } from 'node:fs';

/** Results that come from something the core does not do, not even wrongly. */
const leftOut = {
  C23: ['weights_neg_inf_after', 'output_neg_inf_after'], // -inf written over weights
  C24: ['weights_axis0', 'row_sum_axis0'], // a softmax along another axis than the keys
  C32: ['weights_train', 'allowed_train_values', 'dropout_p', 'dropout_keep_pattern'], // dropout
  C33: ['weights_wrong', 'output_wrong', 'dropout_p', 'dropout_keep_pattern'],
  C34: ['weights_averaged', 'output_from_averaged'], // weights averaged over heads
  C44: ['output_nan_v'], // 0 times a blocked NaN
};

const isNumber = (value) => typeof value === 'number' || ['NaN', 'Infinity', '-Infinity'].includes(value);

/** Numbers, and arrays and objects of numbers; texts and flags only explain. */
function isNumeric(value) {
  return value !== null && typeof value === 'object' ? Object.values(value).every(isNumeric) : isNumber(value);
}

const reports = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const lines = reports.map(({ id, source, input, expected }) => {
  const numbers = (part) => Object.fromEntries(
    Object.entries(part).filter(([key, value]) => isNumeric(value) && !leftOut[id]?.includes(key)));
  return `${JSON.stringify(id)}: ${JSON.stringify({ source, input: numbers(input), expected: numbers(expected) })}`;
});
writeFileSync(new URL('mask_reports.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
