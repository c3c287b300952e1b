/** Where things lie. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../..', import.meta.url));
/** everything that a run makes or installs */
export const build = `${project}build/bench/`;
export const peers = `${build}peers/`;

/** A package of `package.json` beside this file, which lies installed in `build/`. */
export const requirePeer = createRequire(`${peers}package.json`);
/** A package that the page's own tests use. */
export const requireFromWeb = createRequire(`${project}web/package.json`);

export const caseFolder = ({ id }) => `${build}cases/${id}/`;
