import type { Language } from '../../domain/languages.ts';
import type { TextPageName } from '../../domain/text-pages.ts';

/** What scripts/vite-text-pages.ts makes of a Markdown file of ours. */
export interface PageText {
  title: string;
  /** Safe to show: it comes from files of this build. */
  html: string;
}

const files = import.meta.glob<PageText>('./texts/*.md', { query: '?text', import: 'default' });
const logs = import.meta.glob<PageText>('../../../CHANGELOG*.md', {
  query: '?text',
  import: 'default',
});

const fileNames: Readonly<Record<Exclude<TextPageName, 'updates'>, string>> = {
  terms: 'terms',
  privacy: 'privacy',
  disclaimer: 'disclaimer',
  PayProtection: 'payments',
  resources: 'resources',
};

/** @throws when it is not on this device and there is no network */
export async function loadPageText(name: TextPageName, language: Language): Promise<PageText> {
  const load =
    name === 'updates'
      ? logs[`../../../CHANGELOG${language === 'cn' ? '.zh-CN' : ''}.md`]
      : files[`./texts/${fileNames[name]}.${language}.md`];
  if (!load) throw new Error(`${name} is not written in ${language}`);
  return load();
}
