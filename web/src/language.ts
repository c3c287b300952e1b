export const languages = ['zh', 'en'] as const;
export type Language = (typeof languages)[number];

/** The language of an element: its own or inherited `lang`, else the browser's; anything but Chinese reads English. */
export function languageOf(element: Element): Language {
  const tag = element.closest('[lang]')?.getAttribute('lang') || navigator.language;
  return tag.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
