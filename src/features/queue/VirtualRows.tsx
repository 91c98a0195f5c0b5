import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import classes from './VirtualRows.module.css';

export interface Row {
  key: string;
  /** Pixels it will about take, until it is measured. */
  estimate: number;
}

interface RowsProps<RowType extends Row = Row> {
  label: string;
  rows: readonly RowType[];
  /** Called for visible rows only: making a thousand elements would cost more than showing twenty. */
  children: (row: RowType) => ReactNode;
}

const overscanRows = 6;

/**
 * A list of which only the visible part is in the page. It scrolls with the page, or with the nearest
 * ancestor that scrolls (a sheet).
 */
export function VirtualRows<RowType extends Row>(props: RowsProps<RowType>) {
  const probe = useRef<HTMLDivElement>(null);
  const [scroller, setScroller] = useState<Element | 'page' | null>(null);
  useLayoutEffect(() => setScroller(scrollingAncestor(probe.current)), []);
  return (
    <div ref={probe}>
      {scroller === 'page' && <PageRows {...props} />}
      {scroller !== null && scroller !== 'page' && <ElementRows {...props} scroller={scroller} />}
    </div>
  );
}

function scrollingAncestor(from: Element | null): Element | 'page' {
  for (let element = from?.parentElement; element; element = element.parentElement) {
    if (element === document.body || element === document.documentElement) break;
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return 'page';
}

/** Distance from the top of what scrolls to the list; kept true when something above grows or goes. */
function useTopMargin(scroller: Element | null) {
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const origin = scroller
        ? scroller.getBoundingClientRect().top - scroller.scrollTop
        : -window.scrollY;
      setMargin(Math.round(top - origin));
    };
    measure();
    const observer = new ResizeObserver(measure);
    const around = list.current?.closest('[data-queue]') ?? document.body;
    observer.observe(around);
    return () => observer.disconnect();
  }, [scroller]);
  return { list, margin };
}

// The virtualizer is one object that changes inside; memoised reads of it would show old rows.
function PageRows<RowType extends Row>({ label, rows, children }: RowsProps<RowType>) {
  'use no memo';
  const { list, margin } = useTopMargin(null);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: (index) => rows[index]?.estimate ?? 100,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: overscanRows,
    scrollMargin: margin,
  });
  return (
    <Items label={label} rows={rows} list={list} margin={margin} virtualizer={virtualizer}>
      {children}
    </Items>
  );
}

function ElementRows<RowType extends Row>({
  label,
  rows,
  children,
  scroller,
}: RowsProps<RowType> & { scroller: Element }) {
  'use no memo';
  const { list, margin } = useTopMargin(scroller);
  const virtualizer = useVirtualizer<Element, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => rows[index]?.estimate ?? 100,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: overscanRows,
    scrollMargin: margin,
  });
  return (
    <Items label={label} rows={rows} list={list} margin={margin} virtualizer={virtualizer}>
      {children}
    </Items>
  );
}

function Items<RowType extends Row, Scroller extends Element | Window>({
  label,
  rows,
  list,
  margin,
  virtualizer,
  children,
}: RowsProps<RowType> & {
  list: React.RefObject<HTMLUListElement | null>;
  margin: number;
  virtualizer: Virtualizer<Scroller, HTMLLIElement>;
}) {
  'use no memo';
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (!row) return null;
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={classes.item}
            // Only a few of the items are in the page; a screen reader would count just those.
            aria-posinset={item.index + 1}
            aria-setsize={rows.length}
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {children(row)}
          </li>
        );
      })}
    </ul>
  );
}
