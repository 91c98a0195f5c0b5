import { useEffect, useState } from 'react';
import { hasSignedInBefore } from '../../db/account/session.ts';
import { useSession } from '../../live/useSession.ts';
import { useWaitingCount } from '../../live/useQueueCounts.ts';

// Beside the database, because it tells of the database's end: a browser that makes room empties the one first.
const noteKey = 'kiln-waiting';

function readNote(): number {
  try {
    return Number(localStorage.getItem(noteKey) ?? 0);
  } catch {
    return 0;
  }
}

function writeNote(count: number): void {
  try {
    if (count > 0) localStorage.setItem(noteKey, String(count));
    else localStorage.removeItem(noteKey);
  } catch {
    // Storage is forbidden: nothing can be told of what was not noted.
  }
}

/**
 * Requests that had not left when the device's database was emptied under the app.
 * @returns how many, 0 for none, and the person's answer that they have read it
 */
export function useLostRequests(): { lost: number; forget: () => void } {
  const session = useSession();
  const waiting = useWaitingCount();
  const [noted] = useState(readNote);
  /** Null until it is known whether the database is a new one. */
  const [lost, setLost] = useState<number | null>(noted === 0 ? 0 : null);
  useEffect(() => {
    if (noted === 0) return;
    const compare = async () => setLost((await hasSignedInBefore()) ? 0 : noted);
    // A database that cannot be read is told elsewhere.
    compare().catch(() => undefined);
  }, [noted]);
  useEffect(() => {
    if (lost === 0 && session && waiting !== undefined) writeNote(waiting);
  }, [lost, session, waiting]);
  return {
    lost: lost ?? 0,
    forget: () => {
      writeNote(0);
      setLost(0);
    },
  };
}
