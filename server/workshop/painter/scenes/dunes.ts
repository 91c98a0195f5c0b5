import { placeFigures } from '../figures.ts';
import { clamp01, lerp, smoothstep } from '../noise.ts';
import { lighten, mix } from '../oklab.ts';
import { paintBloom, paintSky, placeCelestial } from '../sky.ts';
import type { Studio } from '../studio.ts';
import { paintTerrain, type Camera, type Terrain } from '../terrain.ts';

/** A knife edge would break into dots between two samples. */
const crestRounding = 0.014;

/** Slow up, quick down. @param phase one dune per unit */
function crestAt(phase: number): number {
  const part = phase - Math.floor(phase);
  return part < 0.72 ? (part / 0.72) ** 1.5 : ((1 - part) / 0.28) ** 1.15;
}

/** Wind-shaped sand: long windward slopes, short lee slopes, a sharp crest between light and shadow. */
export function paintDunes(studio: Studio): void {
  const { plan, width, height } = studio;
  const { palette } = plan;
  const random = studio.random('dunes');
  const horizonY = height * random.range(0.42, 0.52);
  const camera: Camera = { horizonY, eye: 2.1, focal: Math.max(height, width * 0.62) };
  const celestial = placeCelestial(studio, horizonY);
  paintSky(studio, horizonY, celestial);
  studio.report(0.2);

  const shape = studio.noise('dune shape');
  const ripples = studio.noise('ripples');
  const shiftX = random.range(0, 99);
  const shiftZ = random.range(0, 99);
  const wind = random.range(-0.5, 0.5);
  const cosine = Math.cos(wind);
  const sine = Math.sin(wind);
  const light = celestial.x > width / 2 ? 0.8 : -0.8;
  const mesas = plan.has('canyon') || random.chance(0.25);
  const heightAt = (x: number, z: number): number => {
    const along = x * cosine + z * sine;
    const across = z * cosine - x * sine;
    const bend = 1.5 * shape.fractal(along * 0.11 + shiftX, across * 0.09 + shiftZ, 3);
    const phase = across * 0.19 + along * 0.07 + bend;
    const near =
      (crestAt(phase - crestRounding) + 2 * crestAt(phase) + crestAt(phase + crestRounding)) / 4;
    // Far away the short slopes would be thinner than a pixel.
    const soft = 0.5 - 0.5 * Math.cos(2 * Math.PI * phase);
    const crest = lerp(near, soft, smoothstep(12, 30, z));
    const size = 0.55 + 0.75 * clamp01(0.5 + shape.at(along * 0.13 + 40, across * 0.1 + shiftZ));
    const far = 1 + 1.4 * smoothstep(14, 34, z);
    let land =
      crest * size * far * smoothstep(1.5, 6, z) + 0.35 * shape.at(along * 0.08, across * 0.08 + 9);
    if (mesas && z > 26) {
      const block = shape.fractal(x * 0.045 + shiftX, z * 0.03, 4);
      land += 5.2 * smoothstep(0.1, 0.17, block) * smoothstep(26, 32, z);
    }
    return land;
  };
  const lit = mix(palette.lit, palette.glow, 0.2);
  const shade = mix(palette.shade, palette.lit, 0.12);
  const terrain: Terrain = {
    camera,
    nearZ: 1.8,
    farZ: 56,
    frequency: 0.2,
    heightAt,
    water: false,
    haze: mix(palette.haze, palette.sky[3], 0.3),
    hazeAt: (z) => clamp01(1 - Math.exp(-Math.max(0, z - 5) * lerp(0.016, 0.05, plan.fog))),
    colourAt: (point, out) => {
      const fade = 1 - smoothstep(3, 15, point.z);
      const phase =
        point.z * 9 + point.x * 1.4 + 2.2 * ripples.fractal(point.x * 0.9, point.z * 0.9, 2);
      const ripple = fade * 0.3 * Math.sin(phase * 2.4);
      const length = Math.sqrt(1 + point.slopeX ** 2 + point.slopeZ ** 2);
      const facing = (-point.slopeX * light + 0.4 + 0.75 * point.slopeZ + ripple * 0.25) / length;
      const share = smoothstep(0.1, 0.75, facing);
      const grain = 0.012 * ripples.fractal(point.x * 18, point.z * 18, 2) * fade;
      out.set(lighten(mix(shade, lit, share), grain + 0.014 * ripple));
    },
  };
  paintTerrain(studio, terrain, (part) => studio.report(0.2 + 0.65 * part));
  placeFigures(studio, { where: 'ground', horizonY, camera, groundAt: heightAt });
  paintBloom(studio, celestial);
}
