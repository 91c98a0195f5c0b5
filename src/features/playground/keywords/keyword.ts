import type { PromptLanguage } from '../../../domain/languages.ts';

/** Spec 2, section 3, "Prompt keyword entry": `langName` is the Chinese label, `displayName` the English text. */
export interface Keyword {
  chinese: string;
  english: string;
}

/** Spec 2, section 3: chosen keywords are stored as `chinese#english`. */
export function storeKeyword({ chinese, english }: Keyword): string {
  return `${chinese}#${english}`;
}

/** @returns null for what is no stored keyword */
export function readKeyword(stored: string): Keyword | null {
  const [chinese, english, more] = stored.split('#');
  return chinese && english && more === undefined ? { chinese, english } : null;
}

/** What a keyword is called in a language, on the screen or in a prompt. */
export function keywordText({ chinese, english }: Keyword, language: PromptLanguage): string {
  return language === 'cn' ? chinese : english;
}

/** Spec 2, section 3: the parts of one language, joined by comma and space. */
export function keywordsText(keywords: readonly Keyword[], language: PromptLanguage): string {
  return keywords.map((keyword) => keywordText(keyword, language)).join(', ');
}
