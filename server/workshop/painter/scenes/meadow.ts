import { placeFigures } from '../figures.ts';
import { paintLeafTree } from '../flora.ts';
import { clamp01, lerp, smoothstep } from '../noise.ts';
import { lighten, mix } from '../oklab.ts';
import { paintBloom, paintSky, placeCelestial } from '../sky.ts';
import type { Studio } from '../studio.ts';
import { paintSward } from '../sward.ts';
import { paintTerrain, project, type Camera, type Terrain } from '../terrain.ts';

/** Rolling grassland with flowers, a few trees and far hills. */
export function paintMeadow(studio: Studio): void {
  const { plan, width, height } = studio;
  const { palette } = plan;
  const random = studio.random('meadow');
  const horizonY = height * random.range(0.42, 0.55);
  const camera: Camera = { horizonY, eye: 1.6, focal: Math.max(height, width * 0.62) };
  const celestial = placeCelestial(studio, horizonY);
  paintSky(studio, horizonY, celestial);
  studio.report(0.2);

  const rolls = studio.noise('meadow rolls');
  const shift = random.range(0, 99);
  const light = celestial.x > width / 2 ? 0.6 : -0.6;
  const heightAt = (x: number, z: number, octaves: number): number => {
    const far = smoothstep(12, 40, z);
    const low = 0.5 * rolls.fractal(x * 0.16 + shift, z * 0.2 + shift, 3);
    const hills =
      4.4 * far * (0.45 + 0.6 * rolls.fractal(x * 0.06 + shift, z * 0.07, Math.min(octaves, 4)));
    return low * smoothstep(1, 5, z) + hills;
  };
  const dark = mix(palette.flora, palette.lit, 0.3);
  const bright = mix(palette.lit, palette.flora, 0.08);
  const terrain: Terrain = {
    camera,
    nearZ: 1.6,
    farZ: 58,
    frequency: 0.1,
    heightAt,
    water: false,
    haze: mix(palette.haze, palette.sky[3], 0.3),
    hazeAt: (z) => clamp01(1 - Math.exp(-Math.max(0, z - 5) * lerp(0.014, 0.05, plan.fog))),
    colourAt: (point, out) => {
      const length = Math.sqrt(1 + point.slopeX ** 2 + point.slopeZ ** 2);
      const facing = (-point.slopeX * light + 0.55 + 0.3 * point.slopeZ) / length;
      const patch = rolls.fractal(point.x * 0.5, point.z * 0.9, 4);
      const field = rolls.at(point.x * 0.12 + 7, point.z * 0.2);
      const tone = mix(dark, bright, clamp01(smoothstep(0.1, 0.85, facing) + 0.35 * patch));
      out.set(lighten(tone, 0.03 * Math.sign(field) * smoothstep(8, 16, point.z)));
    },
  };
  paintTerrain(studio, terrain, (part) => studio.report(0.2 + 0.35 * part));
  if (plan.trees) plantTrees(studio, terrain, light);
  studio.report(0.65);
  placeFigures(studio, {
    where: 'ground',
    horizonY,
    camera,
    groundAt: (x, z) => heightAt(x, z, 4),
  });
  const flowers = plan.flowers || random.chance(0.6);
  paintSward(studio, { fromY: horizonY + (height - horizonY) * 0.12, flowers, density: 9500 });
  studio.report(0.92);
  paintBloom(studio, celestial);
}

function plantTrees(studio: Studio, terrain: Terrain, light: number): void {
  const { surface, plan, width } = studio;
  const random = studio.random('meadow trees');
  const count = plan.has('forest') ? 26 : random.int(6, 13);
  const trees = Array.from({ length: count }, () => {
    const z = 6 + 26 * random.next() ** 1.4;
    return { x: (random.range(-0.5, 0.5) * width * z) / terrain.camera.focal, z };
  }).toSorted((one, other) => other.z - one.z);
  for (const tree of trees) {
    const ground = terrain.heightAt(tree.x, tree.z, 4);
    const foot = project(terrain.camera, width, tree.x, tree.z, ground);
    const haze = terrain.hazeAt(tree.z, ground);
    const leaves = mix(mix(plan.palette.flora, plan.palette.lit, 0.28), terrain.haze, haze * 0.9);
    const bark = mix(plan.palette.flora, terrain.haze, haze * 0.9);
    const size = foot.scale * random.range(0.9, 1.7);
    paintLeafTree(surface, random, foot.x, foot.y + 1, size, bark, leaves, Math.sign(light));
  }
}
