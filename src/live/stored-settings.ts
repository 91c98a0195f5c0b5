import { readSettings, type StoredSettings } from '../db/settings.ts';
import { sharedQuery } from './shared-query.ts';

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Whether two values of rows are alike; files are not looked into. */
function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isAlike(one[key], other[key]))
  );
}

let before: StoredSettings = new Map();

/**
 * Everything that is set, in one read for a whole page. What did not change is the very value of before, so that only
 * those draw anew whose setting it is.
 */
export const storedSettings = sharedQuery(async () => {
  const stored = await readSettings();
  before = new Map(
    Array.from(stored, ([key, value]) => {
      const known = before.get(key);
      return [key, isAlike(known, value) ? known : value];
    }),
  );
  return before;
});
