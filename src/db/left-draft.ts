import type { UserKey } from '../domain/ids.ts';
import type { DraftRow, KeptAppDraft } from './schema.ts';

/**
 * What a form was when its page went, for the next page of the same tab. The database alone doesn't do: a write under
 * way dies with its page, and takes with it those that wait behind it.
 */
const key = 'kiln-left-draft';

/** Storage may be forbidden or full, and workers have none: then what was written while typing is there. */
function quietly<Value>(work: (storage: Storage) => Value): Value | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}

export function noteLeftDraft(row: DraftRow): void {
  quietly((storage) => storage.setItem(key, JSON.stringify(row)));
}

/** Null where the tab knows of none. Its fields are as untrusted as anything that is stored. */
export function leftDraft(): Partial<DraftRow> | null {
  const found = quietly((storage) => JSON.parse(storage.getItem(key) ?? 'null') as unknown);
  return typeof found === 'object' ? found : null;
}

export function forgetLeftDraft(): void {
  quietly((storage) => storage.removeItem(key));
}

const appKey = 'kiln-left-app';

/** An app that was being made, without its picture. */
export type LeftApp = Omit<KeptAppDraft, 'cover'>;

/** As `noteLeftDraft`, for an app that was being made. */
export function noteLeftApp(owner: UserKey, left: LeftApp): void {
  quietly((storage) => storage.setItem(appKey, JSON.stringify({ owner, ...left })));
}

/** Of this person, once; null where the tab knows of none. */
export function takeLeftApp(owner: UserKey): LeftApp | null {
  const found = quietly(
    (storage) =>
      JSON.parse(storage.getItem(appKey) ?? 'null') as (LeftApp & { owner: string }) | null,
  );
  quietly((storage) => storage.removeItem(appKey));
  return found !== null && found.owner === owner ? { of: found.of, draft: found.draft } : null;
}
