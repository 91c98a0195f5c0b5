import type { GeneratorType } from './generator-types.ts';

/** Words that a person has made something of. */
export interface OwnPrompt {
  text: string;
  /** The tool that they were written for. */
  jobType: GeneratorType;
  /** When they were last used. */
  atMs: number;
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
