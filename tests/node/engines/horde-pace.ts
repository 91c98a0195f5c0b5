import { publicPace, type HordePace } from '../../../server/engines/horde/pace.ts';

/** The public pace on a clock of the double's speed. */
export function paceOf(secondMs: number, differs: Partial<HordePace> = {}): HordePace {
  const scaled = Object.fromEntries(
    Object.entries(publicPace).map(([name, ms]) => [name, (Number(ms) * secondMs) / 1_000]),
  ) as unknown as HordePace;
  return { ...scaled, ...differs };
}
