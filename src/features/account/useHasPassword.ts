import { useEffect, useState } from 'react';
import { fetchSignIns } from './sign-ins.ts';

/**
 * Whether one has a password. Until that is known they have: most people do, and who came by another door hears
 * otherwise before it matters.
 */
export function useHasPassword(wanted: boolean): boolean {
  const [hasPassword, setHasPassword] = useState(true);
  useEffect(() => {
    if (!wanted) return undefined;
    const leaving = new AbortController();
    fetchSignIns(leaving.signal).then(
      (found) => setHasPassword(found.hasPassword),
      // What asks for it says so itself.
      () => undefined,
    );
    return () => leaving.abort();
  }, [wanted]);
  return hasPassword;
}
