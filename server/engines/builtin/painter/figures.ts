import type { Studio } from './studio.ts';
import type { Camera } from './terrain.ts';

export interface FigurePlace {
  where: 'shore' | 'water' | 'ground';
  horizonY: number;
  camera: Camera;
  groundAt(x: number, z: number): number;
}
export function placeFigures(studio: Studio, place: FigurePlace): void { void studio; void place; }
