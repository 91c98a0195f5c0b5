import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

test('every live query is an async function, since Dexie follows no second read of any other', () => {
  const others = globSync('{src,workers,sw}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const asked = text.matchAll(/\b(?:useL|l)iveQuery\(\s*(\([^)]*\) =>|function\b)/g);
    return [...asked].map(([found]) => `${file}: ${found}`);
  });
  expect(others).toEqual([]);
});
