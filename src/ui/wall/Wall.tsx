import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { columnsFor } from './boxes.ts';
import { usePassingTiles } from './usePassingTiles.ts';
import { useTouchSelection } from './useTouchSelection.ts';
import { useWallKeys, type WallSelection } from './useWallKeys.ts';
import { keepsDecodedPictures } from './decoded-ahead.ts';
import { createWallPainter } from './wall-painter.ts';
import { WallPainting } from './wall-painting.ts';
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
  /** From the top of what scrolls to the wall. */
  marginPx: number;
}

function measure(element: HTMLElement, scroller: HTMLElement | null): Measures {
  const { width, top } = element.getBoundingClientRect();
  const from = scroller
    ? scroller.getBoundingClientRect().top - scroller.scrollTop
    : -window.scrollY;
  return {
    widthPx: width,
    columns: columnsFor(scroller?.clientWidth ?? window.innerWidth),
    marginPx: Math.round(top - from),
  };
}

interface WallProps<Shown extends WallTile, Id extends string> {
  label: string;
  tiles: readonly Shown[];
  onNearEnd?: (() => void) | undefined;
  /** Where tiles can be selected: by touch and by keyboard, besides pressing them. */
  selection?: WallSelection<Id> | undefined;
  /** Rows beyond the screen that are in the page: pictures that come from afar need more time than those of the device. */
  rowsAhead?: number | undefined;
  /** What it scrolls with; the page, where this is left out. */
  scroller?: RefObject<HTMLElement | null> | undefined;
  children: (tile: Shown) => ReactNode;
}

/** A virtual masonry: tiles keep their own shape, and only those near the screen are in the page. */
export function Wall<Shown extends WallTile, Id extends string = string>({
  scroller,
  ...props
}: WallProps<Shown, Id>) {
  return scroller ? <BoxWall scroller={scroller} {...props} /> : <PageWall {...props} />;
}

/** The size of the wall, and where it lies in what scrolls. */
function useMeasures(
  list: RefObject<HTMLUListElement | null>,
  scroller?: RefObject<HTMLElement | null>,
): Measures | null {
  const [measures, setMeasures] = useState<Measures | null>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const update = () => {
      const next = measure(element, scroller?.current ?? null);
      // A page that is drawn but not shown yet has no size: its tiles come with it.
      if (next.widthPx > 0) setMeasures(next);
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element.parentElement ?? element);
    // Lines above the wall come and go, e.g. the network's.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, scroller]);
  return measures;
}

const laneWidthOf = (measures: Measures | null): number => {
  const columns = measures?.columns ?? 2;
  return Math.max(1, ((measures?.widthPx ?? 0) - gapPx * (columns - 1)) / columns);
};

/** What is painted is there in a moment; other pictures are decoded by the browser when it comes to them. */
const usualRowsAhead = (): number => (keepsDecodedPictures() ? 1 : 3);

function useLanes(
  measures: Measures | null,
  {
    tiles,
    rowsAhead = usualRowsAhead(),
  }: { tiles: readonly WallTile[]; rowsAhead?: number | undefined },
) {
  // A new function would have every tile's place worked out again, in each frame of scrolling.
  const getItemKey = useCallback((index: number) => tiles[index]?.key ?? index, [tiles]);
  return {
    count: measures ? tiles.length : 0,
    lanes: measures?.columns ?? 2,
    gap: gapPx,
    overscan: rowsAhead,
    scrollMargin: measures?.marginPx ?? 0,
    estimateSize: (index: number) => Math.round(laneWidthOf(measures) / (tiles[index]?.ratio ?? 1)),
    getItemKey,
  };
}

/** It scrolls with the page. */
function PageWall<Shown extends WallTile, Id extends string>(
  props: Omit<WallProps<Shown, Id>, 'scroller'>,
) {
  // The virtualizer is one object that changes inside; memoised reads of it would show old rows.
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const measures = useMeasures(list);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>(useLanes(measures, props));
  const items = virtualizer.getVirtualItems();
  return (
    <Tiles
      {...props}
      list={list}
      measures={measures}
      virtualizer={virtualizer}
      items={items}
      isScrolling={virtualizer.isScrolling}
      totalPx={virtualizer.getTotalSize()}
      onFar={(startPx) => window.scrollTo(0, startPx - window.innerHeight / 3)}
    />
  );
}

/** It scrolls within a box, such as a dialog. */
function BoxWall<Shown extends WallTile, Id extends string>({
  scroller,
  ...props
}: WallProps<Shown, Id> & { scroller: RefObject<HTMLElement | null> }) {
  'use no memo';
  const list = useRef<HTMLUListElement>(null);
  const measures = useMeasures(list, scroller);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...useLanes(measures, props),
    getScrollElement: () => scroller.current,
  });
  const items = virtualizer.getVirtualItems();
  return (
    <Tiles
      {...props}
      list={list}
      measures={measures}
      virtualizer={virtualizer}
      items={items}
      isScrolling={virtualizer.isScrolling}
      totalPx={virtualizer.getTotalSize()}
      onFar={(startPx) =>
        scroller.current?.scrollTo(0, startPx - scroller.current.clientHeight / 3)
      }
    />
  );
}

function Tiles<Shown extends WallTile, Id extends string>({
  label,
  tiles,
  onNearEnd,
  selection,
  children,
  list,
  measures,
  virtualizer,
  items,
  isScrolling,
  totalPx,
  onFar,
}: Omit<WallProps<Shown, Id>, 'scroller'> & {
  list: RefObject<HTMLUListElement | null>;
  measures: Measures | null;
  virtualizer: Pick<Virtualizer<HTMLElement, HTMLLIElement>, 'measure' | 'measurementsCache'>;
  items: readonly {
    key: string | number | bigint;
    index: number;
    lane: number;
    start: number;
    size: number;
  }[];
  isScrolling: boolean;
  totalPx: number;
  /** Brings what is not in the page yet near. */
  onFar: (startPx: number) => void;
}) {
  'use no memo';
  const columns = measures?.columns ?? 2;
  const laneWidth = laneWidthOf(measures);

  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, laneWidth, columns]);

  const layer = useRef<HTMLDivElement>(null);
  const [painter] = useState(createWallPainter);
  useLayoutEffect(() => {
    painter.lay(layer.current);
    return painter.end;
  }, [painter]);
  useLayoutEffect(() => painter.follow());

  const frame = useRef<HTMLDivElement>(null);
  usePassingTiles(frame, list, isScrolling);
  useTouchSelection<Id>(list, selection);
  useWallKeys<Id>(
    list,
    () => virtualizer.measurementsCache,
    (index) => {
      const shown = list.current?.querySelector(`li[data-index="${index}"]`);
      const start = virtualizer.measurementsCache[index]?.start ?? 0;
      if (shown) shown.scrollIntoView({ block: 'nearest' });
      else onFar(start);
    },
    selection,
  );

  const lastIndex = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastIndex >= 0 && lastIndex >= tiles.length - aheadTiles) onNearEnd?.();
  }, [lastIndex, tiles.length, onNearEnd]);

  return (
    <div ref={frame} className={classes.frame}>
      <div ref={layer} className={classes.layer} aria-hidden />
      <WallPainting value={keepsDecodedPictures() ? painter : null}>
        <ul
          ref={list}
          className={classes.wall}
          aria-label={label}
          data-scrolling={isScrolling || undefined}
          style={{ height: totalPx }}
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
      </WallPainting>
    </div>
  );
}
