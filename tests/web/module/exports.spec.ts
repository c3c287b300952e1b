/** The types of `core.ts` and `standard.ts` are written by hand; this holds them against what the modules really export. */
import { importSource, moduleBytes } from '../../../web/plugins/project.ts';
import { expect, test } from '../playwright.ts';
import { coreFunctions } from './module.ts';
import { heldArrayFunctions, standardFunctions } from './standard.ts';

type CreateModule = (options: { wasmBinary: Uint8Array }) => Promise<Record<string, unknown>>;

for (const [name, functions] of [['maskscope', coreFunctions], ['maskscope-standard', [...standardFunctions, ...heldArrayFunctions]]] as const) {
  test(`${name} exports the functions of its interface and no others`, async () => {
    const { default: createModule } = await importSource<{ default: CreateModule }>(`../build/wasm/${name}.js`);
    const module = await createModule({ wasmBinary: moduleBytes(name) });
    // emscripten's own: `run`, and names with an underscore or a capital first
    const exported = Object.keys(module).filter((one) => typeof module[one] === 'function' && /^(?!run$)[a-z][A-Za-z0-9]*$/.test(one));
    expect(exported.sort()).toEqual([...functions].sort());
  });
}
