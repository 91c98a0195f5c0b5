import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

import { formatter } from '@lingui/format-po';
import { describe, expect, test } from 'vitest';

import { compileText } from '../../../../scripts/vite-text-pages.ts';
import { languages } from '../../../../src/domain/languages.ts';
import type { Language } from '../../../../src/domain/languages.ts';
import { textPageOf, textPages } from '../../../../src/domain/text-pages.ts';
import type { TextPageName } from '../../../../src/domain/text-pages.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const texts = path.join(root, 'src/features/pages/texts');

const fileOf = (name: TextPageName, language: Language): string =>
  name === 'updates'
    ? path.join(root, `CHANGELOG${language === 'cn' ? '.zh-CN' : ''}.md`)
    : path.join(texts, `${name === 'PayProtection' ? 'payments' : name}.${language}.md`);

const compiled = async (name: TextPageName, language: Language) =>
  compileText(await readFile(fileOf(name, language), 'utf8'));

const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href!);
const tagsIn = (html: string) => [...html.matchAll(/<(h2|ul|li|p)\b/g)].map(([, tag]) => tag!);

/** What leads to the page is called so in a language; macros are only expanded for pages. */
async function titleIn(name: TextPageName, language: Language): Promise<string | undefined> {
  const words = await readFile(path.join(root, 'src/features/pages/page-words.ts'), 'utf8');
  const source = new RegExp(`${name}: msg\\(\\{ message: '([^']+)'`).exec(words)?.[1];
  const filename = path.join(root, `locales/${language}/pages.po`);
  const catalog = await formatter({ lineNumbers: false }).parse(await readFile(filename, 'utf8'), {
    locale: language,
    sourceLocale: 'en',
    filename,
  });
  return Object.values(catalog).find(({ message }) => message === source)?.translation || source;
}

/** First parts of the addresses that the app has, the pages of text among them. */
async function knownAddresses(): Promise<Set<string>> {
  const files = await readdir(path.join(root, 'src/routes'));
  return new Set([...files.map((file) => file.split(/[._]/)[0]!), ...textPages]);
}

describe.each(textPages)('the page of text “%s”', (name) => {
  test('says the same in every language, part by part and link by link', async () => {
    const [first, ...others] = await Promise.all(
      languages.map((language) => compiled(name, language)),
    );
    expect(tagsIn(first!.html).length).toBeGreaterThan(5);
    for (const other of others) {
      expect(tagsIn(other.html)).toEqual(tagsIn(first!.html));
      expect(linksIn(other.html)).toEqual(linksIn(first!.html));
    }
  });

  test.each(languages)('begins with the words that lead to it (%s)', async (language) => {
    expect((await compiled(name, language)).title).toBe(await titleIn(name, language));
  });

  test('leads nowhere that is not there', async () => {
    const known = await knownAddresses();
    for (const href of linksIn((await compiled(name, 'en')).html)) {
      if (href.startsWith('https://')) continue;
      expect(known, href).toContain(href.split('/')[1]);
    }
  });
});

test('every written text has an address, and every address its texts', async () => {
  const written = (await readdir(texts)).toSorted();
  const wanted = textPages
    .filter((name) => name !== 'updates')
    .flatMap((name) => languages.map((language) => path.basename(fileOf(name, language))));
  expect(written).toEqual(wanted.toSorted());
});

test('the specification’s other addresses lead to the same pages, in any case of letters', () => {
  expect(textPageOf('agreement')).toBe('terms');
  expect(textPageOf('protection')).toBe('privacy');
  expect(textPageOf('WingFoxPayProtection')).toBe('PayProtection');
  expect(textPageOf('payprotection')).toBe('PayProtection');
  expect(textPageOf('constructor')).toBeNull();
  expect(textPageOf('nothing')).toBeNull();
});

test('what Markdown says becomes HTML that stays on the page or opens beside it', () => {
  const { title, html } = compileText(
    '# Title\n\nWords & [a page](/me), [elsewhere](https://example.com).\n\n## Part *one*\n\n- a\n',
  );
  expect(title).toBe('Title');
  expect(html).toContain('<p>Words &amp; <a href="/me">a page</a>');
  expect(html).toContain(
    '<a href="https://example.com" target="_blank" rel="noopener noreferrer">',
  );
  expect(html).toContain('<h2 id="part-1" tabindex="-1">Part <em>one</em></h2>');
});
