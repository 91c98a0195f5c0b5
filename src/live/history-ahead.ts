import { settingIn } from '../db/settings.ts';
import { noFilter } from '../domain/history-filter.ts';
import type { WorkId } from '../domain/ids.ts';
import { historyPages, type HistoryWindow } from './history-pages.ts';
import { makingOwner } from './making-owner.ts';
import { openRequestsOf } from './open-requests.ts';
import { showWork, shownWork } from './shown-works.ts';
import { storedSettings } from './stored-settings.ts';

/** A screen has about one tile for so many of its pixels. */
const pixelsOfTile = 40_000;
/** More of them would wait for pictures that nobody sees yet. */
const worksAtMost = 60;
/** By then the page follows all of it by itself. */
const heldMs = 10_000;

const nobody = () => {};

/** What the history shows by its plain address; null where that is not its beginning, or nobody's, or not known yet. */
function firstWindow(): HistoryWindow | null {
  const [stored, owner] = [storedSettings.read(), makingOwner.read()];
  if (!stored || !owner || settingIn(stored, 'historyPaged')) return null;
  return { owner, order: settingIn(stored, 'historyOrder'), filter: noFilter };
}

/**
 * Reads what the history begins with while the app's code is still on its way, so that its first drawing has the works
 * and their pictures. What can't be read is told by the page, which asks for it again.
 * @param onPicture is given the small picture of each work on the first screen
 */
export function readHistoryAhead(onPicture: (picture: Blob) => void): void {
  const held: (() => void)[] = [];
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    let window: HistoryWindow | null = null;
    try {
      window = firstWindow();
    } catch {
      // The page tells it where it opens the database.
    }
    if (!window) return;
    hasBegun = true;
    const pages = historyPages(window);
    const onScreen = Math.min(worksAtMost, Math.ceil((innerWidth * innerHeight) / pixelsOfTile));
    const shown = new Set<WorkId>();
    const showFirst = () => {
      for (const { id } of pages.getSnapshot().entries.slice(0, onScreen)) {
        if (shown.has(id)) continue;
        shown.add(id);
        held.push(showWork(id, tellOnce(id, onPicture)));
      }
    };
    held.push(pages.subscribe(showFirst), openRequestsOf(window.owner).subscribe(nobody));
    showFirst();
  };
  held.push(storedSettings.subscribe(begin));
  begin();
  setTimeout(() => {
    for (const release of held) release();
  }, heldMs);
}

/** Gives the small picture of a work when that has been read, and not again when something of the work changes. */
function tellOnce(id: WorkId, onPicture: (picture: Blob) => void): () => void {
  let isTold = false;
  return () => {
    const blob = shownWork(id)?.thumbnail?.blob;
    if (!blob || isTold) return;
    isTold = true;
    onPicture(blob);
  };
}
