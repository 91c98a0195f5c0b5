/** Lists of tags that image boards publish, by the names of spec 2, section 3. */
export const tagLists = ['danbooru', 'e621'] as const;
export type TagList = (typeof tagLists)[number];

/** Whose tags are suggested while a prompt is written. */
export type TagSource = 'none' | TagList;

/** Where a deployment has each list: a path on the app's own origin, or an address elsewhere. */
export type TagListAddresses = Readonly<Partial<Record<TagList, string>>>;

/** What a tag is about; `other` is every category that the list's board does not know. */
export type TagKind =
  | 'general'
  | 'artist'
  | 'copyright'
  | 'character'
  | 'species'
  | 'meta'
  | 'lore'
  | 'invalid'
  | 'other';

/** Spec 2, section 9: the numbers in a list's second column. -1 is what its board has not sorted. */
const kindsOfCategories: Readonly<Record<TagList, Readonly<Record<number, TagKind>>>> = {
  danbooru: {
    '-1': 'other',
    0: 'general',
    1: 'artist',
    3: 'copyright',
    4: 'character',
    5: 'meta',
  },
  e621: {
    '-1': 'other',
    0: 'general',
    1: 'artist',
    3: 'copyright',
    4: 'character',
    5: 'species',
    6: 'invalid',
    7: 'meta',
    8: 'lore',
  },
};

/** What a category of a list is about. */
export function tagKind(list: TagList, category: number): TagKind {
  return kindsOfCategories[list][category] ?? 'other';
}

/** As tags are compared: an underscore is a space, and capitals are small letters. */
export function foldTag(text: string): string {
  return text.toLowerCase().replaceAll('_', ' ');
}

/**
 * A tag as it is written into a prompt: with spaces, and with parentheses that weigh nothing. Faces such as `^_^` are
 * no words, and their underscores are drawn.
 */
export function promptText(name: string): string {
  const spaced = /[\p{L}\p{N}]{2}/u.test(name) ? name.replaceAll('_', ' ') : name;
  return spaced.replaceAll(/[()]/g, '\\$&');
}

/** The file of a list, in whichever folder a host has it. */
export const tagFileName = (list: TagList): string => `${list}.csv`;
