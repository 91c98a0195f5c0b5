import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

interface Locked {
  optionalDependencies?: Record<string, string>;
}

const file = new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };

/** Folders in which Node would look for a package, the nearest first. */
function* placesOf(name: string, location: string): Generator<string> {
  for (let folder = location; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    yield `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (!folder.includes('/node_modules/')) break;
  }
  yield `node_modules/${name}`;
}

// npm leaves out silently what its registry lacks, and the next `npm ci` elsewhere refuses to work.
test('the lockfile has every platform binary that a package in it names', () => {
  const missing = Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => ![...placesOf(name, location)].some((place) => place in packages))
      .map((name) => `${location} needs ${name}`),
  );
  expect(missing).toEqual([]);
});
