import type { Language } from '../../domain/languages.ts';
import { textFileOf, type TextPageName } from '../../domain/text-pages.ts';

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

const loaded = new Map<string, PageText>();

/** @returns a text that was loaded before, which a page can show at once */
export const loadedPageText = (name: TextPageName, language: Language): PageText | undefined =>
  loaded.get(textFileOf(name, language));

/** @throws when it is not on this device and there is no network */
export async function loadPageText(name: TextPageName, language: Language): Promise<PageText> {
  const file = textFileOf(name, language);
  const load = files[file.replace('src/features/pages', '.')] ?? logs[`../../../${file}`];
  if (!load) throw new Error(`${name} is not written in ${language}`);
  const text = await load();
  loaded.set(file, text);
  return text;
}
