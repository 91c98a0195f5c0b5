import sharp from 'sharp';
import type { EngineSource } from '../../engines/contract/engine.ts';
import { labToRgb } from '../painter/oklab.ts';
import type { Surface } from '../painter/surface.ts';
import {
  decodePicture,
  openPicture,
  type RawPicture,
} from '../../engines/contract/open-picture.ts';

const linear = Float32Array.from({ length: 256 }, (_, level) => {
  const channel = level / 255;
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
});

export interface BoundedPicture {
  picture: RawPicture & { channels: 3 };
  warnings: string[];
}

/**
 * Opens a job's picture without transparency (white shows through), made smaller where a side is longer
 * than `maxSide`, which bounds the memory of whatever follows.
 * @throws EngineError as `openPicture`
 */
export async function openBounded(
  sources: EngineSource[],
  field: string,
  maxSide: number,
): Promise<BoundedPicture> {
  const opened = await openPicture(sources, field);
  const scale = Math.min(1, maxSide / Math.max(opened.width, opened.height));
  const warnings = [...opened.warnings];
  const raw = await decodePicture(scale < 1 ? { ...opened, pipeline: shrunk() } : opened);
  if (scale < 1) warnings.push('source-made-smaller');
  return { picture: flattened(raw), warnings };

  function shrunk(): typeof opened.pipeline {
    return opened.pipeline.resize({
      width: Math.max(1, Math.round(opened.width * scale)),
      height: Math.max(1, Math.round(opened.height * scale)),
      fit: 'fill',
    });
  }
}

function flattened(raw: RawPicture): BoundedPicture['picture'] {
  if (raw.channels === 3) return { ...raw, channels: 3 };
  const { data, width, height } = raw;
  const flat = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const alpha = data[pixel * 4 + 3]! / 255;
    for (let part = 0; part < 3; part += 1) {
      flat[pixel * 3 + part] = Math.round(255 + (data[pixel * 4 + part]! - 255) * alpha);
    }
  }
  return { ...raw, data: flat, channels: 3 };
}

/** 8-bit sRGB to OKLab triples. */
export function toSurface({ data, width, height }: BoundedPicture['picture']): Surface {
  const surface = new Float32Array(width * height * 3);
  for (let at = 0; at < surface.length; at += 3) {
    const r = linear[data[at]!]!;
    const g = linear[data[at + 1]!]!;
    const b = linear[data[at + 2]!]!;
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    surface[at] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
    surface[at + 1] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
    surface[at + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  }
  return { width, height, data: surface };
}

/** OKLab triples to a pipeline of 8-bit sRGB. */
export function fromSurface({ data, width, height }: Surface): ReturnType<typeof sharp> {
  const pixels = new Uint8ClampedArray(width * height * 3);
  const rgb = new Float64Array(3);
  for (let at = 0; at < pixels.length; at += 3) {
    labToRgb(data[at]!, data[at + 1]!, data[at + 2]!, rgb);
    pixels[at] = rgb[0]!;
    pixels[at + 1] = rgb[1]!;
    pixels[at + 2] = rgb[2]!;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false });
}
