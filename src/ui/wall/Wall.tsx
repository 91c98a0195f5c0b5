import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { columnsFor } from './boxes.ts';
import { useTouchSelection } from './useTouchSelection.ts';
import { useWallKeys, type WallSelection } from './useWallKeys.ts';
import classes from './Wall.module.css';

const gapPx = 8;
/** So many tiles from the end, more are fetched. */
const aheadTiles = 60;

/** What a wall has to know of a tile; the rest is its own. */
export interface WallTile {
  key: string;
  /** Width by height of its box. */
  ratio: number;
}

interface Measures {
  widthPx: number;
  columns: number;
  /** From the top of the document to the wall. */
  marginPx: number;
}

function measure(element: HTMLElement): Measures {
  const { width, top } = element.getBoundingClientRect();
  return {
    widthPx: width,
    columns: columnsFor(window.innerWidth),
    marginPx: Math.round(top + window.scrollY),
  };
}

/**
 * A virtual masonry: tiles keep their own shape, and only those near the screen are in the page. It scrolls
 * with the page.
 */
export function Wall<Shown extends WallTile, Id extends string = string>({
  label,
  tiles,
  onNearEnd,
  selection,
  children,
}: {
  label: string;
  tiles: readonly Shown[];
  onNearEnd?: () => void;
  /** Where tiles can be selected: by touch and by keyboard, besides pressing them. */
  selection?: WallSelection<Id>;
  children: (tile: Shown) => ReactNode;
}) {
  // The virtualizer is one object that changes inside; memoised reads of it would show old rows.
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const [measures, setMeasures] = useState<Measures | null>(null);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const update = () => setMeasures(measure(element));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element.parentElement ?? element);
    // Lines above the wall come and go, e.g. the network's.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const columns = measures?.columns ?? 2;
  const laneWidth = Math.max(1, ((measures?.widthPx ?? 0) - gapPx * (columns - 1)) / columns);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: measures ? tiles.length : 0,
    lanes: columns,
    gap: gapPx,
    overscan: 3,
    scrollMargin: measures?.marginPx ?? 0,
    estimateSize: (index) => Math.round(laneWidth / (tiles[index]?.ratio ?? 1)),
    getItemKey: (index) => tiles[index]?.key ?? index,
  });

  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, laneWidth, columns]);

  useTouchSelection<Id>(list, selection);
  useWallKeys<Id>(
    list,
    () => virtualizer.measurementsCache,
    (index) => {
      const shown = list.current?.querySelector(`li[data-index="${index}"]`);
      const start = virtualizer.measurementsCache[index]?.start ?? 0;
      if (shown) shown.scrollIntoView({ block: 'nearest' });
      else window.scrollTo(0, start - window.innerHeight / 3);
    },
    selection,
  );

  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastIndex >= 0 && lastIndex >= tiles.length - aheadTiles) onNearEnd?.();
  }, [lastIndex, tiles.length, onNearEnd]);

  return (
    <ul
      ref={list}
      className={classes.wall}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map((item) => {
        const tile = tiles[item.index];
        if (!tile) return null;
        return (
          <li
            key={item.key}
            className={classes.tile}
            data-index={item.index}
            aria-posinset={item.index + 1}
            aria-setsize={tiles.length}
            style={{
              width: laneWidth,
              height: item.size,
              transform: `translate(${item.lane * (laneWidth + gapPx)}px, ${item.start - (measures?.marginPx ?? 0)}px)`,
            }}
          >
            {children(tile)}
          </li>
        );
      })}
    </ul>
  );
}
