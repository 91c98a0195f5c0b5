import type { UserKey } from '../domain/ids.ts';

/** The key of a row that only one person has. */
export function ownKey<Key extends string>(owner: UserKey, key: Key): `own:${string}:${Key}` {
  return `own:${owner}:${key}`;
}
