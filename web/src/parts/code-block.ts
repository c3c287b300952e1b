/** Code to take away, with a button that copies it. */
import { css, html, type TemplateResult } from 'lit';
import type { Language } from '../language';
import { copyToClipboard } from '../matrix/copy';
import { matrixTexts } from '../matrix/texts';

export function codeBlock(code: string, label: string, language: Language): TemplateResult {
  const say = matrixTexts[language];
  const copy = async (event: Event): Promise<void> => {
    const status = (event.currentTarget as HTMLElement).parentElement!.querySelector('.copy-status')!;
    status.textContent = await copyToClipboard(code) ? say.copied : say.notCopied;
    setTimeout(() => { status.textContent = ''; }, 2000);
  };
  return html`<div class="code">
    <div class="code-head"><span class="code-label">${label}</span><span class="copy-status" role="status"></span>
      <button type="button" aria-label="${say.copy}: ${label}" @click=${copy}>${say.copy}</button></div>
    <pre tabindex="0" role="region" aria-label=${label}><code>${code}</code></pre>
  </div>`;
}

export const codeStyles = css`
  .code { margin: 1rem 0 0; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); max-width: 100%; }
  .code-head { display: flex; align-items: center; gap: 0.75rem; padding: 0.25rem 0.375rem 0.25rem 0.75rem; border-bottom: 1px solid var(--line); }
  .code-label { flex: 1; font-size: 0.8125rem; color: var(--soft); }
  .copy-status { font-size: 0.8125rem; }
  pre { margin: 0; padding: 0.75rem; overflow: auto; max-height: 30rem; font: 0.8125rem/1.5 ui-monospace, "Cascadia Code", Menlo, Consolas, "Noto Sans Mono", monospace; }
  code { font: inherit; }
  @media print { pre { max-height: none; } .code-head button { display: none; } }
`;
