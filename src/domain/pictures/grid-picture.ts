import { gridPictureCellMax, gridPictureMaxPixels, gridPictureMaxSide } from '../limits.ts';

/** The pages of a grid, each with its labels, which are null where there is nothing to name. */
export interface GridContent<Cell> {
  pages: {
    /** What holds for all of the page; null where there is only one. */
    heading: string | null;
    columns: (string | null)[];
    rows: (string | null)[];
    /** By rows. */
    cells: Cell[][];
  }[];
  /** Width by height of a cell. */
  ratio: number;
}

/** How many rows and columns the pages of a grid have, and which of their labels there are. */
interface GridShape {
  pages: readonly { rows: number; columns: number }[];
  /** Width by height of a cell. */
  ratio: number;
  hasRowLabels: boolean;
  hasColumnLabels: boolean;
  hasHeadings: boolean;
}

/** Where everything stands in a grid as one picture; all in pixels. */
export interface GridLayout {
  width: number;
  height: number;
  cell: { width: number; height: number };
  gap: number;
  font: number;
  /** Room for the words above all pages, above each of them, above the columns, and beside the rows. */
  titleHeight: number;
  headingHeight: number;
  columnLabelHeight: number;
  rowLabelWidth: number;
}

const cellMin = 32;

function layoutFor(shape: GridShape, side: number): GridLayout {
  const { pages, ratio, hasRowLabels, hasColumnLabels, hasHeadings } = shape;
  const cell =
    ratio >= 1
      ? { width: side, height: Math.max(1, Math.round(side / ratio)) }
      : { width: Math.max(1, Math.round(side * ratio)), height: side };
  const gap = Math.max(4, Math.round(side / 32));
  const font = Math.max(11, Math.round(side / 18));
  const layout = {
    cell,
    gap,
    font,
    titleHeight: Math.round(font * 4.4),
    headingHeight: hasHeadings ? Math.round(font * 2.6) : 0,
    columnLabelHeight: hasColumnLabels ? Math.round(font * 3.4) : 0,
    rowLabelWidth: hasRowLabels ? Math.max(84, Math.round(side * 0.55)) : 0,
  };
  const columns = Math.max(1, ...pages.map((page) => page.columns));
  const width = gap + layout.rowLabelWidth + columns * (cell.width + gap);
  const height = pages.reduce(
    (sum, { rows }) =>
      sum + layout.headingHeight + layout.columnLabelHeight + rows * (cell.height + gap) + gap,
    layout.titleHeight,
  );
  return { ...layout, width, height };
}

function shapeOf({ pages, ratio }: GridContent<unknown>): GridShape {
  return {
    pages: pages.map(({ rows, columns }) => ({ rows: rows.length, columns: columns.length })),
    ratio,
    hasRowLabels: pages.some(({ rows }) => rows.some((label) => label !== null)),
    hasColumnLabels: pages.some(({ columns }) => columns.some((label) => label !== null)),
    hasHeadings: pages.some(({ heading }) => heading !== null),
  };
}

/** The largest grid that every browser can draw: cells get smaller the more there are. */
export function layOutGrid(grid: GridContent<unknown>): GridLayout {
  const shape = shapeOf(grid);
  const isDrawable = ({ width, height }: GridLayout) =>
    Math.max(width, height) <= gridPictureMaxSide && width * height <= gridPictureMaxPixels;
  let side = gridPictureCellMax;
  let layout = layoutFor(shape, side);
  while (!isDrawable(layout) && side > cellMin) {
    side -= 4;
    layout = layoutFor(shape, side);
  }
  return layout;
}
