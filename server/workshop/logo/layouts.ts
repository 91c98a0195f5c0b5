import type { FaceName } from '../lettering/faces.ts';
import { lineOutline, setLine, type SetLine } from '../lettering/set-line.ts';
import { extentOf, fitted, moved, type Drawing } from '../vector/drawing.ts';
import { ellipse, rotation, roundedBox, scaling, transformed } from '../vector/outline.ts';
import type { LayoutName } from './layout-names.ts';
import type { Inks } from './marks.ts';
import type { LogoWords } from './read.ts';

export interface LogoParts {
  words: LogoWords;
  mark: Drawing;
  face: FaceName;
  inks: Inks;
}

const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** How heavy and how wide the name is set, by face. */
function nameStyle(face: FaceName, text: string) {
  const chinese = isChinese(text);
  const weight = { sans: 850, serif: 700, brush: 400, round: 750 }[face];
  const tracking = chinese
    ? face === 'brush'
      ? 0.02
      : 0.08
    : { sans: 0, serif: 0.05, brush: 0.02, round: -0.01 }[face];
  return { face, weight, tracking };
}

/** Small lines are spaced out; a brush would not be readable there. */
function smallStyle(face: FaceName, text: string) {
  const quiet = face === 'brush' ? 'serif' : face;
  return { face: quiet, weight: 500, tracking: isChinese(text) ? 0.32 : 0.2 };
}

const small = (text: string): string => (isChinese(text) ? text : text.toUpperCase());

function lines(line: SetLine, size: number, x: number, baseline: number, colour: string): Drawing {
  return [{ outline: lineOutline(line, size, x, baseline), fill: colour }];
}

/**
 * Name and what goes under it, from the top of the name at y = 0.
 * @param centred about x = 0, else from there to the right
 */
async function block(parts: LogoParts, size: number, centred: boolean): Promise<Drawing> {
  const { words, face, inks } = parts;
  const name = await setLine(words.name, nameStyle(face, words.name));
  const drawing: Drawing[number][] = [];
  const nameWidth = name.width * size;
  const start = (width: number): number => (centred ? -width / 2 : 0);
  let bottom = name.ascent * size;
  drawing.push(...lines(name, size, start(nameWidth), bottom, inks.main));
  bottom += name.descent * size;
  for (const [text, colour, share] of [
    [words.otherName, inks.second, 0.42],
    [words.slogan, inks.main, 0.3],
  ] as const) {
    if (!text) continue;
    const line = await setLine(small(text), smallStyle(face, text));
    // As wide as the name at most: then both make one block.
    const widest = Math.max(nameWidth, size * 3);
    const fitting = Math.min(share * size, widest / Math.max(0.1, line.width));
    bottom += 0.2 * size + line.ascent * fitting;
    drawing.push(...lines(line, fitting, start(line.width * fitting), bottom, colour));
  }
  return drawing;
}

async function stacked(parts: LogoParts): Promise<Drawing> {
  const text = await block(parts, 100, true);
  const { left, right } = extentOf(text);
  const side = Math.min(240, Math.max(170, (right - left) * 0.45));
  return [...fitted(parts.mark, box(-side / 2, -side - 46, side, side)), ...text];
}

async function row(parts: LogoParts): Promise<Drawing> {
  const text = await block(parts, 100, false);
  const { top, bottom } = extentOf(text);
  const side = Math.max(130, (bottom - top) * 1.25);
  const middle = (top + bottom) / 2;
  return [...fitted(parts.mark, box(-side - 38, middle - side / 2, side, side)), ...text];
}

/** Letters along a circle about 0,0. @param below on the lower half, still upright */
function bent(
  line: SetLine,
  size: number,
  radius: number,
  below: boolean,
  colour: string,
): Drawing {
  const whole = line.width * size;
  const lift = below ? line.ascent * size : 0;
  return line.glyphs.map((glyph) => {
    const along = (glyph.x + glyph.advance / 2) * size - whole / 2;
    const angle = along / radius;
    const centred = transformed(glyph.outline, scaling(size, (-glyph.advance / 2) * size, 0));
    const reach = below ? radius + lift : -radius;
    const turn = below ? -angle : angle;
    const [x, y] = [-Math.sin(turn) * reach, Math.cos(turn) * reach];
    return { outline: transformed(centred, rotation(turn, x, y)), fill: colour };
  });
}

async function badge(parts: LogoParts): Promise<Drawing> {
  const { words, face, inks } = parts;
  const tracking = isChinese(words.name) ? 0.3 : 0.12;
  const over = await setLine(isChinese(words.name) ? words.name : words.name.toUpperCase(), {
    ...nameStyle(face, words.name),
    tracking,
  });
  const radius = 190;
  const overSize = Math.min(66, (radius * 2.7) / Math.max(0.1, over.width));
  const lower = words.otherName || words.slogan;
  const drawing: Drawing[number][] = [
    { outline: ellipse(0, 0, 285), stroke: { colour: inks.main, width: 11 } },
    { outline: ellipse(0, 0, 150), stroke: { colour: inks.second, width: 4 } },
    ...fitted(parts.mark, box(-95, -95, 190, 190)),
    ...bent(over, overSize, radius + (66 - overSize) * 0.4, false, inks.main),
  ];
  if (lower) {
    const line = await setLine(small(lower), smallStyle(face, lower));
    const size = Math.min(38, (radius * 2) / Math.max(0.1, line.width));
    drawing.push(...bent(line, size, radius + 8, true, inks.main));
  } else {
    drawing.push(
      ...[-0.35, 0, 0.35].map((angle) => ({
        outline: ellipse(Math.sin(angle) * 214, Math.cos(angle) * 214, angle === 0 ? 11 : 6),
        fill: inks.second,
      })),
    );
  }
  return drawing;
}

async function monogram(parts: LogoParts): Promise<Drawing> {
  const { words, face, inks } = parts;
  const latin = words.name.match(/(?<!\p{L})[\p{L}\p{N}]/gu) ?? [...words.name];
  const letters = isChinese(words.name)
    ? [...words.name][0]!
    : latin.slice(0, 2).join('').toUpperCase();
  const line = await setLine(letters, { ...nameStyle(face, letters), tracking: 0 });
  const letter = fitted(lines(line, 100, 0, 0, inks.ground), box(-62, -62, 124, 124));
  const text = await block(parts, 78, true);
  return [
    { outline: roundedBox(box(-110, -110, 220, 220), 58), fill: inks.main },
    { outline: ellipse(84, -84, 26), fill: inks.second },
    ...letter,
    ...moved(text, scaling(1, 0, 158)),
  ];
}

/** A name seal: Chinese in columns from right to left, Latin on one line. */
async function seal(parts: LogoParts): Promise<Drawing> {
  const { words, face, inks } = parts;
  if (!isChinese(words.name)) return monogram(parts);
  const characters = [...words.name]
    .filter((character) => /\p{Script=Han}/u.test(character))
    .slice(0, 9);
  const down = characters.length <= 3 ? characters.length : Math.ceil(Math.sqrt(characters.length));
  const across = Math.ceil(characters.length / down);
  const cell = 100;
  const drawing: Drawing[number][] = [];
  const left = (-across * cell) / 2;
  const top = (-down * cell) / 2;
  drawing.push({
    outline: roundedBox(box(left - 18, top - 18, across * cell + 36, down * cell + 36), 26),
    fill: inks.main,
  });
  drawing.push({
    outline: roundedBox(box(left - 7, top - 7, across * cell + 14, down * cell + 14), 16),
    stroke: { colour: inks.ground, width: 3.5 },
  });
  for (const [index, character] of characters.entries()) {
    const line = await setLine(character, { face: face === 'round' ? 'sans' : face, weight: 800 });
    const column = across - 1 - Math.floor(index / down);
    // A column that is not full is spread over its height.
    const inColumn = Math.min(down, characters.length - Math.floor(index / down) * down);
    const height = (down * cell) / inColumn;
    const y = top + (index % down) * height;
    const glyph = lines(line, 100, 0, 0, inks.ground);
    drawing.push(
      ...fitted(glyph, box(left + column * cell + 8, y + height / 2 - 42, cell - 16, 84)),
    );
  }
  const lower = [words.otherName, words.slogan].filter(Boolean);
  let bottom = (down * cell) / 2 + 18;
  for (const text of lower) {
    const line = await setLine(small(text), smallStyle(face, text));
    const size = Math.min(36, 420 / Math.max(0.1, line.width));
    bottom += 34 + line.ascent * size;
    drawing.push(...lines(line, size, (-line.width * size) / 2, bottom, inks.main));
  }
  return drawing;
}

/** The name alone, with a full stop or a bar in the second colour. */
async function wordmark(parts: LogoParts): Promise<Drawing> {
  const { words, inks } = parts;
  const text = await block(parts, 130, true);
  const name = text[0]!;
  const { right, bottom } = extentOf([name]);
  if (!isChinese(words.name) && !words.otherName) {
    const line = await setLine(words.name, nameStyle(parts.face, words.name));
    const baseline = line.ascent * 130;
    return [...text, { outline: ellipse(right + 26, baseline - 15, 15), fill: inks.second }];
  }
  const under = extentOf(text);
  const width = Math.min(130, (right - under.left) * 0.3);
  const top = Math.max(bottom, under.bottom) + 48;
  return [...text, { outline: roundedBox(box(-width / 2, top, width, 9), 4.5), fill: inks.second }];
}

const layouts: Readonly<Record<LayoutName, (parts: LogoParts) => Promise<Drawing>>> = {
  stacked,
  row,
  badge,
  monogram,
  seal,
  wordmark,
};

/** Lays a logo out and fits it into a picture, with room around it. */
export async function layOut(
  layout: LayoutName,
  parts: LogoParts,
  size: { width: number; height: number },
): Promise<Drawing> {
  const margin = 0.13 * Math.min(size.width, size.height);
  const room = box(margin, margin, size.width - 2 * margin, size.height - 2 * margin);
  return fitted(await layouts[layout](parts), room);
}
