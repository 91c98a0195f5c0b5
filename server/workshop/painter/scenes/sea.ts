import { placeFigures } from '../figures.ts';
import { clamp01, smoothstep } from '../noise.ts';
import { mix } from '../oklab.ts';
import { paintBloom, paintSky, placeCelestial } from '../sky.ts';
import type { Studio } from '../studio.ts';
import { paintTerrain, type Camera, type Terrain } from '../terrain.ts';
import { paintWater } from '../water.ts';

/** Open water to the horizon, with headlands and islands, sometimes a beach. */
export function paintSea(studio: Studio): void {
  const { plan, width, height } = studio;
  const { palette } = plan;
  const random = studio.random('sea');
  const horizonY = height * random.range(0.46, 0.6);
  const camera: Camera = { horizonY, eye: 1.1, focal: Math.max(height, width * 0.62) };
  const celestial = placeCelestial(studio, horizonY);
  paintSky(studio, horizonY, celestial);
  studio.report(0.25);
  const sky = studio.surface.data.slice();

  const rocks = studio.noise('rocks');
  const shiftX = random.range(0, 99);
  const shiftZ = random.range(0, 99);
  const light = celestial.x > width / 2 ? 0.7 : -0.7;
  // Land keeps to the side away from the sun.
  const landSide = celestial.x > width / 2 ? -1 : 1;
  const islands = plan.has('island') ? 1 : random.range(0.35, 0.8);
  const beach = plan.has('boat') ? false : random.chance(0.45);
  const sand = mix(palette.lit, palette.sky[3], 0.45);
  const heightAt = (x: number, z: number, octaves: number): number => {
    const u = x * 0.11 + shiftX;
    const v = z * 0.11 + shiftZ;
    const lean = smoothstep(-0.1, 0.62, (x / z) * landSide) * smoothstep(6, 11, z);
    const mass = rocks.fractal(u * 1.3, v * 0.9, 3) + 0.95 * lean * islands - 0.34;
    const crags = rocks.ridged(u * 2.4, v * 2.4, octaves);
    const rock = mass > 0 ? mass * (0.9 + 2.6 * crags) * smoothstep(6, 9, z) : mass;
    if (!beach) return z < 7 ? -1 : rock;
    const line = 2.75 + 0.28 * rocks.fractal(x * 0.35 + shiftX, 3, 3) - 0.22 * x * landSide;
    const shore = 0.16 * (line - z) + 0.012 * rocks.fractal(x * 4, z * 4, 3);
    return Math.max(z < 7 ? -1 : rock, shore);
  };
  const terrain: Terrain = {
    camera,
    nearZ: 1.4,
    farZ: 60,
    frequency: 0.26,
    heightAt,
    water: true,
    haze: mix(palette.haze, palette.sky[3], 0.5),
    hazeAt: (z) => clamp01(1 - Math.exp(-Math.max(0, z - 6) * (0.02 + 0.05 * plan.fog))),
    colourAt: (point, out) => {
      const length = Math.sqrt(1 + point.slopeX ** 2 + point.slopeZ ** 2);
      const lit = smoothstep(0, 0.9, (-point.slopeX * light + 0.6 + point.slopeZ * 0.25) / length);
      let colour = mix(palette.shade, palette.lit, lit);
      const steep = smoothstep(0.3, 1.1, Math.hypot(point.slopeX, point.slopeZ));
      colour = mix(colour, palette.flora, (1 - steep) * 0.5 * smoothstep(0.2, 0.6, point.height));
      if (point.z < 5) {
        // Wet sand is darker and mirrors a little sky.
        const wet = 1 - smoothstep(0.01, 0.07, point.height);
        const grain = 0.02 * rocks.fractal(point.x * 9, point.z * 9, 3);
        colour = mix(sand, mix(palette.shade, palette.sky[2], 0.55), 0.25 + 0.5 * wet);
        colour = [colour[0] + grain, colour[1], colour[2]];
      }
      out.set(colour);
    },
  };
  const water = paintTerrain(studio, terrain, (part) => studio.report(0.25 + 0.35 * part));
  const land = studio.surface.data.slice();
  placeFigures(studio, { where: 'water', horizonY, camera, groundAt: (x, z) => heightAt(x, z, 4) });
  const rough = plan.has('storm') ? 0.95 : plan.has('calm') ? 0.2 : random.range(0.4, 0.65);
  paintWater(studio, camera, water, celestial, { roughness: rough, nearMirror: 0.4, sky, land });
  studio.report(0.9);
  paintBloom(studio, celestial);
}
