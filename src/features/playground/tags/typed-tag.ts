import { foldTag, promptText } from '../../../domain/tags.ts';

/** The piece of a prompt in which the caret stands. */
export interface TypedTag {
  /** Where the piece begins, without the spaces before it. */
  start: number;
  /** What stands from there to the caret. */
  typed: string;
  /** Where the piece ends: the next comma, bracket or line. */
  end: number;
  /** It begins behind a bracket or a bar: what closes it, or its weight, comes right behind. */
  bracketed: boolean;
}

/**
 * What parts one tag from the next, in Latin and Chinese. Not a parenthesis behind a backslash, which is a part of its
 * tag; and a colon only before a number, as in `(tag:1.2)`, because `re:zero` is one tag.
 */
const separator = /(?<!\\)[()[\]{}|]|[,，、。；\n]|(?<=[^\s,(|]):(?=\s*\d*\.?\d+\s*(?:[)\]}]|$))/g;
/** `<lora:…>` and its like name files, `__name__` a list: no tags. */
const other = /<\p{L}|^__/u;

/** @returns null where no tag is being written: before a word, in a weight, in the name of a LoRA */
export function typedTagAt(text: string, caret: number): TypedTag | null {
  let start = 0;
  let end = text.length;
  let before = '';
  for (const { 0: sign, index } of text.matchAll(separator)) {
    if (index >= caret) {
      end = index;
      break;
    }
    start = index + 1;
    before = sign;
  }
  while (start < caret && /\s/.test(text[start] ?? '')) start += 1;
  const typed = text.slice(start, caret);
  if (typed.trim() === '' || before === ':' || other.test(typed)) return null;
  return { start, typed, end, bracketed: /[([{|]/.test(before) };
}

/** A change of the text that puts a tag into it. */
export interface TagInsertion {
  /** What is replaced. */
  start: number;
  end: number;
  text: string;
  /** Where the caret goes. */
  caret: number;
}

const plain = (text: string): string => foldTag(text.replaceAll(/\\([()])/g, '$1'));

/**
 * How a tag goes into the text: in the place of what was typed of it, and of what already stood behind the caret of
 * it, with a comma behind it where one is missing.
 * @param matched characters before the caret that the tag stands for
 */
export function insertionOf(
  text: string,
  caret: number,
  piece: TypedTag,
  matched: number,
  name: string,
): TagInsertion {
  const start = caret - matched;
  const rest = text.slice(caret, piece.end);
  let end = caret + (/^\S*/.exec(rest)?.[0].length ?? 0);
  // The tag's own later words, when the caret was set back into one that was whole already.
  for (const { index } of rest.matchAll(/(?<=\S)(?=\s|$)/g)) {
    const upTo = caret + index;
    if (upTo > end && plain(name).startsWith(plain(text.slice(start, upTo)))) end = upTo;
  }
  const tag = promptText(name);
  const gap = /^[^\S\n]*/.exec(text.slice(end))?.[0].length ?? 0;
  const next = text[end + gap];
  if (next === ',' || next === '，') {
    const behind = end + gap + 1;
    const spaced = text[behind] === ' ' ? 1 : 0;
    return { start, end, text: tag, caret: start + tag.length + gap + 1 + spaced };
  }
  const isClosed = next !== undefined && end + gap === piece.end && next !== '\n';
  if (isClosed || (piece.bracketed && next === undefined)) {
    return { start, end, text: tag, caret: start + tag.length };
  }
  const written = `${tag}, `;
  return { start, end: end + gap, text: written, caret: start + written.length };
}
