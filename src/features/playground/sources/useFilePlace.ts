import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { listenForFiles } from '../useFileArrivals.ts';
import { shareOut, type Place } from './share-out.ts';

interface FilePlace extends Place {
  /** A dialog lies over the form: what is dropped there is meant for none of its fields. */
  isCovered: boolean;
  /** @param isAlone nothing else came with it */
  onFiles: (files: [File, ...File[]], isAlone: boolean) => void;
}

interface Entry extends FilePlace {
  element: HTMLElement;
  setOver: (over: boolean) => void;
  setLeft: (left: number) => void;
}

/** The fields of the form that is on the screen. They hear of files together, since one drop may be for several. */
const entries = new Set<RefObject<Entry | null>>();
let stop: (() => void) | null = null;

/** In the form's order; none while a dialog lies over it. */
function places(): Entry[] {
  const here = [...entries].flatMap(({ current }) => current ?? []);
  if (here.some(({ isCovered }) => isCovered)) return [];
  return here.toSorted((one, other) =>
    one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
}

function aimedAt(here: readonly Entry[], target: EventTarget | null): Entry | null {
  return here.find(({ element }) => target instanceof Node && element.contains(target)) ?? null;
}

function listen(): () => void {
  return listenForFiles(
    (at) => {
      const here = places();
      const shares = at && shareOut(here, aimedAt(here, at.target), at.count).shares;
      for (const place of here) place.setOver(shares?.has(place) ?? false);
    },
    (files, target) => {
      const here = places();
      const aimed = aimedAt(here, target);
      const { shares, left } = shareOut(here, aimed, files.length);
      let next = 0;
      for (const [place, share] of shares) {
        const [first, ...others] = files.slice(next, next + share);
        next += share;
        if (first) place.onFiles([first, ...others], files.length === 1);
      }
      const teller = aimed ?? [...shares.keys()][0] ?? here[0];
      for (const place of here) place.setLeft(place === teller ? left : 0);
    },
  );
}

/**
 * A field's part in what is dropped or pasted anywhere on the page.
 * @returns for the field's element; whether what is being dragged would come here; how many files were left out
 */
export function useFilePlace(place: FilePlace) {
  const ref = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const [left, setLeft] = useState(0);
  const [wasEmpty, setWasEmpty] = useState(place.isEmpty);
  if (wasEmpty !== place.isEmpty) {
    setWasEmpty(place.isEmpty);
    // Once there is room, they can be given again.
    if (place.isEmpty) setLeft(0);
  }
  const entry = useRef<Entry | null>(null);
  // Not a moment after it is on the screen: what is dropped on nobody, the browser opens in place of Kiln.
  useLayoutEffect(() => {
    entry.current = ref.current && { ...place, element: ref.current, setOver, setLeft };
  }, [place]);
  useLayoutEffect(() => {
    entries.add(entry);
    stop ??= listen();
    return () => {
      entries.delete(entry);
      if (entries.size > 0) return;
      stop?.();
      stop = null;
    };
  }, []);
  return { ref, over, left };
}
