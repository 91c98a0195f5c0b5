import { useEffect, useEffectEvent, type RefObject } from 'react';
import { tileAt, tileAttribute } from './useTouchSelection.ts';

/** Where a tile of the wall lies. */
export interface TilePlace {
  index: number;
  lane: number;
}

/** What the keyboard does with tiles, besides pressing them. */
export interface WallSelection<Id extends string = string> {
  isSelecting: boolean;
  onToggle: (id: Id) => void;
  onExtend: (id: Id) => void;
  onAll: () => void;
}

/** Tile by tile: left and right in the order of the list, up and down in a column. */
function nextPlace(places: readonly TilePlace[], from: number, key: string): number | null {
  const lane = places[from]?.lane;
  switch (key) {
    case 'ArrowLeft':
      return from - 1;
    case 'ArrowRight':
      return from + 1;
    case 'ArrowUp':
      return places.slice(0, from).findLastIndex((place) => place.lane === lane);
    case 'ArrowDown':
      return places.findIndex((place, index) => index > from && place.lane === lane);
    case 'Home':
      return 0;
    case 'End':
      return places.length - 1;
    default:
      return null;
  }
}

const pressable = 'a[href], [role="checkbox"], button';

/**
 * Arrow keys move between the tiles of a wall, space selects, shift with an arrow selects on, Ctrl+A everything.
 * @param places of all tiles, those too that are not in the page
 * @param reveal scrolls a tile into the page
 */
export function useWallKeys<Id extends string>(
  wall: RefObject<HTMLElement | null>,
  places: () => readonly TilePlace[],
  reveal: (index: number) => void,
  selection: WallSelection<Id> | undefined,
): void {
  /** A tile that is selected, or scrolled to, is drawn first. */
  function focusSoon(find: () => Element | null | undefined, patience = 12) {
    requestAnimationFrame(() => {
      const found = find()?.querySelector<HTMLElement>(pressable) ?? null;
      const tile = find();
      const target = tile?.matches(pressable) ? (tile as HTMLElement) : found;
      if (target) target.focus({ preventScroll: true });
      else if (patience > 0) focusSoon(find, patience - 1);
    });
  }

  const ofTile = (id: string) => () =>
    wall.current?.querySelector(`[${tileAttribute}="${CSS.escape(id)}"]`);
  const ofIndex = (index: number) => () =>
    wall.current?.querySelector(`li[data-index="${index}"] [${tileAttribute}]`) ??
    wall.current?.querySelector(`li[data-index="${index}"]`);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return;
    const item = target.closest<HTMLElement>('li[data-index]');
    const id = tileAt<Id>(target);
    if (!item || event.altKey) return;
    if (key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      if (!selection || selection.isSelecting) return;
      event.preventDefault();
      selection.onAll();
      if (id) focusSoon(ofTile(id));
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (key === 'Escape' && selection?.isSelecting && id) {
      focusSoon(ofTile(id));
      return;
    }
    if (key === ' ' && selection && id && target.matches('a')) {
      event.preventDefault();
      selection.onToggle(id);
      focusSoon(ofTile(id));
      return;
    }
    const from = Number(item.dataset['index']);
    const inside = Array.from(item.querySelectorAll(`[${tileAttribute}]`));
    const at = inside.findIndex((tile) => tile.contains(target));
    // A job's works lie in one tile.
    const sibling =
      key === 'ArrowRight' ? inside[at + 1] : key === 'ArrowLeft' ? inside[at - 1] : undefined;
    const all = places();
    const to = nextPlace(all, from, key);
    if (to === null) return;
    event.preventDefault();
    if (!sibling && (to < 0 || to >= all.length || to === from)) return;
    if (event.shiftKey && selection && id && !selection.isSelecting) selection.onToggle(id);
    if (!sibling) reveal(to);
    const find = sibling ? () => sibling : ofIndex(to);
    focusSoon(() => {
      const tile = find();
      const next = tileAt<Id>(tile ?? null);
      if (event.shiftKey && selection && next) selection.onExtend(next);
      return next ? ofTile(next)() : tile;
    });
  });
  useEffect(() => {
    const element = wall.current;
    if (!element) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [wall]);
}
