import { wildcardEntryMaxCharacters, wildcardListMaxEntries } from './limits.ts';

/** Words of a person's own that stand for a choice: `__animal__` becomes one of the lines of the list "animal". */
export interface WildcardList {
  /** As it is written between the underscores, in lower case. */
  name: string;
  entries: string[];
}

const pattern = /__([\p{L}\p{N}][\p{L}\p{N}-]*(?:_[\p{L}\p{N}-]+)*)__/gu;
/** Lists may name lists; one that leads back to itself ends here. */
const depthMax = 5;

/** A list's name from what somebody typed or a file is called; null when nothing of it could be one. */
export function wildcardName(typed: string): string | null {
  const name = typed
    .replace(/\.txt$/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, '_')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 40);
  return name === '' ? null : name;
}

/** The lists that a text asks for, each once, in lower case. */
export function wildcardsIn(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1]!.toLowerCase()))];
}

/**
 * Reads a plain text file: an entry a line, `#` begins a comment. A line that is there twice is twice as likely.
 * @returns the entries, and whether some were left out because there are too many or they are too long
 */
export function readWildcardFile(text: string): { entries: string[]; isCut: boolean } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const short = lines.filter((line) => [...line].length <= wildcardEntryMaxCharacters);
  const entries = short.slice(0, wildcardListMaxEntries);
  return { entries, isCut: entries.length < lines.length };
}

/** A whole number that looks like chance and is always the same for the same text (FNV-1a, then MurmurHash's finish). */
function scattered(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) {
    hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01_00_01_93);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85_eb_ca_6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Puts an entry of its list in the place of each `__name__`. The same seed gives the same words; a name that stands
 * there twice is chosen twice.
 * @param seed the request's, so that whoever sends it again gets the same words
 * @returns the text, in which unknown names stay as they are, and those names
 */
export function expandWildcards(
  text: string,
  lists: readonly WildcardList[],
  seed: string,
): { text: string; unknown: string[] } {
  const byName = new Map(lists.map(({ name, entries }) => [name, entries]));
  const unknown = new Set<string>();
  let count = 0;
  const expand = (given: string, depth: number): string =>
    given.replaceAll(pattern, (whole, typed: string) => {
      const name = typed.toLowerCase();
      const entries = byName.get(name);
      if (!entries || entries.length === 0 || depth === depthMax) {
        unknown.add(name);
        return whole;
      }
      count += 1;
      const chosen = entries[scattered(`${seed}/${count}/${name}`) % entries.length]!;
      return expand(chosen, depth + 1);
    });
  return { text: expand(text, 0), unknown: [...unknown] };
}
