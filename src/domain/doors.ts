/** Where somebody lands who has signed in elsewhere; what for stands behind the hash. */
export const enteredPath = '/entered';

/** A door beside the password, as the app offers it. */
export interface OidcDoor {
  /** What people know it as. */
  name: string;
}

const nameMaxCharacters = 40;

/** Reads what a host says of its door; null where it has none. */
export function readOidcDoor(given: unknown): OidcDoor | null {
  if (typeof given !== 'object' || given === null) return null;
  const name: unknown = (given as { name?: unknown }).name;
  return typeof name === 'string' && name.trim() !== '' && name.length <= nameMaxCharacters
    ? { name: name.trim() }
    : null;
}

/** The deployment's account provider, as the app offers it. */
export interface ProviderDoor {
  kind: 'key' | 'token';
  name: string;
  /** Where people sign in there; null: only links lead in. */
  login: string | null;
}

/** Reads what a host says of its account provider; null where it has none. */
export function readProviderDoor(given: unknown): ProviderDoor | null {
  const door = readOidcDoor(given);
  if (!door) return null;
  const { kind, login } = given as { kind?: unknown; login?: unknown };
  if (kind !== 'key' && kind !== 'token') return null;
  const isAddress = typeof login === 'string' && /^https:\/\/\S+$/.test(login);
  return { kind, name: door.name, login: isAddress ? login : null };
}

/** What the address of that page says behind its hash. */
export type Entered = { ticket: string } | { failure: 'refused' | 'failed' };

export function readEntered(hash: string): Entered {
  const ticket = /^#ticket=([\w-]{43})$/.exec(hash)?.[1];
  if (ticket !== undefined) return { ticket };
  return { failure: hash === '#failure=refused' ? 'refused' : 'failed' };
}
