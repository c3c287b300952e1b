/** Whether a figure stands on dark ground, told by the colour of the text around it. */
export type Theme = 'light' | 'dark';

function isLight(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 127;
}

/** `theme="light|dark"` decides; otherwise light text around the figure means dark ground. */
export function themeOf(element: Element): Theme {
  const asked = element.getAttribute('theme');
  if (asked === 'light' || asked === 'dark') return asked;
  const { color } = getComputedStyle(element);
  const onDark = color.startsWith('rgb') ? isLight(color) : matchMedia('(prefers-color-scheme: dark)').matches;
  return onDark ? 'dark' : 'light';
}

/** Calls back whenever the answer of `themeOf` may have changed. Returns the function that stops it. */
export function watchTheme(changed: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(changed);
  const attributes = { attributes: true, attributeFilter: ['class', 'style', 'data-theme', 'lang', 'data-md-color-scheme'] };
  for (const element of [document.documentElement, document.body]) observer.observe(element, attributes);
  query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    query.removeEventListener('change', changed);
  };
}
