/** Where the built page is served during the tests, and where things lie. */
import { fileURLToPath, pathToFileURL } from 'node:url';

export const port = Number(process.env.MASKSCOPE_TEST_PORT || 8017);
export const origin = `http://127.0.0.1:${port}`;
export const basePath = '/books/maskscope/';
export const siteUrl = `${origin}${basePath}`;

export const project = fileURLToPath(new URL('../..', import.meta.url));
export const dist = `${project}dist/`;
export const build = `${project}build/`;
export const singleFileUrl = pathToFileURL(`${dist}maskscope.html`).href;
