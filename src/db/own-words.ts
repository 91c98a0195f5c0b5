import type { UserKey } from '../domain/ids.ts';
import { KilnError } from '../domain/errors.ts';
import type { OwnStyle } from '../domain/own-styles.ts';
import { ownStylesMax, wildcardListsMax, wildcardsMaxCharacters } from '../domain/limits.ts';
import type { WildcardList } from '../domain/wildcards.ts';
import { db } from './database.ts';
import { getOwnSetting, setOwnSetting } from './settings.ts';

/** Lists and styles of one person, which never leave the device; what a request says is what they made of it. */

const lettersOf = (lists: readonly WildcardList[]) =>
  lists.reduce((sum, { entries }) => sum + entries.reduce((all, { length }) => all + length, 0), 0);

/**
 * Puts lists among a person's own, in the place of those with the same names.
 * @param replaced the name that the only one of them had before
 * @throws KilnError `storage-full` where they would be more than are kept; then nothing has changed
 */
export async function putWildcards(
  owner: UserKey,
  lists: readonly WildcardList[],
  replaced?: string,
): Promise<void> {
  const names = new Set([...lists.map(({ name }) => name), replaced]);
  await db.transaction('rw', db.settings, async () => {
    const others = (await getOwnSetting(owner, 'wildcards')).filter(({ name }) => !names.has(name));
    const all = [...others, ...lists].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    if (all.length > wildcardListsMax || lettersOf(all) > wildcardsMaxCharacters) {
      throw new KilnError('storage-full', { retryable: false });
    }
    await setOwnSetting(owner, 'wildcards', all);
  });
}

/** @returns the list that was there, for whoever wants it back */
export async function removeWildcard(
  owner: UserKey,
  name: string,
): Promise<WildcardList | undefined> {
  return db.transaction('rw', db.settings, async () => {
    const all = await getOwnSetting(owner, 'wildcards');
    const found = all.find((list) => list.name === name);
    await setOwnSetting(
      owner,
      'wildcards',
      all.filter((list) => list !== found),
    );
    return found;
  });
}

/**
 * Keeps a style, in the place of the one with the same id, or behind all others.
 * @throws KilnError `storage-full` where there are too many
 */
export async function putOwnStyle(owner: UserKey, style: OwnStyle): Promise<void> {
  await db.transaction('rw', db.settings, async () => {
    const all = await getOwnSetting(owner, 'ownStyles');
    const isKnown = all.some(({ id }) => id === style.id);
    if (!isKnown && all.length >= ownStylesMax) {
      throw new KilnError('storage-full', { retryable: false });
    }
    await setOwnSetting(
      owner,
      'ownStyles',
      isKnown ? all.map((other) => (other.id === style.id ? style : other)) : [...all, style],
    );
  });
}

/** @returns the style that was there, for whoever wants it back */
export async function removeOwnStyle(owner: UserKey, id: string): Promise<OwnStyle | undefined> {
  return db.transaction('rw', db.settings, async () => {
    const all = await getOwnSetting(owner, 'ownStyles');
    const found = all.find((style) => style.id === id);
    await setOwnSetting(
      owner,
      'ownStyles',
      all.filter((style) => style !== found),
    );
    return found;
  });
}
