/** Serves the project's folder to the browser on this machine. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { project } from '../paths.mjs';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

/** @returns {Promise<{ origin: string, close: () => void }>} */
export function serveProject() {
  const server = createServer((request, response) => {
    // a URL's path has no `..` left that could lead out of the folder
    const file = project + decodeURIComponent(new URL(request.url, 'http://localhost').pathname).slice(1);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      // an isolated page has a clock of 5 µs instead of 100
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({
      origin: `http://127.0.0.1:${server.address().port}`,
      close: () => server.close(),
    }));
  });
}
