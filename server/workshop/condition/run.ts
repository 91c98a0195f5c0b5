import sharp from 'sharp';

import { lerp } from '../painter/noise.ts';
import { createSurface, fillPolygon, strokeOutline } from '../painter/surface.ts';
import { openBounded, toSurface } from '../picture/canvas.ts';
import { planeOf, type Values } from '../picture/field.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../tool.ts';
import { cannyEdges } from './canny.ts';
import { findSegments } from './hough.ts';
import { conditionMaxSide, type ConditionMap } from './maps.ts';
import { scribbleLines } from './scribble.ts';

interface Sheet {
  lightness: Values;
  width: number;
  height: number;
  /** Pixels per 1/512 of the picture's size. */
  unit: number;
  detail: number;
  seed: number;
  report: (part: number) => void;
}

function straightLines(sheet: Sheet): Uint8Array {
  const { lightness, width, height, unit, detail, seed, report } = sheet;
  const edges = cannyEdges(lightness, width, height, unit, lerp(0.3, 1, detail));
  report(0.3);
  const segments = findSegments(
    edges,
    width,
    height,
    {
      votes: Math.max(6, Math.round(lerp(34, 16, detail) * unit)),
      shortest: lerp(44, 20, detail) * unit,
      gap: Math.max(2, Math.round(4 * unit)),
      seed,
    },
    (part) => report(0.3 + 0.6 * part),
  );
  const drawn = createSurface(width, height);
  const half = Math.max(0.8, unit);
  for (const [fromX, fromY, toX, toY] of segments) {
    const path = [
      [fromX + 0.5, fromY + 0.5],
      [toX + 0.5, toY + 0.5],
    ] as const;
    fillPolygon(
      drawn,
      strokeOutline(path, () => half),
      [1, 0, 0],
    );
  }
  return Uint8Array.from(planeOf(drawn.data, 0), (value) => Math.round(255 * value));
}

const draw: Readonly<Record<ConditionMap, (sheet: Sheet) => Uint8Array>> = {
  canny: ({ lightness, width, height, unit, detail }) =>
    cannyEdges(lightness, width, height, unit, detail).map((edge) => edge * 255),
  scribble: ({ lightness, width, height, unit, detail }) =>
    scribbleLines(lightness, width, height, unit, detail),
  hough: straightLines,
};

/** White lines on black, as PNG: what follows such a map wants it exact. */
export const runCondition: ToolRunner = async (task, report) => {
  const map = draw[task.input['control_type'] as ConditionMap] ?? draw.canny;
  const { picture, warnings } = await openBounded(task.sources, 'image', conditionMaxSide);
  report(0.1);
  const { width, height } = picture;
  try {
    const pixels = map({
      lightness: planeOf(toSurface(picture).data, 0),
      width,
      height,
      unit: Math.max(0.6, Math.sqrt(width * height) / 512),
      detail: Number(task.input['detail'] ?? 0.5),
      seed: Number(task.seed),
      report: (part) => report(0.1 + 0.8 * part),
    });
    const data = await sharp(pixels, {
      raw: { width, height, channels: 1 },
      limitInputPixels: false,
    })
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer();
    report(1);
    const { seed } = task;
    const parameters = { ...task.input };
    return [{ index: 0, seed, parameters, warnings, data, mediaType: 'image/png', width, height }];
  } catch (error) {
    throw pictureError(error);
  }
};
