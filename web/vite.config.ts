/**
 * Four builds: `vite build` the hosted page, `--mode single` the page as one file, `--mode embed` the figures for other pages,
 * `--mode module` the core for other programs.
 */
import { defineConfig, type UserConfig } from 'vite';
import { chapter } from './plugins/chapter.ts';
import { hostedPage } from './plugins/policy.ts';
import { alias, project, web } from './plugins/project.ts';
import { singleFile } from './plugins/single-file.ts';

const dist = `${project}dist`;
/** What is inlined as a `data:` URL: nothing, so that the module is a file of its own, or everything. */
const asFiles = 0;
const inside = Infinity;

/** A file of its own where there is a server to fetch it from, else a part of the script, started as a `blob:` URL. */
const workerScript = (mode: string): string =>
  `${web}src/worker/worker.ts?worker${['production', 'development'].includes(mode) ? '' : '&inline'}`;

/** A figure's file is called as the figure is. */
const chunkFileNames = ({ facadeModuleId, name }: { facadeModuleId?: string | null; name: string }): string =>
  `assets/${/figures\/([^/]+)\/figure\.ts$/.exec(facadeModuleId ?? '')?.[1] ?? name}-[hash].js`;

/** What the page fetches at once, when its first figure is near: the frame around figures, and what most figures are made of. */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'frame', test: /src\/(core|element|figures\/index|format|load|matrix|page\/(figures|states)|theme)|node_modules\/(@lit|d3-|lit|valibot)|build\/wasm/ },
    { name: 'parts', test: /src\/(math|parts|tensor)/ },
  ],
};

const builds: Record<string, UserConfig> = {
  production: {
    plugins: [chapter(), hostedPage()],
    build: { outDir: dist, assetsInlineLimit: asFiles, rolldownOptions: { output: { codeSplitting, chunkFileNames } } },
  },
  single: {
    plugins: [chapter(), singleFile('maskscope.html')],
    build: { outDir: dist, assetsInlineLimit: inside, cssCodeSplit: false, rolldownOptions: { output: { codeSplitting: false } } },
  },
  embed: {
    // figure.html and its scripts are served as they are written
    publicDir: 'embed',
    build: {
      outDir: `${dist}/embed`,
      lib: { entry: 'src/embed/main.ts', name: 'Maskscope', formats: ['iife'], fileName: () => 'maskscope.iife.js' },
    },
  },
  // its users fetch the .wasm themselves; `./run build` puts that beside it, with the types
  module: {
    build: {
      outDir: `${dist}/module`,
      lib: { entry: 'src/core.ts', formats: ['es'], fileName: () => 'maskscope.js' },
    },
  },
};

export default defineConfig(({ mode }) => {
  const { plugins, build, publicDir = false } = builds[mode === 'development' ? 'production' : mode]!;
  // computing the still pictures takes its time, and that is no reason to warn
  const rolldownOptions = { ...build!.rolldownOptions, checks: { pluginTimings: false } };
  return {
    base: './',
    publicDir,
    plugins,
    resolve: { alias: { ...alias, 'maskscope-worker': workerScript(mode) } },
    server: { fs: { allow: [project] } },
    build: { ...build, rolldownOptions, target: 'es2022', emptyOutDir: false, modulePreload: false, reportCompressedSize: false },
  } satisfies UserConfig;
});
