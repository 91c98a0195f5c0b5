/** Letters as they are compared: without case, full-width ones as their plain twins. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of a search as they are compared; none for one that says nothing. */
export const searchWords = (search: string): string[] =>
  folded(search)
    .split(/\s+/)
    .filter((word) => word !== '');

/**
 * Whether a text has every word that is looked for, wherever it stands: Chinese is written without spaces, so there
 * is no beginning of a word to ask for.
 */
export function matchesSearch(text: string, search: string): boolean {
  const inside = folded(text);
  return searchWords(search).every((word) => inside.includes(word));
}
