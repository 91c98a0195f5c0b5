import type { PromptLanguage } from '../../../domain/languages.ts';
import { fold } from './fold.ts';
import { keywordText, keywordsText, type Keyword } from './keyword.ts';

/** What stands between two separators of a prompt, by its place in it. */
interface Part {
  text: string;
  start: number;
  end: number;
}

/** A full stop separates only where a sentence ends: f/1.4 and (fog:1.2) are of one piece. */
const separator = /[,，、;；\n。！？]|[.!?](?=\s|$)/gu;

function partsOf(prompt: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const take = (to: number) => {
    const piece = prompt.slice(from, to);
    const text = piece.trim();
    const start = from + (piece.length - piece.trimStart().length);
    if (text !== '') parts.push({ text, start, end: start + text.length });
  };
  for (const { index, 0: mark } of prompt.matchAll(separator)) {
    take(index);
    from = index + mark.length;
  }
  take(prompt.length);
  return parts;
}

const weighted = /^\((?<words>[^()]+|\(.+\))(?::\s*[\d.]+)?\)$/su;

/** Without the brackets and the number of a weight, as in `((fog))` and `(fog:1.2)`. */
function withoutWeight(text: string): string {
  const words = weighted.exec(text)?.groups?.['words'];
  if (words === undefined) return text;
  return withoutWeight(words.replace(/:\s*[\d.]+$/u, '').trim());
}

interface Found {
  part: Part;
  /** Without a weight, as it is written. */
  words: string;
}

/** The last place where a keyword stands by itself, in either language. */
function findKeyword(prompt: string, keyword: Keyword): Found | null {
  const wanted = new Set([fold(keyword.english), fold(keyword.chinese)]);
  for (const part of partsOf(prompt).toReversed()) {
    const words = withoutWeight(part.text);
    if (wanted.has(fold(words))) return { part, words };
  }
  return null;
}

/** Whether a keyword stands in a prompt by itself, in either language, with or without a weight. */
export function isInPrompt(prompt: string, keyword: Keyword): boolean {
  return findKeyword(prompt, keyword) !== null;
}

function append(prompt: string, words: string): string {
  const before = prompt.replace(/[^\S\n]+$/u, '');
  if (before.trim() === '') return words;
  if (/[\n，、；。！？]$/u.test(before)) return before + words;
  return /[,;.!?]$/u.test(before) ? `${before} ${words}` : `${before}, ${words}`;
}

/** Those that are missing come to the end; those that stand there in the other language change to this one. */
export function addKeywords(
  prompt: string,
  keywords: readonly Keyword[],
  language: PromptLanguage,
): string {
  const missing: Keyword[] = [];
  let text = prompt;
  for (const keyword of keywords) {
    const found = findKeyword(text, keyword);
    if (!found) {
      missing.push(keyword);
      continue;
    }
    const { part, words } = found;
    const wanted = keywordText(keyword, language);
    if (fold(words) === fold(wanted)) continue;
    // Its weight stays.
    text =
      text.slice(0, part.start) + part.text.replace(words, () => wanted) + text.slice(part.end);
  }
  return missing.length > 0 ? append(text, keywordsText(missing, language)) : text;
}

/** A prompt without a keyword and the separator that led to it. */
export function removeKeyword(prompt: string, keyword: Keyword): string {
  const found = findKeyword(prompt, keyword);
  if (!found) return prompt;
  const { start, end } = found.part;
  const before = prompt.slice(0, start).trimEnd();
  const after = prompt.slice(end);
  if (before === '') return after.replace(/^\s*[,，、;；]?\s*/u, '');
  // The end of a sentence belongs to the sentence.
  return before.replace(/[,，、;；]$/u, '').trimEnd() + after;
}
