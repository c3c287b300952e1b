/** Keeps every figure's state in the page's URL hash, and leads a reader who comes with a link to its figure. */
import { readHash, writeHash } from '../element/hash';
import type { StateEventDetail } from '../element/maskscope-figure';

const badLink = {
  zh: '链接里的状态无法读取，各图显示初始状态。',
  en: 'The state in the link could not be read; the figures show their initial states.',
};

const figureNamed = (name: string): Element | null => document.querySelector(`maskscope-figure[name="${CSS.escape(name)}"]`);

function report(): void {
  const notice = document.querySelector<HTMLElement>('#notice')!;
  notice.textContent = badLink[document.documentElement.dataset['lang'] === 'en' ? 'en' : 'zh'];
  notice.hidden = false;
}

export function startStates(): void {
  const states = readHash(location.hash);
  const names = [...states.keys()];
  const unreadable = location.hash.includes('=') && names.length === 0;
  for (const name of names.filter((key) => !figureNamed(key))) states.delete(name);
  if (unreadable || states.size < names.length) report();
  const first = [...states.keys()][0];
  if (first) figureNamed(first)!.scrollIntoView();

  document.addEventListener('maskscope-state', (event) => {
    const { name, hash } = (event as CustomEvent<StateEventDetail>).detail;
    if (hash) states.set(name, hash);
    else states.delete(name);
    const written = writeHash(states);
    history.replaceState(null, '', written ? `#${written}` : location.pathname + location.search);
  });
}
