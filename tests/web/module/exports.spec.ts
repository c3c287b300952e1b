/** The types of the core are written by hand; this holds them against what the module really exports. */
import { importSource, moduleBytes } from '../../../web/plugins/project.ts';
import { expect, test } from '../playwright.ts';
import { signatures } from './module.ts';

type Module = Record<string, (...args: unknown[]) => unknown>;
const { default: createModule } = await importSource<{ default(options: { wasmBinary: Uint8Array }): Promise<Module> }>('../build/wasm/maskscope.js');
const module = await createModule({ wasmBinary: moduleBytes() });

/** What stands behind handles, for web/src/core/residents.ts and small-calls.ts alone. */
const internal = [
  'addressOfResident', 'attendResidentsFloat32', 'attendResidentsFloat64', 'cacheArrays', 'countResidents', 'keepArray', 'keepCache',
  'keepGrowingCache', 'release', 'residentData', 'setCacheLengths', 'writeResident',
];
/** Handles are made in JavaScript. */
const madeOfHandles = ['resident', 'growingCache', 'fixedCache', 'ringCache'];
const exported = Object.keys(signatures).filter((name) => !madeOfHandles.includes(name));

test('the module exports the functions of the interface and no others', () => {
  // emscripten's own: `run`, and names with an underscore or a capital first
  const names = Object.keys(module).filter((one) => typeof module[one] === 'function' && /^(?!run$)[a-z][A-Za-z0-9]*$/.test(one));
  expect(names.sort()).toEqual([...exported, ...internal].sort());
});

test('every function has as many parameters as its signature says', () => {
  const wrong = exported.filter((name) => {
    const count = signatures[name as keyof typeof signatures].split(' ').filter((one) => one !== '').length;
    try {
      module[name]!(...Array<unknown>(count).fill(undefined));
      return false;
    } catch (error) {
      return (error as Error).name === 'BindingError';
    }
  });
  expect(wrong).toEqual([]);
});
