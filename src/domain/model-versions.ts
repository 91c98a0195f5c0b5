/** A name that ends in a number, as of a version: `Realistic Vision v5.1`. */
const versioned = /^(.*\S)[\s_-]+v?(\d+(?:\.\d+)*)$/i;

function read(name: string): { stem: string; numbers: number[] } | null {
  const found = versioned.exec(name.trim());
  if (!found) return null;
  const [, stem = '', version = ''] = found;
  const plain = stem.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  return { stem: plain, numbers: version.split('.').map(Number) };
}

function compare(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The newest version of a model among others, by the number at the end of their names. A name without one tells
 * nothing: it may be the first version or whichever is the latest.
 * @returns null where there is no newer one
 */
export function newestVersion(name: string, names: readonly string[]): string | null {
  const own = read(name);
  if (!own) return null;
  let newest = { name, numbers: own.numbers };
  for (const other of names) {
    const found = read(other);
    if (found?.stem === own.stem && compare(found.numbers, newest.numbers) > 0) {
      newest = { name: other, numbers: found.numbers };
    }
  }
  return newest.name === name ? null : newest.name;
}
