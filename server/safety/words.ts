import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { hanText, latinWords, normalise } from './normalise.ts';

const lists = z.object({
  en: z.array(z.string()).default([]),
  cn: z.array(z.string()).default([]),
});
const none = { en: [], cn: [] };

/** A Chinese entry between slashes is a regular expression, for what other words may hold. */
const wordsFile = lists.extend({
  /** Refused only together. */
  minors: lists.default(none),
  suggestive: lists.default(none),
  /** Never refused, though a refused word is in it. */
  allowed: lists.default(none),
  /** In a file of one's own: whether ours count, too. */
  extends: z.boolean().default(true),
});

export type WordsFile = z.infer<typeof wordsFile>;

const ownFile = path.join(import.meta.dirname, 'words.json');

function readWords(file: string): WordsFile {
  return wordsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const join = (left: z.infer<typeof lists>, right: z.infer<typeof lists>) => ({
  en: [...left.en, ...right.en],
  cn: [...left.cn, ...right.cn],
});

/**
 * Our lists, and those of a file.
 * @throws when the file is not there or not what it should be
 */
export function loadWords(file: string | null): WordsFile {
  const ours = readWords(ownFile);
  if (file === null) return ours;
  const own = readWords(file);
  if (!own.extends) return own;
  return {
    ...join(ours, own),
    minors: join(ours.minors, own.minors),
    suggestive: join(ours.suggestive, own.suggestive),
    allowed: join(ours.allowed, own.allowed),
    extends: true,
  };
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

type Finder = (latin: string, han: string) => boolean;

function finderOf({ en, cn }: z.infer<typeof lists>): Finder {
  const words = en.map((word) => escape(latinWords(normalise(word)).trim()));
  const parts = cn.map((word) =>
    /^\/.+\/$/.test(word) ? word.slice(1, -1) : escape(normalise(word)),
  );
  const latinPattern = words.length > 0 ? new RegExp(` (?:${words.join('|')}) `, 'u') : null;
  const hanPattern = parts.length > 0 ? new RegExp(parts.join('|'), 'u') : null;
  return (latin, han) => latinPattern?.test(latin) === true || hanPattern?.test(han) === true;
}

/** Takes allowed phrases out, so that what is left can be looked at. */
function removerOf({
  en,
  cn,
}: z.infer<typeof lists>): (latin: string, han: string) => [string, string] {
  const words = en.map((word) => escape(latinWords(normalise(word)).trim()));
  const parts = cn.map((word) => escape(normalise(word)));
  const latinPattern =
    words.length > 0 ? new RegExp(`(?<= )(?:${words.join('|')})(?= )`, 'gu') : null;
  const hanPattern = parts.length > 0 ? new RegExp(parts.join('|'), 'gu') : null;
  // A sign that is in no list keeps the words around it apart.
  return (latin, han) => [
    latinPattern ? latin.replaceAll(latinPattern, '_') : latin,
    hanPattern ? han.replaceAll(hanPattern, '_') : han,
  ];
}

/** @returns whether a text holds what may not be made */
export function createWordFilter(words: WordsFile): (text: string) => boolean {
  const refused = finderOf(words);
  const minors = finderOf(words.minors);
  const suggestive = finderOf(words.suggestive);
  const withoutAllowed = removerOf(words.allowed);
  return (text) => {
    const normalised = normalise(text);
    const [latin, han] = withoutAllowed(latinWords(normalised), hanText(normalised));
    return refused(latin, han) || (minors(latin, han) && suggestive(latin, han));
  };
}
