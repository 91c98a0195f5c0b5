/**
 * Words that stand for several: `a {red|blue} car` is two prompts. Alternatives may hold alternatives; a backslash
 * before a brace, a bar or a backslash makes a plain letter of it; braces without a bar in them are just braces.
 */

/** A text split at those of its alternatives that stand by themselves, not inside others. */
export interface TextWithAlternatives {
  /** What stands before, between and behind them: always one more than `choices`. */
  fixed: string[];
  choices: TextChoice[];
}

export interface TextChoice {
  /** What may stand there, each once, in the order in which it is written; at most as many as were asked for. */
  values: string[];
  /** How many ways there are to write it, which is more than `values` where they were cut. */
  count: number;
}

const special = /[\\{|}]/g;

/** The text as it has to be written to be read as it is. */
export function escapeAlternatives(text: string): string {
  return text.replaceAll(special, String.raw`\$&`);
}

type Part = string | Sequence[];
type Sequence = Part[];

/**
 * The closing brace of each opening one that holds a bar. Found in one pass, because looking for it from each brace
 * anew would take for ever in a text of nothing but opening braces.
 */
function matchBraces(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { at: number; hasBar: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '\\') at += 1;
    else if (letter === '{') open.push({ at, hasBar: false });
    else if (letter === '|') {
      const innermost = open.at(-1);
      if (innermost) innermost.hasBar = true;
    } else if (letter === '}') {
      const opened = open.pop();
      if (opened?.hasBar) pairs.set(opened.at, at);
    }
  }
  return pairs;
}

function readSequences(
  text: string,
  pairs: ReadonlyMap<number, number>,
  from: number,
  to: number,
  barsSplit: boolean,
): Sequence[] {
  const sequences: Sequence[] = [];
  let parts: Sequence = [];
  let words = '';
  const endWords = () => {
    if (words !== '') parts.push(words);
    words = '';
  };
  for (let at = from; at < to; at += 1) {
    const letter = text[at]!;
    const next = text[at + 1];
    const close = letter === '{' ? pairs.get(at) : undefined;
    if (letter === '\\' && at + 1 < to && next !== undefined && '\\{|}'.includes(next)) {
      words += next;
      at += 1;
    } else if (close !== undefined) {
      endWords();
      parts.push(readSequences(text, pairs, at + 1, close, true));
      at = close;
    } else if (letter === '|' && barsSplit) {
      endWords();
      sequences.push(parts);
      parts = [];
    } else {
      words += letter;
    }
  }
  endWords();
  return [...sequences, parts];
}

function countOf(sequence: Sequence): number {
  return sequence.reduce(
    (product, part) => (typeof part === 'string' ? product : product * countOfAll(part)),
    1,
  );
}

function countOfAll(sequences: readonly Sequence[]): number {
  return sequences.reduce((sum, sequence) => sum + countOf(sequence), 0);
}

/** The texts of a sequence, each once, in order, the last alternatives changing first; no more than `most`. */
function textsOf(sequence: Sequence, most: number): string[] {
  let texts = [''];
  for (const part of sequence) {
    if (typeof part === 'string') {
      texts = texts.map((text) => text + part);
      continue;
    }
    // Two ways to write the same are one thing to compare.
    const endings = [...new Set(part.flatMap((inner) => textsOf(inner, most)))].slice(0, most);
    const both = texts.flatMap((text) => endings.map((ending) => text + ending));
    texts = [...new Set(both)].slice(0, most);
  }
  return texts;
}

/**
 * Reads a text with alternatives.
 * @param most values of a choice that are written out; nested ones multiply quickly
 */
export function readAlternatives(text: string, most: number): TextWithAlternatives {
  const [sequence = []] = readSequences(text, matchBraces(text), 0, text.length, false);
  const fixed = [''];
  const choices: TextChoice[] = [];
  for (const part of sequence) {
    if (typeof part === 'string') {
      fixed[fixed.length - 1] += part;
      continue;
    }
    // One more than is wanted tells whether there are more.
    const values = textsOf([part], most + 1);
    const isCut = values.length > most;
    choices.push({
      values: values.slice(0, most),
      count: isCut ? Math.max(most + 1, countOfAll(part)) : values.length,
    });
    fixed.push('');
  }
  return { fixed, choices };
}

/** The text with one value of each of its choices. */
export function withChoices(fixed: readonly string[], values: readonly string[]): string {
  return fixed.map((words, index) => words + (values[index] ?? '')).join('');
}
