/** The types of `core.ts` are written by hand; this holds them against what the module really exports. */
import { importSource, moduleBytes } from '../../../web/plugins/project.ts';
import { expect, test } from '../playwright.ts';
import { coreFunctions } from './module.ts';

type CreateModule = (options: { wasmBinary: Uint8Array }) => Promise<Record<string, unknown>>;

test('the module exports the functions of Core and no others', async () => {
  const { default: createModule } = await importSource<{ default: CreateModule }>('../build/wasm/maskscope.js');
  const module = await createModule({ wasmBinary: moduleBytes() });
  // emscripten's own: `run`, and names with an underscore or a capital first
  const functions = Object.keys(module).filter((name) => typeof module[name] === 'function' && /^(?!run$)[a-z][A-Za-z]*$/.test(name));
  expect(functions.sort()).toEqual([...coreFunctions].sort());
});
