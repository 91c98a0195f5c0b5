import type { Language } from './languages.ts';

/** Pages of text, by the addresses that the specifications give them (spec 1, section 1; spec 2, section 1). */
export const textPages = [
  'terms',
  'privacy',
  'disclaimer',
  'PayProtection',
  'resources',
  'updates',
] as const;
export type TextPageName = (typeof textPages)[number];

/** Other addresses of the same pages. */
const aliases: Readonly<Record<string, TextPageName>> = {
  agreement: 'terms',
  protection: 'privacy',
  wingfoxpayprotection: 'PayProtection',
};

/**
 * @param segment of an address, in whatever case
 * @returns null for what is no page of text
 */
export function textPageOf(segment: string): TextPageName | null {
  const wanted = segment.toLowerCase();
  const named = textPages.find((name) => name.toLowerCase() === wanted);
  return named ?? (Object.hasOwn(aliases, wanted) ? aliases[wanted]! : null);
}

const fileNames: Readonly<Record<Exclude<TextPageName, 'updates'>, string>> = {
  terms: 'terms',
  privacy: 'privacy',
  disclaimer: 'disclaimer',
  PayProtection: 'payments',
  resources: 'resources',
};

/** Where a page's text lies, as Markdown, from the folder of the project. */
export const textFileOf = (name: TextPageName, language: Language): string =>
  name === 'updates'
    ? `CHANGELOG${language === 'cn' ? '.zh-CN' : ''}.md`
    : `src/features/pages/texts/${fileNames[name]}.${language}.md`;
