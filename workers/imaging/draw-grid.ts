import type { GridLayout } from '../../src/domain/pictures/grid-picture.ts';
import type { GridPicture } from './contract.ts';

const fontFamily =
  'system-ui, -apple-system, "PingFang SC", "HarmonyOS Sans", "MiSans", "Noto Sans SC", sans-serif';

/** The look of a sheet of paper, whatever the scheme of the page: it leaves the app. */
const colours = { ground: '#ffffff', ink: '#1d1a17', soft: '#5c554d', empty: '#ece8e2' };

type Context = OffscreenCanvasRenderingContext2D;

/** Breaks words into lines of a width, between letters where a word is too long; what is left over is cut. */
function linesOf(context: Context, text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(/(?<=\s)|(?=\p{Script=Han})/u)) {
    if (context.measureText((line + piece).trimEnd()).width <= width) {
      line += piece;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    for (const letter of piece) {
      if (line !== '' && context.measureText(line + letter).width > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  let last = `${kept[most - 1] ?? ''}…`;
  while (last.length > 1 && context.measureText(last).width > width) last = `${last.slice(0, -2)}…`;
  return [...kept.slice(0, -1), last];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function write(
  context: Context,
  text: string,
  box: Box,
  options: { font: number; weight?: number; colour?: string; anchor: 'start' | 'end' | 'middle' },
): void {
  const { font, weight = 400, colour = colours.ink, anchor } = options;
  context.font = `${weight} ${font}px ${fontFamily}`;
  context.fillStyle = colour;
  context.textBaseline = 'middle';
  context.textAlign = anchor === 'middle' ? 'center' : 'left';
  const lineHeight = font * 1.3;
  const lines = linesOf(context, text, box.width, Math.max(1, Math.floor(box.height / lineHeight)));
  const free = box.height - lines.length * lineHeight;
  const top = box.y + (anchor === 'start' ? 0 : anchor === 'end' ? free : free / 2);
  const x = anchor === 'middle' ? box.x + box.width / 2 : box.x;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, x, top + (index + 0.5) * lineHeight);
  }
}

/** All of the picture, in the middle of its cell. */
async function place(context: Context, picture: Blob, box: Box): Promise<boolean> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  } catch {
    return false;
  }
  const scale = Math.min(box.width / bitmap.width, box.height / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    bitmap,
    box.x + (box.width - width) / 2,
    box.y + (box.height - height) / 2,
    width,
    height,
  );
  bitmap.close();
  return true;
}

/** Draws a grid with its labels. Pictures are decoded one after another, so that few are in memory. */
export async function drawGrid(
  context: Context,
  { title, corner, pages, damaged }: GridPicture,
  layout: GridLayout,
): Promise<void> {
  const { width, height, cell, gap, font, rowLabelWidth, columnLabelHeight } = layout;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  const wide = width - 2 * gap;
  const titleBox = { x: gap, y: gap, width: wide, height: layout.titleHeight - 2 * gap };
  write(context, title, titleBox, { font: Math.round(font * 1.15), weight: 600, anchor: 'start' });
  let y = layout.titleHeight;
  for (const page of pages) {
    if (page.heading !== null) {
      const box = { x: gap, y, width: wide, height: layout.headingHeight - gap };
      write(context, page.heading, box, { font, weight: 600, anchor: 'end' });
      y += layout.headingHeight;
    }
    const left = gap + rowLabelWidth;
    if (columnLabelHeight > 0) {
      const labelHeight = columnLabelHeight - gap;
      if (rowLabelWidth > 0) {
        const box = { x: gap, y, width: rowLabelWidth - gap, height: labelHeight };
        const small = Math.round(font * 0.85);
        write(context, corner, box, { font: small, colour: colours.soft, anchor: 'end' });
      }
      for (const [column, label] of page.columns.entries()) {
        const x = left + column * (cell.width + gap);
        const box = { x, y, width: cell.width, height: labelHeight };
        write(context, label ?? '', box, { font, weight: 600, anchor: 'end' });
      }
      y += columnLabelHeight;
    }
    for (const [row, cells] of page.cells.entries()) {
      if (rowLabelWidth > 0) {
        const box = { x: gap, y, width: rowLabelWidth - gap, height: cell.height };
        write(context, page.rows[row] ?? '', box, { font, weight: 600, anchor: 'start' });
      }
      for (const [column, content] of cells.entries()) {
        const box = { x: left + column * (cell.width + gap), y, ...cell };
        const isPlaced = content.picture !== null && (await place(context, content.picture, box));
        if (isPlaced) continue;
        context.fillStyle = colours.empty;
        context.fillRect(box.x, box.y, box.width, box.height);
        const inner = { ...box, x: box.x + gap, width: box.width - 2 * gap };
        const words = content.picture === null ? content.words : damaged;
        write(context, words, inner, { font, colour: colours.soft, anchor: 'middle' });
      }
      y += cell.height + gap;
    }
    y += gap;
  }
}
