import { formatter } from '@lingui/format-po';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Language } from '../../../src/domain/languages.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** What the product says, by the names under which the app finds it. */
async function readCatalogues(language: Language) {
  return Promise.all(
    ['messages', 'pages', 'shell', 'service-worker'].map(async (name) => {
      const filename = path.join(root, `locales/${language}/${name}.po`);
      return formatter({ lineNumbers: false }).parse(await readFile(filename, 'utf8'), {
        locale: language,
        sourceLocale: 'en',
        filename,
      });
    }),
  );
}

/** Source and translation of all that the product says. */
async function sentences(language: Language): Promise<[source: string, said: string][]> {
  const catalogues = await readCatalogues(language);
  return catalogues.flatMap((catalogue) =>
    Object.entries(catalogue).map(([id, { message = id, translation }]): [string, string] => [
      message,
      translation || message,
    ]),
  );
}

test('a message of several catalogues has one translation, or it would change when the later one comes', async () => {
  const said = new Map<string, Set<string>>();
  for (const catalogue of await readCatalogues('cn')) {
    for (const [id, { message = id, translation = '' }] of Object.entries(catalogue))
      said.set(id, (said.get(id) ?? new Set([message])).add(translation));
  }
  // The message itself is in each of the sets.
  const torn = [...said.values()].filter((words) => words.size > 2);
  expect(torn.map((words) => [...words])).toEqual([]);
});

/** Counts of what may be a picture, a video, a sound or a solid. */
const ofAnyKind = /# (?:full-size )?(?:works?|outputs?|full sizes?|pictures?|images?)\b/;
/** What can be nothing but pictures: those of one field, what other apps may share, and what a video or a style is made of. */
const ofPicturesAlone =
  /This model takes|from other apps|fetched first\.|of this link|^\{count, plural, one \{# picture\} other|^\{good, plural/;

test.each([
  ['en', /\b(?:pictures?|images?)\b/],
  ['cn', /[张幅]|图片/],
] as const)(
  'in %s what may also be heard or played is not counted as pictures',
  async (language, wrong) => {
    const counts = (await sentences(language)).filter(
      ([source]) => ofAnyKind.test(source) && !ofPicturesAlone.test(source),
    );
    expect(counts.length).toBeGreaterThan(10);
    expect(counts.filter(([, said]) => wrong.test(said))).toEqual([]);
  },
);

test.each([
  // "Image" is part of the tools' names, of an expression and of a sentence of the specification; whatever else is
  // meant is a picture or a work.
  ['en', /\bimages?\b/i, /^(?:Text|Image) to |image processing|^No images were submitted!$/],
  ['en', /\bfilms?\b/i, null],
  ['en', /\bhistory\b/i, null],
  // What serves the app is called so, but for the sentence that compares Kiln with a studio.
  ['cn', /工作室/, /^You put something in/],
  ['cn', /影片|请求/, null],
  ['cn', /小图|完整大小|完整图片/, null],
  ['cn', /您/, null],
] as const)('in %s one thing has one name: never %s', async (language, other, except) => {
  const found = (await sentences(language)).filter(
    ([source, said]) => other.test(said) && !except?.test(source),
  );
  expect(found).toEqual([]);
});

test('Chinese sentences have Chinese punctuation', async () => {
  const wrong = (await sentences('cn')).filter(([, said]) =>
    /\p{Script=Han}[,;:!?."']/u.test(said),
  );
  expect(wrong).toEqual([]);
});
