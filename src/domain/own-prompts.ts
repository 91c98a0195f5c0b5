import type { GeneratorType } from './generator-types.ts';

/** Words that a person has made something of. */
export interface OwnPrompt {
  text: string;
  /** The tool that they were written for. */
  jobType: GeneratorType;
  /** When they were last used. */
  atMs: number;
}

/** Letters as they are compared: without case, full-width ones as their plain twins. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** Whether a prompt has every word that is looked for, wherever it stands. */
export function matchesSearch(text: string, search: string): boolean {
  const inside = folded(text);
  return folded(search)
    .split(/\s+/)
    .every((word) => inside.includes(word));
}

/** Each text once, as it was used last; the newest first. */
export function newestOfEach(prompts: readonly OwnPrompt[]): OwnPrompt[] {
  const newest = new Map<string, OwnPrompt>();
  for (const prompt of prompts) {
    const known = newest.get(prompt.text);
    if (!known || known.atMs < prompt.atMs) newest.set(prompt.text, prompt);
  }
  return [...newest.values()].toSorted((left, right) => right.atMs - left.atMs);
}
