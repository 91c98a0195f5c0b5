import { clamp01, smoothstep } from '../painter/noise.ts';
import type { Surface } from '../painter/surface.ts';

/** What somebody drew. */
export interface Sketch {
  /** Darkness of the line at each pixel, 0…1. */
  ink: Float32Array;
  /** 1 where colour was dabbed on. */
  hints: Uint8Array;
}

/** From this on a stroke counts as coloured, in OKLab. */
const colourful = 0.055;

/** Reads a sketch: dark lines on light, or light on dark; coloured strokes are hints, not lines. */
export function readSketch({ data, width, height }: Surface): Sketch {
  const pixels = width * height;
  const rim: number[] = [];
  for (let x = 0; x < width; x += 1) rim.push(data[x * 3]!, data[(pixels - 1 - x) * 3]!);
  for (let y = 0; y < height; y += 1) {
    rim.push(data[y * width * 3]!, data[(y * width + width - 1) * 3]!);
  }
  const paper = rim.toSorted((one, other) => one - other)[Math.floor(rim.length / 2)]!;
  const inverted = paper < 0.45;
  const ink = new Float32Array(pixels);
  const hints = new Uint8Array(pixels);
  for (let index = 0; index < pixels; index += 1) {
    const L = data[index * 3]!;
    const chroma = Math.hypot(data[index * 3 + 1]!, data[index * 3 + 2]!);
    const contrast = inverted
      ? (L - paper) / Math.max(0.2, 1 - paper)
      : (paper - L) / Math.max(0.2, paper);
    if (chroma > colourful && (inverted || L > 0.3)) hints[index] = 1;
    else ink[index] = smoothstep(0.12, 0.55, clamp01(contrast));
  }
  return { ink, hints };
}
