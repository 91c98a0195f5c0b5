import { placeFigures } from '../figures.ts';
import { paintPine } from '../flora.ts';
import { paintSward } from '../sward.ts';
import { clamp01, lerp, smoothstep } from '../noise.ts';
import { lighten, mix, saturate } from '../oklab.ts';
import { paintBloom, paintSky, placeCelestial } from '../sky.ts';
import type { Celestial, Studio } from '../studio.ts';
import { paintTerrain, project, type Camera, type Terrain } from '../terrain.ts';
import { paintWater } from '../water.ts';

/** Ridges behind a valley, with or without a lake. */
export function paintMountains(studio: Studio): void {
  const { plan, width, height } = studio;
  const random = studio.random('mountains');
  const horizonY = height * random.range(0.54, 0.64);
  const camera: Camera = { horizonY, eye: 1.15, focal: Math.max(height, width * 0.62) };
  const celestial = placeCelestial(studio, horizonY);
  paintSky(studio, horizonY, celestial);
  studio.report(0.2);
  const terrain = shapeTerrain(studio, camera, celestial);
  const water = paintTerrain(studio, terrain, (part) => studio.report(0.2 + 0.5 * part));
  if (plan.trees) plantShore(studio, terrain);
  placeFigures(studio, {
    where: 'shore',
    horizonY,
    camera,
    groundAt: (x, z) => terrain.heightAt(x, z, 4),
  });
  if (terrain.water)
    paintWater(studio, camera, water, celestial, { roughness: 0.16, nearMirror: 0.62 });
  else growMeadow(studio, horizonY);
  paintBloom(studio, celestial);
  if (plan.trees) frameWithPines(studio);
}

function shapeTerrain(studio: Studio, camera: Camera, celestial: Celestial): Terrain {
  const { plan, width } = studio;
  const { palette } = plan;
  const random = studio.random('terrain');
  const ridges = studio.noise('ridges');
  const rolls = studio.noise('rolls');
  const frequency = random.range(0.085, 0.12);
  const gentle = plan.has('hill') && !plan.has('mountain');
  const tall = gentle ? 2.4 : random.range(6.2, 8.4);
  const shiftX = random.range(0, 120);
  const shiftZ = random.range(0, 120);
  const valley = ((celestial.x - width / 2) / camera.focal) * 16 * random.range(0.4, 1);
  const lake = plan.water;
  const shoreZ = random.range(6.5, 9);
  const terraced = plan.has('canyon');

  const light = celestial.x > width / 2 ? 0.72 : -0.72;
  const grass = mix(palette.flora, palette.lit, 0.45);
  const grassLit = mix(palette.lit, saturate(grass, 1.2), 0.45);
  const snowLit = mix([0.97, 0, 0.004], palette.glow, 0.24);
  const snowShade = mix(
    mix(palette.cloudShade, palette.sky[1], 0.4),
    [0.85, 0, -0.02],
    palette.night ? 0.1 : 0.35,
  );
  const snowLine = plan.has('snow') || plan.has('winter') ? 0.2 : random.range(1.7, 2.6);

  const heightAt = (x: number, z: number, octaves: number): number => {
    const u = x * frequency + shiftX;
    const v = z * frequency + shiftZ;
    const bend = 0.35 * rolls.at(u * 0.7, v * 0.7);
    const rise = smoothstep(shoreZ + 1, shoreZ + 12, z) * (1 + 0.55 * smoothstep(26, 48, z));
    const opening = lerp(0.38, 1, smoothstep(0.5, 6, Math.abs(x - valley * (z / 16))));
    let land = gentle
      ? (0.55 + 0.5 * rolls.fractal(u * 1.4, v * 1.4, Math.min(octaves, 4))) * tall
      : ridges.ridged(u + bend, v + bend, octaves) ** 1.35 * tall * opening;
    if (terraced) {
      const shelf = land * 1.6;
      const step = Math.floor(shelf);
      land = (step + smoothstep(0.25, 0.75, shelf - step)) / 1.6;
    }
    const ground = 0.16 * rolls.fractal(u * 9, v * 9, Math.min(octaves, 4));
    const shore = z - shoreZ - 1.6 * rolls.fractal(u * 3.1, v * 2, 3);
    const floor = lake
      ? lerp(-0.6, 0.1, smoothstep(-0.5, 1.2, shore))
      : 0.05 + 0.12 * smoothstep(0, 6, shore);
    return floor + ground * smoothstep(0, 2, lake ? shore : z) + rise * land;
  };

  const density = lerp(0.018, 0.05, plan.fog);
  const valleyMist = 0.75 * plan.fog;
  return {
    camera,
    nearZ: 1.6,
    farZ: 64,
    frequency,
    heightAt,
    water: lake,
    haze: mix(palette.haze, palette.sky[3], 0.35),
    hazeAt: (z, level) => {
      const far = 1 - Math.exp(-Math.max(0, z - 5) * density);
      const low = valleyMist * smoothstep(9, 20, z) * Math.exp(-Math.max(0, level) * 1.1);
      return clamp01(far + (1 - far) * low);
    },
    colourAt: (point, out) => {
      const length = Math.sqrt(1 + point.slopeX ** 2 + point.slopeZ ** 2);
      const facing = (-point.slopeX * light + 0.55 + point.slopeZ * 0.28) / length;
      const lit = smoothstep(-0.05, 0.85, facing);
      const steep = smoothstep(0.25, 1, Math.hypot(point.slopeX, point.slopeZ));
      const tone = mix(palette.shade, palette.lit, lit);
      const green = mix(lighten(grass, -0.05), grassLit, lit);
      const low = gentle ? 0.9 : 1 - smoothstep(0.35, 1.5, point.height + 0.5 * steep);
      let colour = mix(tone, green, low * (terraced ? 0.25 : 0.85));
      if (plan.snowCaps && !gentle) {
        const breakUp = 0.7 * rolls.fractal(point.x * 1.5, point.z * 1.5, 3);
        const white = smoothstep(
          snowLine - 0.4,
          snowLine + 0.7,
          point.height + breakUp - 0.9 * steep,
        );
        colour = mix(colour, mix(snowShade, snowLit, smoothstep(0.1, 0.8, lit)), white);
      }
      out[0] = colour[0];
      out[1] = colour[1];
      out[2] = colour[2];
    },
  };
}

/** A belt of small pines along the far shore and up the slopes. */
function plantShore(studio: Studio, terrain: Terrain): void {
  const { surface, plan, width } = studio;
  const random = studio.random('shore trees');
  const grove = studio.noise('grove');
  const { palette } = plan;
  const trees: { x: number; z: number; ground: number }[] = [];
  const count = Math.round(1200 + 2600 * plan.detail);
  for (let index = 0; index < count; index += 1) {
    const z = random.range(7.5, 17);
    const x = (random.range(-0.55, 0.55) * width * z) / terrain.camera.focal;
    const ground = terrain.heightAt(x, z, 5);
    if (ground < 0.05 || ground > 1.3 + 0.4 * random.next()) continue;
    if (grove.fractal(x * 0.45, z * 0.45, 3) < random.range(-0.12, 0.3)) continue;
    trees.push({ x, z, ground });
  }
  trees.sort((one, other) => other.z - one.z);
  for (const tree of trees) {
    const foot = project(terrain.camera, width, tree.x, tree.z, tree.ground);
    const tone = lighten(
      mix(palette.flora, palette.lit, random.range(0, 0.22)),
      random.range(-0.02, 0.03),
    );
    const colour = mix(tone, terrain.haze, terrain.hazeAt(tree.z, tree.ground) * 0.85);
    paintPine(surface, random, foot.x, foot.y + 1, foot.scale * random.range(0.13, 0.36), colour);
  }
}

/** Grass and flowers where there is land before the viewer. */
function growMeadow(studio: Studio, horizonY: number): void {
  const { plan } = studio;
  paintSward(studio, { fromY: horizonY + (studio.height - horizonY) * 0.3, flowers: plan.flowers });
}

/** Large dark pines at one side give depth and a frame. */
function frameWithPines(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('frame');
  if (!plan.has('forest') && random.chance(0.35)) return;
  const side = random.chance(0.5) ? 0 : 1;
  const count = random.int(3, 6);
  for (let index = count; index > 0; index -= 1) {
    const reach = (index - random.range(0.2, 0.8)) * 0.052 * Math.min(width, height * 1.3);
    const x = side === 0 ? reach - width * 0.02 : width * 1.02 - reach;
    const size = height * random.range(0.36, 0.62) * (1 - 0.11 * index);
    const colour = mix(plan.palette.flora, plan.palette.shade, 0.06 * index);
    paintPine(
      surface,
      random,
      x,
      height * random.range(1, 1.05),
      size * 1.25,
      lighten(colour, -0.03),
    );
  }
}
