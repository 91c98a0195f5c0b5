import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { foldTag } from '../../../src/domain/tags.ts';
import { parseTags, type ParsedTag } from '../../../workers/tags/parse-tags.ts';
import { createSuggester } from '../../../workers/tags/suggest.ts';
import { TagIndex } from '../../../workers/tags/tag-index.ts';

const list = `
hair,0,10
long_hair,0,4350743,"longhair,very_long"
hair_ribbon,0,900000,hair_bow
hair_ornament,0,1200000
hairpin,0,40
short_hair,0,2300000
saber_(fate),4,80000,"arturia,king_of_knights"
blonde,0,100,"yellow_hair,金发"
Hatsune_Miku,4,120000,miku
`;
const suggester = createSuggester('danbooru', parseTags(list).tags);
const namesFor = (typed: string) => suggester.suggest(typed).tags.map(({ name }) => name);

describe('tags for what is typed', () => {
  test('come by how they fit and then by their posts', () => {
    expect(namesFor('hair')).toEqual([
      // Itself, what begins with it, another name that does, a later word, a later word of another name.
      'hair',
      'hair_ornament',
      'hair_ribbon',
      'hairpin',
      'long_hair',
      'short_hair',
      'blonde',
    ]);
  });

  test('do not mind underscores, capitals and the backslashes of a prompt', () => {
    for (const typed of ['long hair', 'long_ha', 'Long Hai', ' long_hair']) {
      expect(namesFor(typed)).toEqual(['long_hair']);
    }
    expect(namesFor('saber \\(fa')).toEqual(['saber_(fate)']);
    expect(namesFor('fate')).toEqual(['saber_(fate)']);
    expect(namesFor('hatsune m')).toEqual(['Hatsune_Miku']);
  });

  test('say by which other name they were found, as a whole', () => {
    expect(suggester.suggest('knights').tags).toEqual([
      { name: 'saber_(fate)', kind: 'character', count: 80_000, alias: 'king of knights' },
    ]);
    expect(suggester.suggest('longh').tags[0]).toMatchObject({
      name: 'long_hair',
      alias: 'longhair',
    });
    expect(suggester.suggest('金').tags[0]).toMatchObject({ name: 'blonde', alias: '金发' });
    expect(suggester.suggest('hair_r').tags[0]).toMatchObject({ alias: null });
  });

  test('stand for the last words of a sentence where its beginning is none', () => {
    expect(suggester.suggest('a girl with long ha')).toMatchObject({
      matched: 'long ha'.length,
      tags: [{ name: 'long_hair' }],
    });
    expect(suggester.suggest('nothing of the kind')).toEqual({ matched: 0, tags: [] });
  });

  test('wait for a second letter, and for none of a Chinese word', () => {
    expect(namesFor('h')).toEqual([]);
    expect(namesFor('')).toEqual([]);
    expect(namesFor('发')).toEqual([]);
    expect(namesFor('金')).toEqual(['blonde']);
  });
});

test('a category is read by its own list', () => {
  const kindOf = (source: 'danbooru' | 'e621', category: number) =>
    createSuggester(source, parseTags(`some_tag,${category},1`).tags).suggest('some').tags[0]?.kind;
  expect([-1, 0, 1, 3, 4, 5, 7].map((category) => kindOf('danbooru', category))).toEqual([
    'other',
    'general',
    'artist',
    'copyright',
    'character',
    'meta',
    'other',
  ]);
  expect([5, 6, 7, 8, 9].map((category) => kindOf('e621', category))).toEqual([
    'species',
    'invalid',
    'meta',
    'lore',
    'other',
  ]);
});

test('the index finds what looking at every name finds', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'B', '_', '(', ')', '9', 'é', '发'), {
      minLength: 1,
      maxLength: 7,
    })
    .map((parts) => parts.join(''));
  const tag = fc.record({
    name: text,
    category: fc.constant(0),
    count: fc.nat(20),
    aliases: fc.array(text, { maxLength: 2 }),
  });
  const ranks = (one: ParsedTag, typed: string) =>
    [one.name, ...one.aliases].flatMap((name, index) => {
      const folded = foldTag(name);
      const isAlias = index > 0 ? 1 : 0;
      if (folded === typed) return [isAlias];
      if (folded.startsWith(typed)) return [2 + isAlias];
      const words = [...folded.matchAll(/(?<=[ ()])[^ ()]/g)];
      return words.some((word) => folded.startsWith(typed, word.index)) ? [4 + isAlias] : [];
    });
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 30 }), text, (tags, typed) => {
      const wanted = foldTag(typed);
      const expected = tags
        .map((one) => ({ rank: Math.min(...ranks(one, wanted)), count: one.count }))
        .filter(({ rank }) => rank < Infinity)
        .toSorted((one, other) => one.rank - other.rank || other.count - one.count)
        .slice(0, 5);
      const found = new TagIndex(tags).search(typed, 5).map(({ tag: index }) => {
        const one = tags[index]!;
        return { rank: Math.min(...ranks(one, wanted)), count: one.count };
      });
      expect(found).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
