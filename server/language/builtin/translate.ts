import type { PromptLanguage } from '../../../src/domain/languages.ts';
import type { Translation } from '../helper.ts';
import { phraseTerms } from './phrases.ts';
import { loadTerms } from './terms.ts';

/** Weights, LoRAs and numbers mean the same in every language. */
const verbatim = /<[^<>]{1,200}>|\d+(?:\.\d+)?(?:\s?(?:mm|k|px)\b)?|f\/\d+(?:\.\d+)?/iuy;
const hanRun = /\p{Script=Han}+/uy;
const latinRun = /[\p{Script=Latin}\p{M}][\p{Script=Latin}\p{M}\p{N}'’-]*/uy;

const marks: Record<PromptLanguage, Record<string, string>> = {
  en: {
    '，': ',',
    '、': ',',
    '。': '.',
    '；': ';',
    '：': ':',
    '（': '(',
    '）': ')',
    '！': '!',
    '？': '?',
  },
  cn: { ',': '，', ';': '；', '!': '！', '?': '？' },
};
/** Grammar that the other language does without. */
const dropped: Record<PromptLanguage, ReadonlySet<string>> = {
  en: new Set(['a', 'an', 'the', 'of', 'is', 'are', 'to']),
  cn: new Set(['的', '了', '着', '地', '得', '是', '有']),
};

interface Piece {
  text: string;
  kind: 'word' | 'unknown' | 'mark';
}

const longest = (words: Iterable<string>, measure: (word: string) => number): number => {
  let most = 1;
  for (const word of words) most = Math.max(most, measure(word));
  return most;
};
const countWords = (text: string): number => text.split(' ').length;

function createLists() {
  const toEnglish = new Map<string, string>();
  const toChinese = new Map<string, string>();
  for (const { cn, en } of [...loadTerms(), ...phraseTerms()]) {
    for (const word of cn) if (!toEnglish.has(word)) toEnglish.set(word, en[0]!);
    for (const word of en) {
      const key = word.toLowerCase();
      if (!toChinese.has(key)) toChinese.set(key, cn[0]!);
    }
  }
  // Commas, digits and hyphens end a run of words, so expressions that have some are looked for first.
  const broken = (words: Iterable<string>, pattern: RegExp) =>
    [...words]
      .filter((word) => pattern.test(word))
      .toSorted((left, right) => right.length - left.length);
  const wholes = {
    cn: broken(toEnglish.keys(), /[^\p{Script=Han}]/u),
    en: broken(toChinese.keys(), /[^\p{Script=Latin} '-]/u),
  };
  return {
    toEnglish,
    toChinese,
    wholes,
    hanMax: longest(toEnglish.keys(), (word) => word.length),
    wordsMax: longest(toChinese.keys(), countWords),
  };
}

function singulars(word: string): string[] {
  const forms = [word];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  return forms;
}

/** Of one run of Chinese characters: the longest known words, and what lies between them. */
function fromChinese(run: string, lists: ReturnType<typeof createLists>): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < run.length;) {
    let length = Math.min(lists.hanMax, run.length - at);
    while (length > 0 && !lists.toEnglish.has(run.slice(at, at + length))) length -= 1;
    const last = pieces.at(-1);
    if (length > 0) {
      pieces.push({ text: lists.toEnglish.get(run.slice(at, at + length))!, kind: 'word' });
      at += length;
    } else if (dropped.cn.has(run[at]!) && last?.kind !== 'unknown') {
      at += 1;
    } else {
      const [character = ''] = run.slice(at);
      if (last?.kind === 'unknown') last.text += character;
      else pieces.push({ text: character, kind: 'unknown' });
      at += character.length;
    }
  }
  return pieces;
}

/** Of words in a row: the longest known expressions. */
function fromEnglish(words: string[], lists: ReturnType<typeof createLists>): Piece[] {
  const pieces: Piece[] = [];
  const lookUp = (some: string[]): string | null => {
    const head = some.slice(0, -1).join(' ').toLowerCase();
    for (const last of singulars(some.at(-1)!.toLowerCase().replaceAll('’', "'"))) {
      const found = lists.toChinese.get(head === '' ? last : `${head} ${last}`);
      if (found !== undefined) return found;
    }
    return null;
  };
  for (let at = 0; at < words.length;) {
    let count = Math.min(lists.wordsMax, words.length - at);
    let found = lookUp(words.slice(at, at + count));
    while (found === null && count > 1) {
      count -= 1;
      found = lookUp(words.slice(at, at + count));
    }
    const isGrammar = count === 1 && dropped.en.has(words[at]!.toLowerCase());
    if (!isGrammar) {
      pieces.push(
        found === null ? { text: words[at]!, kind: 'unknown' } : { text: found, kind: 'word' },
      );
    }
    at += count;
  }
  return pieces;
}

function cut(text: string, from: PromptLanguage, lists: ReturnType<typeof createLists>): Piece[] {
  const pieces: Piece[] = [];
  const to = from === 'cn' ? 'en' : 'cn';
  const lower = text.toLowerCase();
  const wholeAt = (at: number): string | null => {
    if (from === 'en' && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return null;
    const fits = (key: string) =>
      lower.startsWith(key, at) &&
      (from === 'cn' || !/[\p{L}\p{N}]/u.test(text[at + key.length] ?? ''));
    return lists.wholes[from].find(fits) ?? null;
  };
  let english: string[] = [];
  const flush = () => {
    pieces.push(...fromEnglish(english, lists));
    english = [];
  };
  for (let at = 0; at < text.length;) {
    const match = (pattern: RegExp): string | null => {
      pattern.lastIndex = at;
      return pattern.exec(text)?.[0] ?? null;
    };
    const whole = wholeAt(at);
    if (whole !== null) {
      flush();
      const found = (from === 'cn' ? lists.toEnglish : lists.toChinese).get(whole)!;
      pieces.push({ text: found, kind: 'word' });
      at += whole.length;
      continue;
    }
    const plain = match(verbatim);
    const latin = plain === null ? match(latinRun) : null;
    const han = plain === null ? match(hanRun) : null;
    if (latin !== null && from === 'en') english.push(latin);
    else if (!(from === 'en' && /\s/.test(text[at]!))) flush();
    if (plain !== null) pieces.push({ text: plain, kind: 'word' });
    else if (han !== null && from === 'cn') pieces.push(...fromChinese(han, lists));
    // Words of the language it is to become are right already.
    else if (han !== null || (latin !== null && from === 'cn')) {
      pieces.push({ text: han ?? latin!, kind: 'word' });
    } else if (latin === null && !/\s/.test(text[at]!)) {
      const mark = String.fromCodePoint(text.codePointAt(at)!);
      pieces.push({ text: marks[to][mark] ?? mark, kind: 'mark' });
    } else if (text[at] === '\n') pieces.push({ text: '\n', kind: 'mark' });
    at += (plain ?? latin ?? han ?? String.fromCodePoint(text.codePointAt(at)!)).length;
  }
  flush();
  return pieces;
}

const isTight = (left: string, right: string): boolean =>
  /[(\n[{:]$/.test(left) || /^[),.;:!?\n\]}]/.test(right);

function needsSpace(left: string, right: string, to: PromptLanguage): boolean {
  if (left === '') return false;
  if (to === 'en') return !isTight(left, right);
  // Between Chinese and Latin letters there is a space, between Chinese characters there is none.
  return /[\p{Script=Latin}\p{N}>]$/u.test(left)
    ? /^[\p{Script=Latin}\p{Script=Han}\p{N}<]/u.test(right)
    : /\p{Script=Han}$/u.test(left) && /^[\p{Script=Latin}\p{N}<]/u.test(right);
}

/** A translation by a list of words: the longest that fit, the unknown as they are. */
export function createDictionary() {
  const lists = createLists();
  return (text: string, from: PromptLanguage, to: PromptLanguage): Translation => {
    if (from === to) return { text, unknown: [] };
    let result = '';
    const unknown: Translation['unknown'] = [];
    for (const piece of cut(text, from, lists)) {
      const before = needsSpace(result.slice(-2), piece.text, to) ? ' ' : '';
      const start = result.length + before.length;
      result += before + piece.text;
      if (piece.kind === 'unknown') unknown.push({ text: piece.text, start, end: result.length });
    }
    return { text: result, unknown };
  };
}
