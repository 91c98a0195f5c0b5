import { useCallback, useEffect, useState } from 'react';
import { readGalleryPage } from '../../api/gallery.ts';
import type { GalleryEntry, GalleryFilter } from '../../domain/gallery.ts';
import { KilnError } from '../../domain/errors.ts';
import { useAtom } from '../../ui/atoms.ts';
import { lastReadAtoms, type GalleryPlace } from './gallery-lists.ts';

export interface Gallery {
  entries: readonly GalleryEntry[];
  state: 'loading' | 'ready' | 'failed' | 'offline';
  /** Whether there is more than what has been read. */
  more: boolean;
  asOfMs: number | null;
  loadMore: () => void;
  /** Asks again for what did not come. */
  again: () => void;
}

const nothing: readonly GalleryEntry[] = [];

/** A work that was published meanwhile moves the others on, so that a page may begin with what the last one ended with. */
function joined(before: readonly GalleryEntry[], next: readonly GalleryEntry[]): GalleryEntry[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...next.filter(({ id }) => !known.has(id))];
}

/** The gallery, page by page as one gets near its end. */
export function useGallery(filter: GalleryFilter, place: GalleryPlace): Gallery {
  const key = JSON.stringify(filter);
  const [last, setLast] = useAtom(lastReadAtoms[place]);
  const read = last?.key === key ? last : null;
  const [asked, setAsked] = useState({ key, attempt: 0, wantsMore: false });
  const { attempt, wantsMore } = asked.key === key ? asked : { attempt: 0, wantsMore: false };
  const [trouble, setTrouble] = useState<{
    key: string;
    attempt: number;
    isOffline: boolean;
  } | null>(null);
  const failed = trouble?.key === key && trouble.attempt === attempt ? trouble : null;
  const page = (read?.pages ?? 0) + 1;
  const isWanted = failed === null && (read === null || (wantsMore && read.more));

  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    readGalleryPage(JSON.parse(key) as GalleryFilter, page, leaving.signal).then(
      ({ data, fetchedAtMs, stale }) => {
        if (leaving.signal.aborted) return;
        setLast((before) => {
          const sofar = before?.key === key ? before : null;
          if ((sofar?.pages ?? 0) !== page - 1) return before;
          const asOf = stale ? fetchedAtMs : null;
          const earlier = sofar?.asOfMs ?? null;
          return {
            key,
            entries: joined(sofar?.entries ?? nothing, data.entries),
            pages: page,
            more: data.more,
            asOfMs: asOf !== null && earlier !== null ? Math.min(asOf, earlier) : (asOf ?? earlier),
          };
        });
        setAsked((before) => ({ ...before, wantsMore: false }));
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        const isOffline = error instanceof KilnError && error.code === 'network';
        setTrouble({ key, attempt, isOffline });
      },
    );
    return () => leaving.abort();
  }, [isWanted, key, page, attempt, setLast]);

  const loadMore = useCallback(() => {
    setAsked((before) => ({
      key,
      attempt: before.key === key ? before.attempt : 0,
      wantsMore: true,
    }));
  }, [key]);
  const again = useCallback(() => {
    setAsked((before) => ({
      key,
      attempt: (before.key === key ? before.attempt : 0) + 1,
      wantsMore: true,
    }));
  }, [key]);

  return {
    entries: read?.entries ?? nothing,
    state: failed ? (failed.isOffline ? 'offline' : 'failed') : read ? 'ready' : 'loading',
    more: read?.more ?? false,
    asOfMs: read?.asOfMs ?? null,
    loadMore,
    again,
  };
}
