import { setLine } from '../lettering/set-line.ts';
import { nameMaxCharacters, sloganMaxCharacters } from '../logo/layout-names.ts';
import { layOut } from '../logo/layouts.ts';
import { chooseFace, readLogo } from '../logo/read.ts';
import { createRandom } from '../painter/random.ts';
import { openBounded, toSurface } from '../picture/canvas.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../tool.ts';
import { lightOf } from '../vector/colour.ts';
import { extentOf, fitted, type Drawing } from '../vector/drawing.ts';
import { encodeDrawing } from '../vector/encode.ts';
import { traceLayouts } from './layouts.ts';
import { traceShapes } from './shapes.ts';

/** Main shapes need no more than this, in pixels a side. */
const tracedMaxSide = 640;

/** The colour, of those drawn, that stands out most from the ground. */
function strongest(drawing: Drawing, ground: string): string {
  const fills = drawing.flatMap(({ fill }) => (fill ? [fill] : []));
  const apart = (hex: string): number => Math.abs(lightOf(hex) - lightOf(ground));
  const best = fills.toSorted((one, other) => apart(other) - apart(one))[0];
  return best && apart(best) > 0.28 ? best : lightOf(ground) > 0.5 ? '#1d1d1f' : '#ffffff';
}

/** A picture's main shapes as outlines in few colours, with a name beside them where one is given. */
export const runTrace: ToolRunner = async (task, report) => {
  const { input, seed } = task;
  const { picture, warnings } = await openBounded(task.sources, 'image', tracedMaxSide);
  report(0.05);
  try {
    const traced = traceShapes(
      toSurface(picture),
      {
        colours: Number(input['colours'] ?? 4),
        detail: Number(input['detail'] ?? 0.5),
        seed: Number(seed),
      },
      (part) => report(0.05 + 0.85 * part),
    );
    const size = { width: Number(input['width'] ?? 1024), height: Number(input['height'] ?? 1024) };
    const ground = (input['keep_background'] === true && traced.background) || '#ffffff';
    const text = String(input['text'] ?? '').slice(0, nameMaxCharacters);
    const slogan = String(input['slogan'] ?? '').slice(0, sloganMaxCharacters);
    const wanted = traceLayouts.find((layout) => layout === input['layout']) ?? 'stacked';
    const words = readLogo({ prompt: '', text, slogan });
    const face = chooseFace(text, createRandom(Number(seed), 'trace face'));
    const name = await setLine(words.name, { face, weight: 400 });
    const named = name.text.trim() !== '' && wanted !== 'plain';
    const main = strongest(traced.drawing, ground);
    const last = traced.drawing.at(-1)?.fill ?? main;
    const second = Math.abs(lightOf(last) - lightOf(ground)) > 0.24 ? last : main;
    const inks = { main, second, ground };
    const margin = 0.1 * Math.min(size.width, size.height);
    const room = {
      left: margin,
      top: margin,
      right: size.width - margin,
      bottom: size.height - margin,
    };
    const empty = extentOf(traced.drawing).right <= 0;
    const drawing = named
      ? await layOut(wanted, { words, mark: traced.drawing, face, inks }, size)
      : empty
        ? []
        : fitted(traced.drawing, room);
    const transparent = input['transparent'] === true;
    const encoded = await encodeDrawing(
      drawing,
      size,
      transparent ? null : ground,
      input['output_format'],
    );
    report(1);
    // What was made smaller lost nothing here.
    const told = warnings.filter((warning) => warning !== 'source-made-smaller');
    const parameters = { ...input };
    return [{ index: 0, seed, parameters, warnings: told, ...size, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
