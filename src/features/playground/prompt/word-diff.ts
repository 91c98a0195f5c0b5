import { diffArrays } from 'diff';

/** A stretch of two texts, in the order in which one reads them: what goes stands before what comes in its place. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** More changes than this are no comparison any more, and finding them would take long. */
const maxEdits = 1_500;

/** Words as a reader sees them, in Chinese too; what stands between them are pieces of their own. */
function piecesOf(text: string): string[] {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(words.segment(text), ({ segment }) => segment);
}

const hasWord = (text: string) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text);

/**
 * What a rewritten text takes away and adds, word by word. A comma or a space that two texts happen to share between
 * changed words counts as changed: else a translation would be a salad of both languages.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const found = diffArrays(piecesOf(before), piecesOf(after), { maxEditLength: maxEdits }) ?? [
    { removed: true, added: false, value: [before] },
    { removed: false, added: true, value: [after] },
  ];
  const parts: DiffPart[] = [];
  let removed = '';
  let added = '';
  const settle = () => {
    if (removed !== '') parts.push({ kind: 'removed', text: removed });
    if (added !== '') parts.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [index, change] of found.entries()) {
    const text = change.value.join('');
    if (change.removed) removed += text;
    else if (change.added) added += text;
    else if (
      index > 0 &&
      index < found.length - 1 &&
      removed !== '' &&
      added !== '' &&
      !hasWord(text)
    ) {
      removed += text;
      added += text;
    } else {
      settle();
      parts.push({ kind: 'same', text });
    }
  }
  settle();
  return parts;
}
