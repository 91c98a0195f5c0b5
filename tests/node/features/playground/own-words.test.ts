import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { styleField } from '../../../../server/workshop/painter/style-field.ts';
import { inStyle, styleNames } from '../../../../server/workshop/painter/styles.ts';
import {
  putOwnStyle,
  putWildcards,
  removeOwnStyle,
  removeWildcard,
} from '../../../../src/db/own-words.ts';
import { getOwnSetting } from '../../../../src/db/settings.ts';
import { endSession, startSession } from '../../../../src/db/account/session.ts';
import { guestOwner } from '../../../../src/domain/community.ts';
import type { UserKey } from '../../../../src/domain/ids.ts';
import {
  wildcardEntryMaxCharacters,
  wildcardListMaxEntries,
  wildcardListsMax,
} from '../../../../src/domain/limits.ts';
import { inOwnStyle, publishedPrefix } from '../../../../src/domain/own-styles.ts';
import { ownStyleKey } from '../../../../src/domain/own-style-key.ts';
import { publishedStyles } from '../../../../src/features/playground/own-words/published-styles.ts';
import { validateInput } from '../../../../src/domain/validate-input.ts';
import {
  expandWildcards,
  readWildcardFile,
  wildcardName,
  wildcardsIn,
} from '../../../../src/domain/wildcards.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import { finishWords } from '../../../../src/features/playground/own-words/finish-words.ts';
import { freshDevice, owner, session } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';

const animals = { name: 'animal', entries: ['cat', 'fox', 'hare', 'owl', 'stag'] };

describe('a list of words', () => {
  test('is read from a text file: an entry a line, without comments and empty lines', () => {
    const text = '\uFEFFcat\r\n# a comment\r\n\r\n  red fox  \r\ncat';
    expect(readWildcardFile(text)).toEqual({ entries: ['cat', 'red fox', 'cat'], isCut: false });
  });

  test('keeps no more entries than it may, and says that some are left out', () => {
    const many = Array.from({ length: wildcardListMaxEntries + 1 }, (_, at) => `word ${at}`);
    const read = readWildcardFile(many.join('\n'));
    expect([read.entries.length, read.isCut]).toEqual([wildcardListMaxEntries, true]);
    const long = 'x'.repeat(wildcardEntryMaxCharacters + 1);
    expect(readWildcardFile(`cat\n${long}`)).toEqual({ entries: ['cat'], isCut: true });
  });

  test.each([
    ['Animals.txt', 'animals'],
    ['  my animals (2) ', 'my_animals_2'],
    ['动物.TXT', '动物'],
    ['__cat__', 'cat'],
    ['...', null],
  ])('is called after its file: %s', (file, name) => {
    expect(wildcardName(file)).toBe(name);
    if (name) expect(wildcardsIn(`a __${name}__.`)).toEqual([name]);
  });
});

describe('names of lists in a prompt', () => {
  test('become the same words under the same seed, and others under another one', () => {
    const prompt = 'a __animal__ and a __Animal__';
    const once = expandWildcards(prompt, [animals], '7');
    expect(once).toEqual(expandWildcards(prompt, [animals], '7'));
    expect(once.unknown).toEqual([]);
    expect(once.text).toMatch(/^a (cat|fox|hare|owl|stag) and a (cat|fox|hare|owl|stag)$/);
    const seeds = Array.from({ length: 200 }, (_, seed) => String(seed));
    const all = seeds.map((seed) => expandWildcards(prompt, [animals], seed).text);
    // Every word comes, in both places, and they are chosen apart from each other.
    expect(new Set(all).size).toBe(25);
  });

  test('may stand in a list; one that leads back to itself ends', () => {
    const lists = [{ name: 'scene', entries: ['a __animal__ at night'] }, animals];
    expect(expandWildcards('__scene__', lists, '1').text).toMatch(/^a \w+ at night$/);
    const circle = [{ name: 'circle', entries: ['__circle__'] }];
    expect(expandWildcards('__circle__', circle, '1').unknown).toEqual(['circle']);
  });

  test('that nobody knows stay and are told, each once; what is no name is left alone', () => {
    const { text, unknown } = expandWildcards('__x__ __X__ snake_case __init __', [animals], '1');
    expect(text).toBe('__x__ __X__ snake_case __init __');
    expect(unknown).toEqual(['x']);
  });
});

test.each([
  ['{prompt}, film grain', 'a cat', 'a cat, film grain'],
  ['film grain', 'a cat', 'a cat, film grain'],
  ['photo of {prompt} ({prompt})', 'a cat', 'photo of a cat (a cat)'],
  ['', 'a cat', 'a cat'],
  ['film grain', '', 'film grain'],
  ['胶片颗粒', '一只猫', '一只猫，胶片颗粒'],
])('a style “%s” makes of “%s”: %s', (template, words, made) => {
  expect(inOwnStyle({ prompt: template, negativePrompt: '' }, words, '').prompt).toBe(made);
  expect(inOwnStyle({ prompt: '', negativePrompt: template }, '', words).negativePrompt).toBe(made);
});

describe('what leaves the device', () => {
  const plan = planForm(paintSchema, modelItem());
  const style = { id: 's', name: 'Film', prompt: '{prompt}, a __animal__', negativePrompt: 'text' };
  const own = { styles: [style], lists: [animals] };
  const finish = (input: Record<string, string>, draft = {}, random = () => 42) =>
    finishWords(plan, input, draft, own, random);

  test('says what style and lists made of the words, and with which seed', () => {
    const { input } = finish({ prompt: 'a lake' }, { [ownStyleKey]: 's' });
    expect(input).toMatchObject({ seed: '42', negative_prompt: 'text' });
    expect(input?.['prompt']).toMatch(/^a lake, a (cat|fox|hare|owl|stag)$/);
    expect(validateInput(paintSchema, input!)).toEqual([]);
    // Sent again with the seed that it was made with, it is the same.
    const again = finish({ prompt: 'a lake', seed: '42' }, { [ownStyleKey]: 's' }, () => 1);
    expect(again.input).toEqual(input);
  });

  test('is as it was written where nothing of one’s own is in it, and a style that is gone adds nothing', () => {
    const input = { prompt: 'a lake', negative_prompt: 'blur' };
    expect(finish(input, { [ownStyleKey]: 'gone' })).toEqual({ input, trouble: null });
  });

  test('is nothing where a list is missing or the words become too long', () => {
    expect(finish({ prompt: '__tree__', negative_prompt: '__rock__' })).toEqual({
      input: null,
      trouble: { unknownLists: ['tree', 'rock'] },
    });
    const long = 'x'.repeat(295);
    expect(finish({ prompt: `${long}__animal__xxxx` }).trouble).toEqual({ most: 300 });
  });
});

describe('lists and styles on the device', () => {
  beforeEach(freshDevice);
  const other = '2@kiln' as UserKey;

  test('belong to one person, come in order, and can be brought back', async () => {
    await putWildcards(owner, [{ name: 'tree', entries: ['oak'] }, animals]);
    const names = async () => (await getOwnSetting(owner, 'wildcards')).map(({ name }) => name);
    expect(await names()).toEqual(['animal', 'tree']);
    expect(await getOwnSetting(other, 'wildcards')).toEqual([]);
    await putWildcards(owner, [{ name: 'beast', entries: ['cat'] }], 'animal');
    expect(await names()).toEqual(['beast', 'tree']);
    const gone = await removeWildcard(owner, 'beast');
    expect(await names()).toEqual(['tree']);
    await putWildcards(owner, [gone!]);
    expect(await names()).toEqual(['beast', 'tree']);

    const style = { id: 'a', name: 'Film', prompt: 'grain', negativePrompt: '' };
    await putOwnStyle(owner, style);
    await putOwnStyle(owner, { ...style, name: 'Old film' });
    expect((await getOwnSetting(owner, 'ownStyles')).map(({ name }) => name)).toEqual(['Old film']);
    expect((await removeOwnStyle(owner, 'a'))?.name).toBe('Old film');
    expect(await getOwnSetting(owner, 'ownStyles')).toEqual([]);
  });

  test('of whoever had not signed in go along with what was written, and replace nothing', async () => {
    const guest = guestOwner as UserKey;
    const mine = { name: 'animal', entries: ['crane'] };
    await putWildcards(owner, [mine]);
    await endSession();
    await putWildcards(guest, [animals, { name: 'tree', entries: ['oak'] }]);
    await putOwnStyle(guest, { id: 'a', name: 'Film', prompt: 'grain', negativePrompt: '' });
    await startSession(session);
    const lists = await getOwnSetting(owner, 'wildcards');
    expect(lists).toEqual([mine, { name: 'tree', entries: ['oak'] }]);
    expect((await getOwnSetting(owner, 'ownStyles')).map(({ name }) => name)).toEqual(['Film']);
    expect(await getOwnSetting(guest, 'wildcards')).toEqual([]);
  });

  test('are refused before anything changes where they would be too many', async () => {
    await putWildcards(owner, [animals]);
    const many = Array.from({ length: wildcardListsMax }, (_, at) => ({
      name: `list${at}`,
      entries: ['x'],
    }));
    await expect(putWildcards(owner, many)).rejects.toMatchObject({ code: 'storage-full' });
    expect(await getOwnSetting(owner, 'wildcards')).toEqual([animals]);
  });
});

test('what the painter says of its styles is what they add and keep out', () => {
  const said = styleField.sd_style['x-enum-descriptions'].map(({ en }) => en);
  for (const [at, name] of styleNames.entries()) {
    const { prompt, negativePrompt, looks } = inStyle(name, 'sea', '');
    const [, adds = ''] = /^sea, (.*)$/.exec(prompt) ?? [];
    if (adds) expect(said[at]).toContain(`Adds “${adds}”`);
    if (negativePrompt)
      expect(said[at]).toContain(`keeps out ${negativePrompt.replaceAll(' ', ', ')}`);
    for (const look of looks) expect(said[at]).toContain(look.name);
  }
});

test('every published style is whole: a name in both languages, a place for the words, and nobody’s LoRA', () => {
  expect(publishedStyles.length).toBeGreaterThan(40);
  expect(new Set(publishedStyles.map(({ id }) => id)).size).toBe(publishedStyles.length);
  for (const { id, title, prompt, negativePrompt } of publishedStyles) {
    expect(id.startsWith(publishedPrefix)).toBe(true);
    expect(title.cn).toMatch(/\p{Script=Han}/u);
    expect(title.en).toMatch(/^[A-Z0-9]/);
    expect(prompt.split('{prompt}')).toHaveLength(2);
    expect(`${prompt} ${negativePrompt}`).not.toMatch(/\{(?!prompt\})|###|<lora|__|\bby [A-Z]/);
    expect(inOwnStyle({ prompt, negativePrompt }, 'a lake', 'text').negativePrompt).toMatch(
      /^text/,
    );
  }
});
