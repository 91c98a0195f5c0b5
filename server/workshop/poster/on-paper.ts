import { roundedBox } from '../vector/outline.ts';
import { leadingOf, smallPrint } from './small-print.ts';
import { setLines, titleStyle, type PosterDesign, type Sheet } from './sheet.ts';
import { fitBlock, isChinese } from './words.ts';

/** The picture above, type on paper below, as museums do. */
export async function gallery(sheet: Sheet): Promise<PosterDesign> {
  const { width, height, words, face, colours } = sheet;
  const unit = Math.min(width, height) / 100;
  const margin = 7 * unit;
  const style = titleStyle(face, words.title);
  const leading = leadingOf(words.title);
  const room = { width: width - 2 * margin, height: height * 0.2, sizeMax: 17 * unit };
  const title = await fitBlock(words.title, style, room, leading);
  const measured = await smallPrint(sheet, {
    x: margin,
    top: 0,
    maxWidth: room.width,
    align: 'left',
    ink: colours.dark,
    unit,
  });
  const titleHeight = title.lines.length * leading * title.size;
  const under = measured.drawing.length > 0 ? measured.bottom + 3 * unit : 0;
  const split = Math.round(height - (titleHeight + under + 2 * margin - 2 * unit));
  const set = await setLines(title.lines, style, {
    size: title.size,
    x: margin - 0.03 * title.size,
    top: split + margin - 2 * unit,
    leading,
    align: 'left',
    colour: colours.dark,
  });
  const small = await smallPrint(sheet, {
    x: margin,
    top: set.bottom + 4 * unit,
    maxWidth: room.width,
    align: 'left',
    ink: colours.dark,
    unit,
  });
  const bar = {
    outline: roundedBox({ left: 0, top: split, right: width, bottom: split + 1.2 * unit }, 0),
    fill: colours.accent,
  };
  return {
    picture: { left: 0, top: 0, right: width, bottom: split },
    ground: colours.light,
    veils: [],
    drawing: [bar, ...set.drawing, ...small.drawing],
  };
}

/** The picture inset on paper, title centred beneath. */
export async function frame(sheet: Sheet): Promise<PosterDesign> {
  const { width, height, words, face, colours } = sheet;
  const unit = Math.min(width, height) / 100;
  const margin = 8 * unit;
  const style = {
    ...titleStyle(face, words.title),
    tracking: isChinese(words.title) ? 0.16 : 0.04,
  };
  const leading = leadingOf(words.title) * 1.05;
  const room = { width: width - 2.6 * margin, height: height * 0.17, sizeMax: 13 * unit };
  const title = await fitBlock(words.title, style, room, leading);
  const measured = await smallPrint(sheet, {
    x: 0,
    top: 0,
    maxWidth: room.width,
    align: 'centre',
    ink: colours.dark,
    unit,
  });
  const under = measured.drawing.length > 0 ? measured.bottom + 4 * unit : 0;
  const bottom = Math.round(
    height - margin - 4.5 * unit - title.lines.length * leading * title.size - under,
  );
  const set = await setLines(title.lines, style, {
    size: title.size,
    x: width / 2,
    top: bottom + 5.5 * unit,
    leading,
    align: 'centre',
    colour: colours.dark,
  });
  const small = await smallPrint(sheet, {
    x: width / 2,
    top: set.bottom + 3.5 * unit,
    maxWidth: room.width,
    align: 'centre',
    ink: colours.dark,
    unit,
  });
  return {
    picture: {
      left: Math.round(margin),
      top: Math.round(margin),
      right: Math.round(width - margin),
      bottom,
    },
    ground: colours.light,
    veils: [],
    drawing: [...set.drawing, ...small.drawing],
  };
}
