/** Language, theme and digits: chosen in the bar, remembered where the browser allows it. */
import { languages, type Language } from '../language';

const themes = ['auto', 'light', 'dark'] as const;
const digitCounts = ['3', '6', 'full'] as const;
type Theme = (typeof themes)[number];
type Digits = (typeof digitCounts)[number];
interface Settings { language: Language; theme: Theme; digits: Digits }

const storageKey = 'maskscope-settings';
const titles: Record<Language, string> = { zh: 'Maskscope · 掩码与多头注意力', en: 'Maskscope · Masking and multi-head attention' };
const optionLabels: Record<Language, Record<Theme | Digits, string>> = {
  zh: { auto: '自动', light: '浅色', dark: '深色', 3: '3 位', 6: '6 位', full: '全部' },
  en: { auto: 'auto', light: 'light', dark: 'dark', 3: '3', 6: '6', full: 'all' },
};

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined => values.find((known) => known === value);

/** What was stored, each field only if it is one of its values; storage may be forbidden, empty or damaged. */
function remembered(): Partial<Settings> {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown> | null;
    return { language: oneOf(languages, stored?.['language'])!, theme: oneOf(themes, stored?.['theme'])!, digits: oneOf(digitCounts, stored?.['digits'])! };
  } catch {
    return {};
  }
}

function remember(settings: Settings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch { /* the choice holds for this visit */ }
}

function initialSettings(): Settings {
  const stored = remembered();
  const asked = oneOf(languages, new URLSearchParams(location.search).get('lang'));
  return {
    language: asked ?? stored.language ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'),
    theme: stored.theme ?? 'auto',
    digits: stored.digits ?? '6',
  };
}

function apply({ language, theme, digits }: Settings): void {
  const root = document.documentElement;
  root.lang = language === 'zh' ? 'zh-Hans' : 'en';
  root.dataset['lang'] = language;
  root.classList.toggle('light', theme === 'light');
  root.classList.toggle('dark', theme === 'dark');
  document.title = titles[language];
  for (const option of document.querySelectorAll<HTMLOptionElement>('.settings option')) option.textContent = optionLabels[language][option.value as Theme | Digits];
  for (const figure of document.querySelectorAll('maskscope-figure')) {
    figure.setAttribute('lang', language);
    figure.setAttribute('digits', digits);
  }
}

export function startSettings(): void {
  const settings = initialSettings();
  const form = document.querySelector<HTMLFormElement>('.settings')!;
  const theme = form.querySelector<HTMLSelectElement>('#theme')!;
  const digits = form.querySelector<HTMLSelectElement>('#digits')!;
  form.querySelector<HTMLInputElement>(`#language-${settings.language}`)!.checked = true;
  theme.value = settings.theme;
  digits.value = settings.digits;
  apply(settings);
  form.addEventListener('change', () => {
    settings.language = form.querySelector<HTMLInputElement>('#language-en')!.checked ? 'en' : 'zh';
    settings.theme = theme.value as Theme;
    settings.digits = digits.value as Digits;
    apply(settings);
    remember(settings);
  });
}
