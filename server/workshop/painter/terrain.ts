import { clamp01 } from './noise.ts';
import type { Lab } from './oklab.ts';
import type { Studio } from './studio.ts';

/** A camera over a landscape: x to the right, z away, heights in the same unit. */
export interface Camera {
  horizonY: number;
  /** Above height 0. */
  eye: number;
  /** Pixels at distance 1. */
  focal: number;
}

export interface GroundPoint {
  x: number;
  z: number;
  height: number;
  /** Rise to the right and away. */
  slopeX: number;
  slopeZ: number;
}

export interface Terrain {
  camera: Camera;
  nearZ: number;
  farZ: number;
  /** @param octaves as many as can be seen at that distance */
  heightAt(x: number, z: number, octaves: number): number;
  /** Colour of the ground before haze; `out` receives OKLab. */
  colourAt(point: GroundPoint, out: Float64Array): void;
  /** Share of haze at a distance and height. */
  hazeAt(z: number, height: number): number;
  haze: Lab;
  /** Ground below 0 is water. */
  water: boolean;
  /** Lattice cells of the first octave per unit. */
  frequency: number;
}

/** Marks water pixels and, per column, where its water begins. */
export interface WaterMap {
  mask: Uint8Array;
  top: Float32Array;
}

/**
 * Draws a height field in perspective, front to back in columns: what is near hides what is far, and each
 * pixel gathers the share that every sample covers, so that ridges come out smooth.
 */
export function paintTerrain(
  studio: Studio,
  terrain: Terrain,
  report: (part: number) => void,
): WaterMap {
  const { surface, width, height, plan } = studio;
  const { camera, nearZ, farZ } = terrain;
  const { data } = surface;
  const finest = 0.55 / Math.max(height, 256);
  const found: number[] = [];
  // Near ground fills many rows per step, far ground few.
  for (let z = nearZ; z < farZ; z *= 1 + finest * (z < 5 ? 3.2 : 6)) found.push(z);
  const distances = Float64Array.from(found);
  const steps = distances.length;
  const finestOctaves = 5 + 5 * plan.detail;
  const octaves = distances.map((z) => {
    const seen = Math.log2(camera.focal / (z * terrain.frequency * 2.2));
    return Math.max(1, Math.min(finestOctaves, seen));
  });
  const before = new Float64Array(steps);
  const mask = new Uint8Array(width * height);
  const top = new Float32Array(width).fill(-1);
  const covered = new Float32Array(height);
  const gathered = new Float32Array(height * 3);
  const colour = new Float64Array(3);
  const point: GroundPoint = { x: 0, z: 0, height: 0, slopeX: 0, slopeZ: 0 };

  for (let column = -1; column < width; column += 1) {
    const direction = (column + 0.5 - width / 2) / camera.focal;
    covered.fill(0);
    gathered.fill(0);
    let reached = height;
    let heightBefore = 0;
    for (let step = 0; step < steps; step += 1) {
      const z = distances[step]!;
      const x = direction * z;
      const ground = terrain.heightAt(x, z, octaves[step]!);
      const aside = before[step]!;
      before[step] = ground;
      const behind = heightBefore;
      heightBefore = ground;
      if (column < 0) continue;
      const wet = terrain.water && ground < 0;
      const level = wet ? 0 : ground;
      const y = camera.horizonY + ((camera.eye - level) * camera.focal) / z;
      if (y >= reached) continue;
      if (wet) {
        const from = Math.max(0, Math.round(y));
        for (let row = from; row < Math.min(height, Math.round(reached)); row += 1) {
          mask[row * width + column] = 1;
        }
        top[column] = y;
        // Water hides what is below it; its colour comes later, from what it mirrors.
        for (let row = from; row < Math.min(height, Math.ceil(reached)); row += 1)
          covered[row] = Math.max(covered[row]!, 1e-6);
        reached = y;
        continue;
      }
      point.x = x;
      point.z = z;
      point.height = ground;
      point.slopeX = ((ground - aside) * camera.focal) / z;
      point.slopeZ = step === 0 ? 0 : (ground - behind) / (z - distances[step - 1]!);
      terrain.colourAt(point, colour);
      const hazy = terrain.hazeAt(z, ground);
      const L = colour[0]! + (terrain.haze[0] - colour[0]!) * hazy;
      const a = colour[1]! + (terrain.haze[1] - colour[1]!) * hazy;
      const b = colour[2]! + (terrain.haze[2] - colour[2]!) * hazy;
      const highest = Math.max(0, y);
      for (let row = Math.floor(highest); row < Math.min(height, reached); row += 1) {
        const share = Math.min(row + 1, reached) - Math.max(row, highest);
        if (share <= 0) continue;
        covered[row]! += share;
        gathered[row * 3]! += L * share;
        gathered[row * 3 + 1]! += a * share;
        gathered[row * 3 + 2]! += b * share;
      }
      reached = y;
      if (reached <= 0) break;
    }
    if (column < 0) continue;
    for (let row = 0; row < height; row += 1) {
      const share = clamp01(covered[row]!);
      if (share <= 1e-5) continue;
      const at = (row * width + column) * 3;
      for (let part = 0; part < 3; part += 1) {
        data[at + part] = gathered[row * 3 + part]! + data[at + part]! * (1 - share);
      }
    }
    if ((column & 31) === 0) report(column / width);
  }
  return { mask, top };
}

/** Where a point of the landscape appears. */
export function project(
  camera: Camera,
  width: number,
  x: number,
  z: number,
  height: number,
): { x: number; y: number; scale: number } {
  const scale = camera.focal / z;
  return { x: width / 2 + x * scale, y: camera.horizonY + (camera.eye - height) * scale, scale };
}
