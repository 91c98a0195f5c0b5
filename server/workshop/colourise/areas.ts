import { clamp01, smoothstep } from '../painter/noise.ts';
import { blur, gradients, type Values } from '../picture/field.ts';

/** Follows the edges of `guide` while it smooths (He, Sun and Tang 2010), so that colour ends where things do. */
function guidedSmooth(
  values: Values,
  guide: Values,
  width: number,
  height: number,
  sigma: number,
  tolerance: number,
): Values {
  const soft = (plane: Values): Values => blur(plane, width, height, sigma);
  const meanGuide = soft(guide);
  const meanValue = soft(values);
  const squares = soft(guide.map((value) => value * value));
  const products = soft(guide.map((value, index) => value * values[index]!));
  const slope = squares.map((square, index) => {
    const variance = square - meanGuide[index]! ** 2;
    return (products[index]! - meanGuide[index]! * meanValue[index]!) / (variance + tolerance);
  });
  const offset = slope.map((gain, index) => meanValue[index]! - gain * meanGuide[index]!);
  const meanSlope = soft(slope);
  const meanOffset = soft(offset);
  return guide.map((value, index) => clamp01(meanSlope[index]! * value + meanOffset[index]!));
}

export interface Areas {
  /** 0 calm … 1 textured. */
  busy: Values;
  /** 0 below … 1 a calm area that reaches down from the top. */
  open: Values;
}

/** What can be told of a grey picture without knowing what is on it: texture, and what is open above. */
export function findAreas(lightness: Values, width: number, height: number, unit: number): Areas {
  const { x, y } = gradients(blur(lightness, width, height, 0.8 * unit), width, height);
  const energy = x.map((dx, index) => Math.min(0.05, Math.hypot(dx, y[index]!) * unit));
  const texture = blur(energy, width, height, 7 * unit).map((value) =>
    smoothstep(0.006, 0.02, value),
  );
  const busy = guidedSmooth(texture, lightness, width, height, 9 * unit, 0.004);
  // Down each column, openness lasts until texture or a clear edge has been crossed.
  const reach = new Float32Array(lightness.length);
  const spread = blur(texture, width, height, 3 * unit);
  for (let column = 0; column < width; column += 1) {
    let open = 1;
    for (let row = 0; row < height; row += 1) {
      const index = row * width + column;
      const crossed = smoothstep(0.35, 1, spread[index]!) + smoothstep(0.02, 0.05, energy[index]!);
      open *= Math.max(0, 1 - (crossed * 0.35) / unit);
      reach[index] = open * smoothstep(1, 0.55, row / height);
    }
  }
  const open = guidedSmooth(
    blur(reach, width, height, 6 * unit),
    lightness,
    width,
    height,
    12 * unit,
    0.004,
  );
  return { busy, open };
}
