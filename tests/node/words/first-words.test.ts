import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { readImports, targetOf } from '../../../scripts/import-graph.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/** What a part's file loads at once, over however many files; what it loads later waits for its own words. */
function closureOf(start: string, imports: ReturnType<typeof readImports>): Set<string> {
  const seen = new Set([start]);
  for (const file of seen) {
    const source = readFileSync(path.join(root, file), 'utf8');
    for (const { specifier } of imports.get(file) ?? []) {
      if (!specifier.startsWith('.')) continue;
      const isLater = source.includes(`import('${specifier}')`);
      const target = targetOf(file, specifier);
      if (!isLater && imports.has(target)) seen.add(target);
    }
  }
  return seen;
}

function filesWithWordsIn(catalog: string): Set<string> {
  const lines = readFileSync(path.join(root, `locales/en/${catalog}.po`), 'utf8').split('\n');
  return new Set(lines.filter((line) => line.startsWith('#: ')).map((line) => line.slice(3)));
}

test('a part of the first screen, and all that it brings along, has its words among the first', () => {
  const imports = readImports(root);
  const late = filesWithWordsIn('pages');
  const parts = [...imports.keys()].flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return [
      ...source.matchAll(
        /(?:lazy|calm)Part\(\s*(?:async )?\(\) =>\s*\(?(?:await )?import\('([^']+)'\)/g,
      ),
    ].map(([, specifier]) => targetOf(file, specifier!));
  });
  expect(parts.length).toBeGreaterThan(7);
  for (const part of parts) {
    const wordless = [...closureOf(part, imports)].filter((file) => late.has(file));
    expect({ part, wordless }).toEqual({ part, wordless: [] });
  }
});
