import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { edited } from '../../../scripts/vite-lingui.ts';
import { languages, languageTag } from '../../../src/domain/languages.ts';

type Lingui = typeof import('@lingui/core');

const source = readFileSync(
  new URL('../../../node_modules/@lingui/core/dist/index.mjs', import.meta.url),
  'utf8',
);
const figures = new URL('../../../src/words/plain-figures.ts', import.meta.url).href;

/** As a module without an address, which can't ask for others by their names. */
const load = (code: string) =>
  import(
    `data:text/javascript,${encodeURIComponent(
      code.replaceAll(
        /from '@lingui\/([^']+)'/g,
        (_found, name: string) => `from ${JSON.stringify(import.meta.resolve(`@lingui/${name}`))}`,
      ),
    )}`
  ) as Promise<Lingui>;

const counted = { works: [['count', 'plural', { one: ['#', ' work'], other: ['#', ' works'] }]] };

function say({ setupI18n }: Lingui, language: string, count: unknown): string {
  const locale = setupI18n();
  locale.load(language, counted as never);
  locale.activate(language, [language]);
  return locale._('works', { count });
}

test('whole numbers in messages are what Intl makes of them, and ask for no Intl', async () => {
  const [before, after] = await Promise.all([load(source), load(edited(source, figures))]);
  const numbers = vi.spyOn(Intl, 'NumberFormat');
  const values = [0, 1, 2, 999, 1_000, 50_000, 1_234_567, -3];
  const tags = languages.map((language) => languageTag(language));
  const said = tags.flatMap((tag) => values.map((value) => say(after, tag, value)));
  expect(numbers).not.toHaveBeenCalled();
  expect(said).toEqual(tags.flatMap((tag) => values.map((value) => say(before, tag, value))));
  expect(said).toContain('50,000 works');
  expect(numbers).toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('other numbers, and those of languages with their own way, are left to Intl', async () => {
  const [before, after] = await Promise.all([load(source), load(edited(source, figures))]);
  for (const tag of ['en', 'zh-CN', 'de', 'hi', 'ar-EG'])
    for (const value of [0.5, 1_234.5678, -0, Number.NaN, 1e21, 1_234_567])
      expect(say(after, tag, value)).toBe(say(before, tag, value));
  expect(say(after, 'de', 50_000)).toBe('50.000 works');
});

test('another Lingui than the one that was edited is refused', () => {
  expect(() => edited(source.replace('function number(locales,', 'function number(tags,'))).toThrow(
    /no longer/,
  );
});
