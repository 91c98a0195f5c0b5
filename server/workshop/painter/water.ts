import { clamp01, lerp, smoothstep } from './noise.ts';
import { lighten, mix } from './oklab.ts';
import type { Celestial, Studio } from './studio.ts';
import { blend } from './surface.ts';
import type { Camera, WaterMap } from './terrain.ts';

export interface WaterManner {
  /** 0 a mirror … 1 a rough sea. */
  roughness: number;
  /** How much is mirrored near the viewer. */
  nearMirror: number;
  /** The picture before land came in: with islands, land and sky are mirrored about different lines. */
  sky?: Float32Array;
  /** The picture before figures came in: they stand on the nearest land. */
  land?: Float32Array;
}

function smoothed(values: Float32Array, radius: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    let sum = 0;
    let count = 0;
    for (
      let other = Math.max(0, index - radius);
      other <= Math.min(values.length - 1, index + radius);
      other += 1
    ) {
      if (values[other]! < 0) continue;
      sum += values[other]!;
      count += 1;
    }
    result[index] = count > 0 ? sum / count : -1;
  }
  return result;
}

/** Light over a pixel, as a lighthouse throws, makes nothing else of it. */
function isAlike(one: Float32Array, other: Float32Array, at: number): boolean {
  return (
    Math.abs(one[at]! - other[at]!) < 0.06 &&
    Math.abs(one[at + 1]! - other[at + 1]!) < 0.02 &&
    Math.abs(one[at + 2]! - other[at + 2]!) < 0.02
  );
}

/** The column itself, or the nearest one of its row that shows no sun or moon. */
function besideDisc(
  x: number,
  y: number,
  { x: centre, y: middle, radius }: Celestial,
  width: number,
) {
  const reach = (1.2 * radius) ** 2 - (y - middle) ** 2;
  if (reach <= 0 || (x - centre) ** 2 >= reach) return x;
  const edge = centre + Math.sqrt(reach) * (x < centre ? -1 : 1);
  return Math.min(width - 1, Math.max(0, Math.round(edge)));
}

/** Paints marked pixels as water that mirrors what stands above it, and glitters under the sun. */
export function paintWater(
  studio: Studio,
  camera: Camera,
  water: WaterMap,
  celestial: Celestial,
  manner: WaterManner,
): void {
  const { surface, plan, width, height } = studio;
  const source = surface.data.slice();
  const noise = studio.noise('water');
  const top = smoothed(water.top, Math.max(2, Math.round(width / 90)));
  const { palette } = plan;
  const deep = palette.water;
  const shallow = mix(palette.water, palette.sky[2], 0.45);
  const shines = plan.celestial !== 'none';
  const glint = mix(palette.sun, palette.glow, 0.35);
  const { roughness, sky, land } = manner;
  // Waves break a disc into glitter, which is painted below.
  const disc = shines && roughness > 0.3 ? celestial : null;
  const octaves = 2 + 2 * plan.detail;
  // Where the water of a column begins that is being painted: behind an island another begins.
  const begins = new Float32Array(width).fill(-1);
  const wasWet = new Uint8Array(width);
  // Where the land begins that parts it from the water before; -1 where there is none.
  const landTop = new Float32Array(width).fill(-1);
  for (let y = Math.max(0, Math.floor(camera.horizonY)); y < height; y += 1) {
    const below = Math.max(0.35, y + 0.5 - camera.horizonY);
    const z = (camera.eye * camera.focal) / below;
    const near = clamp01((y - camera.horizonY) / (height - camera.horizonY));
    // Waves smaller than a pixel would only sparkle at random.
    const calmByDistance = smoothstep(0, 0.1, near);
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      if (water.mask[index] === 0) {
        if (wasWet[x] === 1) landTop[x] = y;
        wasWet[x] = 0;
        continue;
      }
      if (wasWet[x] === 0) {
        wasWet[x] = 1;
        // The far shore is smooth, so that what it mirrors is too.
        begins[x] = Math.abs(y - top[x]!) < height * 0.02 ? top[x]! : y;
      }
      const worldX = ((x - width / 2) / camera.focal) * z;
      const swell = noise.fractal(worldX * 0.9, z * 2.6, octaves);
      const ripple = noise.fractal(worldX * 5 + swell, z * 13, 2);
      const wave = (0.65 * swell + 0.35 * ripple) * calmByDistance;
      const shore = Math.max(0, begins[x]!);
      const depth = Math.max(0, y - shore);
      const bendAt = (length: number) => wave * roughness * (0.012 * height + 0.25 * length);
      const stretch = lerp(1, 1.25, roughness);
      const mirroredAt = (line: number, tap: number) => {
        const length = y - line;
        // Rough water smears what it mirrors downwards.
        const smear = tap * (1 + roughness * (2 + 0.06 * length));
        return line - length * stretch + bendAt(length) + smear;
      };
      const aside = Math.min(width - 1, Math.max(0, Math.round(x + bendAt(depth) * 0.35)));
      let L = 0;
      let a = 0;
      let b = 0;
      for (let tap = -1; tap <= 1; tap += 1) {
        let mirrored = mirroredAt(shore, tap);
        // Past the top of an island: what stands behind is mirrored about its own shore.
        const near = (Math.max(0, Math.round(mirrored)) * width + aside) * 3;
        const isFigure = land !== undefined && !isAlike(source, land, near);
        if (mirrored < landTop[x]! && top[x]! >= 0 && !isFigure) {
          mirrored = Math.min(mirroredAt(top[x]!, tap), top[x]!);
        }
        const row = Math.min(Math.floor(shore), Math.max(0, Math.round(mirrored)));
        let at = (row * width + aside) * 3;
        // The sky is mirrored about the horizon, in every column alike, islands or not.
        if (sky && isAlike(source, sky, at)) {
          const about = Math.round(mirroredAt(camera.horizonY, tap));
          const skyRow = Math.min(Math.floor(camera.horizonY), Math.max(0, about));
          const skyColumn = disc ? besideDisc(aside, skyRow, disc, width) : aside;
          at = (skyRow * width + skyColumn) * 3;
        }
        L += source[at]!;
        a += source[at + 1]!;
        b += source[at + 2]!;
      }
      const body = mix(shallow, deep, smoothstep(0, 0.8, near));
      const mirror =
        lerp(0.88, manner.nearMirror, near ** 0.7) * (1 - 0.25 * roughness * (0.5 + 0.5 * wave));
      const at = index * 3;
      const tone = wave * (0.02 + 0.05 * roughness);
      surface.data[at] = lerp(body[0], L / 3 - 0.015, mirror) + tone;
      surface.data[at + 1] = lerp(body[1], a / 3, mirror);
      surface.data[at + 2] = lerp(body[2], b / 3, mirror);
      if (!shines) continue;
      const offset = Math.abs(x - celestial.x) / width;
      const path = Math.exp(-((offset / (0.035 + 0.1 * near)) ** 2));
      const spark = noise.fractal(worldX * 3.4 + 70, z * 9 + 20, 2 + octaves / 2);
      const lit = path * smoothstep(0.02, 0.4, spark + 0.25 * wave) * calmByDistance;
      blend(surface, index, glint, clamp01(0.85 * lit + 0.22 * path * (1 - near)));
    }
  }
  softenShore(studio, water, lighten(mix(palette.haze, palette.sky[3], 0.5), 0.02));
}

/** A thin bright line where water meets land. */
function softenShore(
  studio: Studio,
  water: WaterMap,
  colour: readonly [number, number, number],
): void {
  const { surface, width, height } = studio;
  const thickness = Math.max(1, Math.round(height / 500));
  for (let x = 0; x < width; x += 1) {
    const top = water.top[x]!;
    if (top < 0) continue;
    for (let row = Math.floor(top); row < Math.min(height, top + thickness); row += 1) {
      if (water.mask[row * width + x] === 1) blend(surface, row * width + x, colour, 0.3);
    }
  }
}
