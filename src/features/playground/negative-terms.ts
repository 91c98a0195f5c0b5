const termsOf = (text: string) =>
  text
    .split(/[,，、]/)
    .map((term) => term.trim())
    .filter((term) => term !== '');
const folded = (term: string) => term.toLowerCase();

/** Whether every term of a list stands in a text. */
export function hasTerms(text: string, list: string): boolean {
  const there = new Set(termsOf(text).map(folded));
  return termsOf(list).every((term) => there.has(folded(term)));
}

/** The text with the terms that it does not have yet behind its own. */
export function withTerms(text: string, list: string): string {
  const there = new Set(termsOf(text).map(folded));
  const missing = termsOf(list).filter((term) => !there.has(folded(term)));
  return [text.trim().replace(/[,，、]\s*$/, ''), ...missing].filter(Boolean).join(', ');
}

/** The text without the terms of a list; its own words stay as they were written. */
export function withoutTerms(text: string, list: string): string {
  const gone = new Set(termsOf(list).map(folded));
  return termsOf(text)
    .filter((term) => !gone.has(folded(term)))
    .join(', ');
}
