/**
 * What the hosted page says in its head. Its Content-Security-Policy is set in builds only: Vite's development server injects
 * inline styles. Its script holds the first painting back, so that the page appears in the reader's language at once.
 */
import type { Plugin } from 'vite';

export interface Sources { script: string; style: string; connect?: string; image: string; worker?: string }

export function policy({ script, style, connect, image, worker }: Sources): string {
  return [
    "default-src 'none'",
    `script-src ${script} 'wasm-unsafe-eval'`,
    `style-src ${style}`,
    ...(connect ? [`connect-src ${connect}`] : []),
    `img-src ${image}`,
    ...(worker ? [`worker-src ${worker}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

export const hostedPolicy = policy({ script: "'self'", style: "'self'", connect: "'self'", image: "'self' data:" });

export function hostedPage(): Plugin {
  return {
    name: 'maskscope:policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html.replace('<script type="module"', '<script type="module" blocking="render"'),
        tags: [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: hostedPolicy }, injectTo: 'head-prepend' }],
      }),
    },
  };
}
