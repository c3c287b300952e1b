/** Turns the built page into one file: script and style inside, allowed by their hashes, no request of any kind. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { policy } from './policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** In a script, `</script` and `<!--` would end or change the element; both can only stand in strings and patterns. */
const inScript = (code: string) => code.replace(/<(\/script|!--)/gi, '\\x3C$1');

export function singleFile(fileName: string): Plugin {
  return {
    name: 'maskscope:single-file',
    // after Vite's own plugins, which write into the chunks and the page until the end
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the page was not built');
        const hashes = { script: [] as string[], style: [] as string[] };
        let html = String(page.source);
        for (const [name, output] of Object.entries(bundle)) {
          if (output.type === 'chunk') {
            const code = inScript(output.code);
            hashes.script.push(hash(code));
            html = replaceTag(html, 'script', name, `<script type="module" blocking="render">${code}</script>`);
          } else if (name.endsWith('.css')) {
            hashes.style.push(hash(String(output.source)));
            html = replaceTag(html, 'link', name, `<style>${String(output.source)}</style>`);
          } else if (name !== 'index.html') {
            throw new Error(`${name} does not fit into the single file`);
          }
          delete bundle[name];
        }
        const content = policy({ script: hashes.script.join(' '), style: hashes.style.join(' '), image: 'data:', worker: 'blob:' });
        html = html.replace('<head>', () => `<head>\n<meta http-equiv="Content-Security-Policy" content="${content}">`);
        this.emitFile({ type: 'asset', fileName, source: html });
      },
    },
  };
}

function replaceTag(html: string, tag: 'script' | 'link', file: string, replacement: string): string {
  const pattern = new RegExp(`<${tag}\\b[^>]*"\\./${file.replaceAll('.', '\\.')}"[^>]*>${tag === 'script' ? '</script>' : ''}`);
  if (!pattern.test(html)) throw new Error(`index.html has no ${tag} for ${file}`);
  return html.replace(pattern, () => replacement);
}
