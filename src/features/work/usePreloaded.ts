import { useEffect, useState } from 'react';
import { getOriginal } from '../../db/media/media.ts';
import type { WorkId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';

/** The picture that is looked at comes first. */
const pauseMs = 150;
/** Three of these take some hundred megabytes once they are decoded; larger ones are opened when it is their turn. */
const preloadedMaxPixels = 16_000_000;

interface Preloaded {
  url: string;
  /** Held, so that the browser keeps what it has decoded. */
  image: HTMLImageElement;
  isDecoded: boolean;
}

/**
 * Has the pictures beside a work read and decoded before one turns to them; those that are not neighbours any more are
 * let go.
 * @param isReady whether the work itself has been shown
 * @returns the address of the work's own picture, if it was preloaded; it holds as long as the work is shown
 */
export function usePreloaded(
  current: WorkId,
  neighbours: readonly (WorkId | null)[],
  isReady: boolean,
): string | null {
  const [held] = useState(() => new Map<WorkId, Preloaded>());
  const [previous = null, next = null] = neighbours;

  useEffect(() => {
    for (const [id, { url }] of held) {
      if (id === current || id === previous || id === next) continue;
      URL.revokeObjectURL(url);
      held.delete(id);
    }
    if (!isReady) return;
    let isOver = false;
    const preload = async () => {
      // The next one first: most people go on.
      for (const id of [next, previous]) {
        if (isOver || id === null || held.has(id)) continue;
        const original = await getOriginal(id).catch(() => undefined);
        if (isOver || !original || mediaKind(original.mediaType) !== 'picture') continue;
        if (original.width * original.height > preloadedMaxPixels) continue;
        const url = URL.createObjectURL(original.blob);
        const image = new Image();
        image.src = url;
        const entry: Preloaded = { url, image, isDecoded: false };
        held.set(id, entry);
        // What can't be decoded is told by the viewer when it is its turn.
        await image.decode().then(
          () => {
            entry.isDecoded = true;
          },
          () => undefined,
        );
      }
    };
    const timer = setTimeout(() => void preload(), pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [held, current, previous, next, isReady]);

  useEffect(
    () => () => {
      for (const { url } of held.values()) URL.revokeObjectURL(url);
      held.clear();
    },
    [held],
  );

  const own = held.get(current);
  return own?.isDecoded ? own.url : null;
}
