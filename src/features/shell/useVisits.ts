import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toldPath, visitPath } from '../../domain/link-facts.ts';
import { useSetting } from '../../live/useSetting.ts';

/** Tells the platform which pages are looked at, where the deployment wants to count them; nobody else, and no words. */
export function useVisits(): void {
  const router = useRouter();
  const counts = useSetting('countsVisits') ?? false;
  useEffect(() => {
    if (!counts) return undefined;
    const tell = () => {
      const path = toldPath(location.pathname, location.search);
      const body = new Blob([JSON.stringify({ path })], { type: 'application/json' });
      // Nobody waits for it, and it may be lost.
      if (navigator.onLine) navigator.sendBeacon(visitPath, body);
    };
    tell();
    return router.subscribe('onResolved', ({ hrefChanged }) => {
      if (hrefChanged) tell();
    });
  }, [counts, router]);
}
