import { setLine } from '../lettering/set-line.ts';
import { fitted, type Drawing } from '../vector/drawing.ts';
import { roundedBox, type Box } from '../vector/outline.ts';
import { leadingOf, smallPrint } from './small-print.ts';
import {
  readable,
  setLines,
  smallLine,
  titleStyle,
  type PosterDesign,
  type Sheet,
} from './sheet.ts';
import { fitBlock, isChinese } from './words.ts';

function whole({ width, height }: Sheet): Box {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** Large type at the lower left, small print under it. */
export async function headline(sheet: Sheet): Promise<PosterDesign> {
  const { width, height, words, face, colours } = sheet;
  const unit = Math.min(width, height) / 100;
  const margin = 7 * unit;
  const style = titleStyle(face, words.title);
  const leading = leadingOf(words.title);
  const room = {
    width: width - 2 * margin,
    height: height * 0.42,
    sizeMax: Math.min(width, height) * 0.27,
  };
  const title = await fitBlock(words.title, style, room, leading);
  // Measured first, since all of it stands on the lower margin.
  const measured = await smallPrint(sheet, {
    x: margin,
    top: 0,
    maxWidth: room.width,
    align: 'left',
    ink: colours.light,
    unit,
  });
  const under = measured.drawing.length > 0 ? measured.bottom : -4 * unit;
  const top = height - margin - under - 4 * unit - title.lines.length * leading * title.size;
  const behind = { left: 0, top: Math.max(0, top - 9 * unit), right: width, bottom: height };
  const { ink, veils } = readable(sheet, behind, 'top');
  const bar = {
    outline: roundedBox(
      { left: margin, top: top - 4 * unit, right: margin + 12 * unit, bottom: top - 2.9 * unit },
      unit,
    ),
    fill: colours.accent,
  };
  const set = await setLines(title.lines, style, {
    size: title.size,
    x: margin - 0.03 * title.size,
    top,
    leading,
    align: 'left',
    colour: ink,
  });
  const small = await smallPrint(sheet, {
    x: margin,
    top: set.bottom + 4 * unit,
    maxWidth: room.width,
    align: 'left',
    ink,
    unit,
  });
  return {
    picture: whole(sheet),
    ground: colours.dark,
    veils,
    drawing: [bar, ...set.drawing, ...small.drawing],
  };
}

/** Centred at the top within a thin line, small print at the foot. */
export async function classic(sheet: Sheet): Promise<PosterDesign> {
  const { width, height, words, face } = sheet;
  const unit = Math.min(width, height) / 100;
  const margin = 9 * unit;
  const style = {
    ...titleStyle(face, words.title),
    tracking: isChinese(words.title) ? 0.12 : 0.03,
  };
  const leading = leadingOf(words.title) * 1.04;
  const room = {
    width: width - 2 * margin,
    height: height * 0.3,
    sizeMax: Math.min(width, height) * 0.2,
  };
  const title = await fitBlock(words.title, style, room, leading);
  const top = margin + 3 * unit;
  const upper = {
    left: 0,
    top: 0,
    right: width,
    bottom: top + title.lines.length * leading * title.size + 12 * unit,
  };
  const { ink, veils } = readable(sheet, upper, 'bottom');
  const set = await setLines(title.lines, style, {
    size: title.size,
    x: width / 2,
    top,
    leading,
    align: 'centre',
    colour: ink,
  });
  const drawing: Drawing[number][] = [...set.drawing];
  const border = 3.2 * unit;
  drawing.push({
    outline: roundedBox(
      { left: border, top: border, right: width - border, bottom: height - border },
      0.4 * unit,
    ),
    stroke: { colour: ink, width: 0.35 * unit },
  });
  if (words.subtitle) {
    const line = await smallLine(words.subtitle, face, {
      size: 3.6 * unit,
      maxWidth: room.width,
      x: width / 2,
      top: set.bottom + 4.2 * unit,
      align: 'centre',
      colour: ink,
    });
    drawing.push(...line.drawing);
  }
  if (words.details.length === 0) return { picture: whole(sheet), ground: ink, veils, drawing };
  const foot = { ...sheet, words: { ...words, subtitle: '' } };
  const measured = await smallPrint(foot, {
    x: 0,
    top: 0,
    maxWidth: room.width,
    align: 'centre',
    ink,
    unit,
  });
  const footTop = height - margin - measured.bottom;
  const lower = readable(
    sheet,
    { left: 0, top: footTop - 8 * unit, right: width, bottom: height },
    'top',
  );
  const small = await smallPrint(foot, {
    x: width / 2,
    top: footTop,
    maxWidth: room.width,
    align: 'centre',
    ink: lower.ink,
    unit,
  });
  return {
    picture: whole(sheet),
    ground: ink,
    veils: [...veils, ...lower.veils],
    drawing: [...drawing, ...small.drawing],
  };
}

/** Chinese from top to bottom at the right, with a seal; Latin has no such setting and takes the headline's. */
export async function vertical(sheet: Sheet): Promise<PosterDesign> {
  const { width, height, words, face } = sheet;
  if (!isChinese(words.title)) return headline(sheet);
  const unit = Math.min(width, height) / 100;
  const characters = [...words.title].filter((character) =>
    /[\p{Script=Han}\p{L}\p{N}]/u.test(character),
  );
  const columns = Math.ceil(characters.length / 7);
  const down = Math.ceil(characters.length / columns);
  const margin = 8 * unit;
  const size = Math.min(
    (height * 0.8) / (down * 1.08),
    (width * 0.42) / (columns * 1.2),
    21 * unit,
  );
  const left = width - margin - columns * size * 1.2;
  const behind = { left: Math.max(0, left - 14 * unit), top: 0, right: width, bottom: height };
  const { ink, veils } = readable(sheet, behind, 'left');
  const style = titleStyle(face, words.title);
  const drawing: Drawing[number][] = [];
  let lowest = margin;
  for (const [index, character] of characters.entries()) {
    const column = Math.floor(index / down);
    const line = await setLine(character, { ...style, tracking: 0 });
    const middle = width - margin - (column + 0.5) * size * 1.2;
    const top = margin + (index % down) * size * 1.08;
    const placed = await setLines(
      [character],
      { ...style, tracking: 0 },
      { size, x: middle - (line.width * size) / 2, top, leading: 1, align: 'left', colour: ink },
    );
    drawing.push(...placed.drawing);
    lowest = Math.max(lowest, top + size);
  }
  if (words.subtitle) {
    // A narrow column of its own, to the left of the title.
    const small = 3.4 * unit;
    const column = [...words.subtitle]
      .filter((character) => character.trim() !== '')
      .slice(0, Math.floor((height - 2 * margin) / (small * 1.35)));
    for (const [index, character] of column.entries()) {
      const placed = await setLines(
        [character],
        { face: face === 'brush' ? 'serif' : face, weight: 500 },
        {
          size: small,
          x: left - 4 * unit,
          top: margin + index * small * 1.35,
          leading: 1,
          align: 'centre',
          colour: ink,
        },
      );
      drawing.push(...placed.drawing);
    }
  }
  // A red seal with the title's last characters closes the column.
  const seal = 7.5 * unit;
  const sealTop = Math.min(height - margin - seal, lowest + 3 * unit);
  const sealLeft = width - margin - size * 0.6 - seal / 2;
  const box = { left: sealLeft, top: sealTop, right: sealLeft + seal, bottom: sealTop + seal };
  const mark = await setLine(characters.slice(-1).join(''), { face: 'serif', weight: 800 });
  const letter = mark.glyphs.map((glyph) => ({ outline: glyph.outline, fill: '#fdf6ea' }));
  drawing.push({ outline: roundedBox(box, 0.9 * unit), fill: '#b3271e' });
  drawing.push(
    ...fitted(letter, {
      left: box.left + 1.4 * unit,
      top: box.top + 1.4 * unit,
      right: box.right - 1.4 * unit,
      bottom: box.bottom - 1.4 * unit,
    }),
  );
  const details = { ...sheet, words: { ...words, subtitle: '' } };
  if (words.details.length > 0) {
    const measured = await smallPrint(details, {
      x: margin,
      top: 0,
      maxWidth: width * 0.5,
      align: 'left',
      ink,
      unit,
    });
    const top = height - margin - measured.bottom;
    const lower = readable(
      sheet,
      { left: 0, top: top - 9 * unit, right: width, bottom: height },
      'top',
    );
    const small = await smallPrint(details, {
      x: margin,
      top,
      maxWidth: width * 0.5,
      align: 'left',
      ink: lower.ink,
      unit,
    });
    return {
      picture: whole(sheet),
      ground: ink,
      veils: [...veils, ...lower.veils],
      drawing: [...drawing, ...small.drawing],
    };
  }
  return { picture: whole(sheet), ground: ink, veils, drawing };
}
