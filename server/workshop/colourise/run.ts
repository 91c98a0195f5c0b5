import { clamp01 } from '../painter/noise.ts';
import { lab, mix, ramp, type Lab } from '../painter/oklab.ts';
import { fromSurface, openBounded, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { planeOf } from '../picture/field.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../tool.ts';
import { findAreas } from './areas.ts';
import { colourisedMaxSide, tints, type Tint, type TintName } from './tints.ts';

const steps = 256;

/** Hue and strength for each lightness. */
function table(hexes: string): Lab[] {
  const stops = hexes.split(' ').map(lab);
  const colours = Array.from({ length: steps * 4 }, (_, index) =>
    ramp(stops, index / (steps * 4 - 1)),
  );
  return Array.from({ length: steps }, (_, level) => {
    const wanted = level / (steps - 1);
    const found = colours.findIndex((colour) => colour[0] >= wanted);
    const colour = colours[found < 0 ? colours.length - 1 : found]!;
    // Black and white have no colour.
    const room = clamp01(wanted * 6) * clamp01((1 - wanted) * 9);
    return [wanted, colour[1] * room, colour[2] * room];
  });
}

/** Gives a photo the hues of a palette by lightness, texture and place; its lightness stays. */
export const runColourise: ToolRunner = async (task, report) => {
  const tint: Tint = tints[task.input['palette'] as TintName] ?? tints.portrait;
  const strength = Number(task.input['strength'] ?? 0.7);
  const { picture, warnings } = await openBounded(task.sources, 'image', colourisedMaxSide);
  report(0.1);
  const { width, height } = picture;
  try {
    const surface = toSurface(picture);
    const lightness = planeOf(surface.data, 0);
    const unit = Math.max(0.6, Math.sqrt(width * height) / 512);
    const areas = findAreas(lightness, width, height, unit);
    report(0.7);
    const open = table(tint.open);
    const ground = table(tint.ground);
    const busy = table(tint.busy);
    for (let index = 0; index < lightness.length; index += 1) {
      const level = Math.round(clamp01(lightness[index]!) * (steps - 1));
      const calm = mix(ground[level]!, open[level]!, areas.open[index]!);
      const colour = mix(calm, busy[level]!, areas.busy[index]! * (1 - areas.open[index]!));
      surface.data[index * 3 + 1] = colour[1] * strength * 1.4;
      surface.data[index * 3 + 2] = colour[2] * strength * 1.4;
    }
    report(0.85);
    const encoded = await encodePicture(fromSurface(surface), { width, height });
    report(1);
    return [{ index: 0, seed: task.seed, parameters: { ...task.input }, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
