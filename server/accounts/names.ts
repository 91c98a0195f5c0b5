import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The scripts in which people write today: recommended and of limited use by Unicode (UAX #31, tables 5 and 7). What
 * is common to all, such as digits, belongs to each of them.
 */
const scripts = [
  ['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian'],
  ['Greek', 'Gujarati', 'Gurmukhi', 'Hangul', 'Han', 'Hebrew', 'Hiragana', 'Kannada', 'Katakana'],
  [
    'Khmer',
    'Lao',
    'Latin',
    'Malayalam',
    'Myanmar',
    'Oriya',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thaana',
  ],
  [
    'Thai',
    'Tibetan',
    'Adlam',
    'Balinese',
    'Bamum',
    'Batak',
    'Canadian_Aboriginal',
    'Chakma',
    'Cham',
  ],
  ['Cherokee', 'Hanifi_Rohingya', 'Javanese', 'Kayah_Li', 'Lepcha', 'Limbu', 'Lisu', 'Mandaic'],
  ['Meetei_Mayek', 'Miao', 'Newa', 'New_Tai_Lue', 'Nko', 'Nyiakeng_Puachue_Hmong', 'Ol_Chiki'],
  ['Osage', 'Saurashtra', 'Sundanese', 'Syloti_Nagri', 'Syriac', 'Tai_Le', 'Tai_Tham', 'Tai_Viet'],
  ['Tifinagh', 'Vai', 'Wancho', 'Yi'],
].flat();

/** Scripts that people do write together: Japanese, Chinese and Korean, each with Latin letters. */
const writtenTogether = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

const allowed = [...scripts.map((script) => [script]), ...writtenTogether].map((together) => {
  const classes = together.map((script) => `\\p{Script_Extensions=${script}}`).join('');
  return new RegExp(`^[\\p{Script=Common}\\p{Script=Inherited}${classes}]*$`, 'u');
});

/**
 * Whether a name is "highly restrictive" in the words of UTS #39: one script, or scripts that are written together.
 * Any other mixture is there to be mistaken, as Latin letters with a Cyrillic а among them.
 */
export function isWrittenPlainly(account: string): boolean {
  const plain = account.normalize('NFKC');
  return allowed.some((pattern) => pattern.test(plain));
}

/** What each character looks like, as the prototype that Unicode chose for all that look the same. */
function readPrototypes(): ReadonlyMap<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, 'confusables.txt'), 'utf8');
  const characters = (codes = '') =>
    codes
      .trim()
      .split(/\s+/)
      .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
      .join('');
  const lines = text.split('\n').filter((line) => /^[0-9A-F]/.test(line));
  return new Map(
    lines.map((line) => {
      const [from, to] = line.split(';');
      return [characters(from), characters(to)];
    }),
  );
}

const prototypes = readPrototypes();

/** The skeleton of UTS #39; names are compared without case, so its letters have none. */
function skeleton(name: string): string {
  const seen = [...name.normalize('NFD')].map(
    (character) => prototypes.get(character) ?? character,
  );
  return seen.join('').toLowerCase().normalize('NFD');
}

/**
 * What a name looks like, as it is written and in lower case, because a capital may look like another letter than its
 * small one. Two names that share a look are not told apart.
 */
export function looksOf(account: string): string[] {
  const plain = account.normalize('NFKC');
  return [...new Set([skeleton(plain), skeleton(plain.toLowerCase())])].toSorted();
}
