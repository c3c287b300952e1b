/** What may import what in web/src: no circles, and its folders build on each other one way. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { project } from '../site.ts';
import { expect, test } from '../playwright.ts';

const root = `${project}web/src`;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));

/** Types count as well: who knows another's type is not a part of it. */
function importsOf(file: string): string[] {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const paths = [...text.matchAll(/\b(?:from|import) ?\(?'(\.[^']*)'/g)].map((match) => normalize(join(dirname(file), match[1]!)));
  return paths.flatMap((path) => [path, `${path}.ts`, `${path}/index.ts`].filter((one) => files.includes(one)));
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

test('no file of web/src imports itself by way of others', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, way: string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (way.includes(file) || done.has(file)) return;
    for (const next of imports.get(file)!) visit(next, [...way, file]);
    done.add(file);
  }
  files.forEach((file) => visit(file, []));
  expect(circles).toEqual([]);
});

/** A folder may import from those before it. What lies beside the folders is for all. */
const order = ['core', 'math', 'load', 'worker', 'matrix', 'parts', 'element', 'figures', 'page', 'embed'];
/** The worker knows by name whose work it can be asked to do. */
const exceptions = ['worker/tasks.ts → figures/cost/measure.ts'];

test('the folders of web/src build on each other one way', () => {
  const folder = (file: string): string => (file.includes('/') ? file.split('/')[0]! : '');
  expect(new Set(files.map(folder))).toEqual(new Set(['', ...order]));
  const upwards = files.flatMap((file) => imports.get(file)!
    .filter((other) => folder(file) !== '' && order.indexOf(folder(other)) > order.indexOf(folder(file)))
    .map((other) => `${file} → ${other}`));
  expect(upwards).toEqual(exceptions);
});

test('no figure imports from another', () => {
  const figure = (file: string): string | undefined => /^figures\/([^/]+)\//.exec(file)?.[1];
  const borrowed = files.flatMap((file) => imports.get(file)!
    .filter((other) => figure(file) && figure(other) && figure(file) !== figure(other))
    .map((other) => `${file} → ${other}`));
  expect(borrowed).toEqual([]);
});
