import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Term {
  /** The first is what a translation writes. */
  cn: string[];
  en: string[];
}

/** Reads `中文/别名=english/other; …` lines. */
export function readTerms(text: string): Term[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(';'))
    .flatMap((entry) => {
      const [cn, en] = entry.split('=').map((side) =>
        side
          .split('/')
          .map((word) => word.trim())
          .filter(Boolean),
      );
      return cn?.length && en?.length ? [{ cn, en }] : [];
    });
}

export const loadTerms = (): Term[] =>
  readTerms(readFileSync(path.join(import.meta.dirname, 'terms.txt'), 'utf8'));
