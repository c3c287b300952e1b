import type { Language } from '../language';

/** Sentences one after another: Chinese sets no space between them. */
export const sentences = (language: Language, ...parts: string[]): string => parts.join(language === 'zh' ? '' : ' ');
