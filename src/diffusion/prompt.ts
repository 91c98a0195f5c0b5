import type { Tokenizer } from './tokenizer.ts';

/** Words and how much they count; 1 is as much as any. */
export interface WeighedWords {
  text: string;
  weight: number;
}

/** What a pair of brackets adds or takes, as in A1111. */
const bracket = 1.1;

const pieces = /\\[\\()[\]]|[()[\]]|:\s*(\d+(?:\.\d+)?|\.\d+)\s*\)|[^\\()[\]:]+|[\s\S]/gu;

/**
 * Reads what counts more and less, as A1111 writes it: `(word)` a tenth more, `[word]` less, `(word:1.3)` as much
 * as it says, and a backslash before a bracket that is meant.
 */
export function readWeights(prompt: string): WeighedWords[] {
  const read: WeighedWords[] = [];
  const round: number[] = [];
  const square: number[] = [];
  const multiply = (from: number, by: number): void => {
    for (const one of read.slice(from)) one.weight *= by;
  };
  for (const { 0: piece, 1: weight } of prompt.matchAll(pieces)) {
    if (piece.length === 2 && piece.startsWith('\\'))
      read.push({ text: piece[1] ?? '', weight: 1 });
    else if (piece === '(') round.push(read.length);
    else if (piece === '[') square.push(read.length);
    else if (weight !== undefined && round.length > 0) multiply(round.pop() ?? 0, Number(weight));
    else if (piece === ')' && round.length > 0) multiply(round.pop() ?? 0, bracket);
    else if (piece === ']' && square.length > 0) multiply(square.pop() ?? 0, 1 / bracket);
    else read.push({ text: piece, weight: 1 });
  }
  // Brackets that nobody closes go on to the end.
  for (const from of round) multiply(from, bracket);
  for (const from of square) multiply(from, 1 / bracket);
  const together: WeighedWords[] = [];
  for (const one of read) {
    const last = together.at(-1);
    if (last?.weight === one.weight) last.text += one.text;
    else together.push({ ...one });
  }
  return together;
}

/** As many words as a text encoder takes at once, without the marks around them. */
export const chunkTokens = 75;

/** A part of a prompt as a text encoder takes it: 77 numbers, and how much each counts. */
export interface PromptChunk {
  ids: number[];
  weights: number[];
}

/**
 * A prompt in parts of 77. A longer one has more of them, which a network sees one behind the other.
 * @param padding the number that fills up what is left; the end mark unless the tokenizer has another
 */
export function promptChunks(
  prompt: string,
  { tokens, begin, end }: Tokenizer,
  padding = end,
): PromptChunk[] {
  const ids: number[] = [];
  const weights: number[] = [];
  for (const { text, weight } of readWeights(prompt)) {
    for (const id of tokens(text)) {
      ids.push(id);
      weights.push(weight);
    }
  }
  const count = Math.max(1, Math.ceil(ids.length / chunkTokens));
  return Array.from({ length: count }, (_, at) => {
    const some = ids.slice(at * chunkTokens, (at + 1) * chunkTokens);
    const left = chunkTokens - some.length;
    const theirs = weights.slice(at * chunkTokens, (at + 1) * chunkTokens);
    return {
      ids: [begin, ...some, end, ...Array<number>(left).fill(padding)],
      weights: [1, ...theirs, 1, ...Array<number>(left).fill(1)],
    };
  });
}

/**
 * Lets words count as much as they should: their part of the encoded text is made larger or smaller, and all of it
 * together is brought back to the mean that it had (as A1111 does it).
 * @param hidden one row of `width` values for each of the numbers
 */
export function weigh(
  hidden: Float32Array,
  weights: readonly number[],
  width: number,
): Float32Array {
  if (weights.every((weight) => weight === 1)) return hidden;
  let before = 0;
  let after = 0;
  const made = hidden.map((value, at) => {
    const weighed = value * (weights[Math.floor(at / width)] ?? 1);
    before += value;
    after += weighed;
    return weighed;
  });
  return after === 0 ? made : made.map((value) => (value * before) / after);
}
