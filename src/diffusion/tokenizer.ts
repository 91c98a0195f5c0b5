/** What the tokenizer of a CLIP model knows: `vocab.json` and `merges.txt` of diffusers. */
export interface Vocabulary {
  ids: ReadonlyMap<string, number>;
  /** Two parts and how early they are joined. */
  ranks: ReadonlyMap<string, number>;
  begin: number;
  end: number;
}

export interface Tokenizer {
  /** Numbers of a text's parts, without the marks around it and however many there are. */
  tokens: (text: string) => number[];
  begin: number;
  end: number;
}

const beginMark = '<|startoftext|>';
const endMark = '<|endoftext|>';
const endOfWord = '</w>';

/**
 * Reads the files of a tokenizer.
 * @throws Error where they are of something else
 */
export function readVocabulary(vocabJson: string, mergesText: string): Vocabulary {
  const read = JSON.parse(vocabJson) as unknown;
  if (typeof read !== 'object' || read === null) throw new Error('vocab.json is no vocabulary');
  const ids = new Map<string, number>();
  for (const [part, id] of Object.entries(read)) {
    if (!Number.isSafeInteger(id)) throw new Error(`vocab.json: ${part} has no number`);
    ids.set(part, id as number);
  }
  const begin = ids.get(beginMark);
  const end = ids.get(endMark);
  if (begin === undefined || end === undefined) throw new Error('vocab.json is not of CLIP');
  const ranks = new Map<string, number>();
  for (const line of mergesText.split('\n')) {
    const pair = line.trimEnd();
    if (pair === '' || pair.startsWith('#version')) continue;
    ranks.set(pair, ranks.size);
  }
  return { ids, ranks, begin, end };
}

/** Bytes that are no letters stand for themselves by letters that nobody writes (GPT-2's table). */
const byteLetters: readonly string[] = (() => {
  const isPlain = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) => {
    if (isPlain(byte)) return String.fromCodePoint(byte);
    others += 1;
    return String.fromCodePoint(255 + others);
  });
})();

const marks = /(<\|startoftext\|>|<\|endoftext\|>)/u;

/** A mark in other letters is no mark, but its own three words whatever stands beside it. */
const words =
  /<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\p{White_Space}\p{L}\p{N}]+/gu;

const spaces = /\p{White_Space}+/gu;

/** One letter after the other: an s at the end of a Greek word is no other s here. */
function lowered(text: string): string {
  let made = '';
  for (const letter of text) made += letter.toLowerCase();
  return made;
}

/** Joins the pair that is joined earliest, again and again. */
function joined(letters: string[], ranks: ReadonlyMap<string, number>): string[] {
  let parts = letters;
  while (parts.length > 1) {
    let best = Infinity;
    for (let at = 0; at + 1 < parts.length; at += 1) {
      best = Math.min(best, ranks.get(`${parts[at]} ${parts[at + 1]}`) ?? Infinity);
    }
    if (best === Infinity) break;
    const next: string[] = [];
    for (let at = 0; at < parts.length; at += 1) {
      const here = parts[at] ?? '';
      const after = parts[at + 1];
      if (after !== undefined && ranks.get(`${here} ${after}`) === best) {
        next.push(here + after);
        at += 1;
      } else next.push(here);
    }
    parts = next;
  }
  return parts;
}

/** Words that were taken apart lately are likely to come again, while somebody writes. */
const rememberedMost = 5_000;

/**
 * The tokenizer of CLIP: byte pairs, the case of letters left out. It gives the numbers of `CLIPTokenizerFast` of
 * transformers, which is what the models were made with.
 */
export function clipTokenizer({ ids, ranks, begin, end }: Vocabulary): Tokenizer {
  const utf8 = new TextEncoder();
  const known = new Map<string, number[]>();

  function numbersOf(word: string): number[] {
    const found = known.get(word);
    if (found) return found;
    const letters = Array.from(utf8.encode(word), (byte) => byteLetters[byte] ?? '');
    letters[letters.length - 1] += endOfWord;
    const numbers = joined(letters, ranks).map((part) => ids.get(part) ?? end);
    if (known.size >= rememberedMost) known.clear();
    known.set(word, numbers);
    return numbers;
  }

  function tokens(text: string): number[] {
    return text.split(marks).flatMap((piece) => {
      if (piece === beginMark) return [begin];
      if (piece === endMark) return [end];
      const plain = lowered(piece.normalize('NFC').replace(spaces, ' '));
      return (plain.match(words) ?? []).flatMap((word) =>
        marks.test(word) ? ['<|', word.slice(2, -2), '|>'].flatMap(numbersOf) : numbersOf(word),
      );
    });
  }
  return { tokens, begin, end };
}
