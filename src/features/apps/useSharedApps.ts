import { useEffect, useState } from 'react';
import { readAppsPage } from '../../api/apps.ts';
import type { SharedApp } from '../../api/contract/apps.ts';
import { KilnError } from '../../domain/errors.ts';

interface Read {
  words: string;
  apps: readonly SharedApp[];
  pages: number;
  more: boolean;
  /** When the oldest of it was given, where nobody could be asked anew. */
  asOfMs: number | null;
}

interface Asked {
  words: string;
  /** Up to which page. */
  pages: number;
  attempt: number;
}

/** Apps that people have made for everybody, page by page. @param words that they are looked for by */
export function useSharedApps(words: string) {
  const [read, setRead] = useState<Read | null>(null);
  const [asked, setAsked] = useState<Asked>({ words, pages: 1, attempt: 0 });
  const [failed, setFailed] = useState<{ asked: Asked; isOffline: boolean } | null>(null);
  if (asked.words !== words) setAsked({ words, pages: 1, attempt: 0 });
  const known = read?.words === words ? read : null;
  const page = (known?.pages ?? 0) + 1;
  const isWanted = known === null || (page <= asked.pages && known.more);

  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    readAppsPage(words, page, leaving.signal).then(
      ({ data, fetchedAtMs, stale }) =>
        setRead((before) => {
          const sofar = before?.words === words ? before : null;
          const ids = new Set(sofar?.apps.map(({ id }) => id));
          const asOfMs = stale ? Math.min(sofar?.asOfMs ?? Infinity, fetchedAtMs) : null;
          return {
            words,
            // One that was made meanwhile moves the others on.
            apps: [...(sofar?.apps ?? []), ...data.apps.filter(({ id }) => !ids.has(id))],
            pages: page,
            more: data.more,
            asOfMs: asOfMs ?? sofar?.asOfMs ?? null,
          };
        }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const isOffline = error instanceof KilnError && error.code === 'network';
        setFailed({ asked, isOffline });
      },
    );
    return () => leaving.abort();
  }, [words, page, isWanted, asked]);

  const trouble = failed?.asked === asked ? failed : null;
  return {
    apps: known?.apps ?? null,
    more: known?.more ?? false,
    asOfMs: known?.asOfMs ?? null,
    isLoading: isWanted && trouble === null,
    trouble: trouble && (trouble.isOffline ? ('offline' as const) : ('failed' as const)),
    loadMore: () => setAsked((now) => ({ ...now, pages: page, attempt: now.attempt + 1 })),
  };
}
