import { useEffect, useState } from 'react';
import { hasSignedInBefore } from '../../db/account/session.ts';
import { getDeviceId } from '../../db/works/device-copies.ts';
import { communityOwner } from '../../domain/community.ts';
import { useSession } from '../../live/useSession.ts';
import { useWaitingCount } from '../../live/useQueueCounts.ts';

// Beside the database, because it tells of the database's end: a browser that makes room empties the one first.
const noteKey = 'kiln-waiting';

/** What the database held of which there is nothing anywhere else. */
interface Note {
  /** The device's name in the database that this is about; the note of an earlier version had none. */
  store: string | null;
  requests: number;
  works: number;
  /** Without a platform: nobody else had any of it. */
  isAlone: boolean;
}

const asCount = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;

/** Checked by hand: this is loaded with the first page, and a library of schemas is not. */
function readNote(): Note | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(noteKey) ?? 'null');
    if (typeof found === 'number')
      return { store: null, requests: found, works: 0, isAlone: false };
    if (typeof found !== 'object' || found === null) return null;
    const { store, requests, works, isAlone }: Record<string, unknown> = { ...found };
    if (typeof store !== 'string') return null;
    return {
      store,
      requests: asCount(requests),
      works: asCount(works),
      isAlone: isAlone === true,
    };
  } catch {
    return null;
  }
}

async function writeNote(held: Omit<Note, 'store'>): Promise<void> {
  const isWorthIt = held.requests + held.works > 0;
  const store = isWorthIt ? await getDeviceId() : null;
  try {
    if (isWorthIt) localStorage.setItem(noteKey, JSON.stringify({ store, ...held }));
    else localStorage.removeItem(noteKey);
  } catch {
    // Storage is forbidden: nothing can be told of what was not noted.
  }
}

async function isGone({ store }: Note): Promise<boolean> {
  return store === null ? !(await hasSignedInBefore()) : store !== (await getDeviceId());
}

export interface LostStore {
  /** Requests that had not left. */
  requests: number;
  /** Full-size results, counted only where nobody else keeps them. */
  works: number;
  /** The device asks volunteers by itself. */
  isAlone: boolean;
}

/**
 * What was lost when the device's database was emptied under the app: requests that had not left and, on a device
 * without a platform, works.
 * @param originals full-size results on this device
 * @returns null when nothing was, and the person's answer that they have read it
 */
export function useLostStore(originals: number): { lost: LostStore | null; forget: () => void } {
  const session = useSession();
  const requests = useWaitingCount();
  const [noted] = useState(readNote);
  /** Undefined until it is known whether the database is a new one. */
  const [lost, setLost] = useState<Note | null | undefined>(noted === null ? null : undefined);
  useEffect(() => {
    if (noted === null) return;
    const compare = async () => setLost((await isGone(noted)) ? noted : null);
    // A database that cannot be read is told elsewhere.
    compare().catch(() => undefined);
  }, [noted]);
  const isAlone = session?.userKey === communityOwner;
  const works = isAlone ? originals : 0;
  useEffect(() => {
    if (lost !== null || !session || requests === undefined) return;
    writeNote({ requests, works, isAlone }).catch(() => undefined);
  }, [lost, session, requests, works, isAlone]);
  return {
    lost: lost ?? null,
    forget: () => {
      localStorage.removeItem(noteKey);
      setLost(null);
    },
  };
}
