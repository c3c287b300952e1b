/** Writes what every process reads: the inputs, the reference and the ONNX models of each case. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { ortForms } from './contenders/ort.mjs';
import * as models from './onnx/attention.mjs';
import { caseFolder } from './paths.mjs';
import { inputsOf, reference } from './reference.mjs';

const makeModel = {
  operator: models.operator,
  graph: models.decomposed,
  GroupQueryAttention: models.groupQueryAttention,
  'graph in blocks of 64': (item) => models.decomposedInBlocks(item, 64),
  'graph in blocks of 128': (item) => models.decomposedInBlocks(item, 128),
  'operator in blocks of 64': (item) => models.operatorInBlocks(item, 64),
};

export function prepare(item) {
  const folder = caseFolder(item);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const inputs = inputsOf(item);
  const arrays = { ...inputs, ...reference(item, inputs) };
  for (const [name, array] of Object.entries(arrays)) writeFileSync(`${folder}${name}.bin`, array);
  for (const form of ortForms) {
    if (form.takes(item)) writeFileSync(`${folder}${form.file}`, makeModel[form.name](item));
  }
}
