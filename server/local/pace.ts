import * as z from 'zod';
import { wordsSeconds, type DiffusionPace } from '../../src/diffusion/make.ts';
import type { GpuChoice } from '../../src/domain/packs.ts';
import type { Provider } from './contract.ts';
import type { ModelPack } from './models.ts';

/** How fast models are on this machine, and what runs them: the processor, or the graphics card where that is better. */

const seconds = z.number().nonnegative();
const pace = z.union([
  z.object({ secondsPerMegapixel: seconds }),
  z.object({ stepSeconds: seconds, restSeconds: seconds, pixels: z.number().positive() }),
]);
export type Pace = { secondsPerMegapixel: number } | DiffusionPace;

const tried = z.object({
  processor: pace,
  /** Null: there is none that can be used, or what it makes is not what the processor makes. */
  graphics: pace.nullable(),
});
/** What came of trying a model. */
export type Tried = z.output<typeof tried>;

/** Of a note that this version wrote; null: what it was is tried anew. */
export const readTried = (note: unknown): Tried | null => tried.safeParse(note).data ?? null;

/** What one trial tells; null: nothing that could be read. */
export const readPace = (told: unknown): Pace | null => pace.safeParse(told).data ?? null;

/** Of a pack: seconds for each megapixel, or for a picture as it is made at first. */
export function usualSeconds(pack: ModelPack, known: Pace): number | null {
  if ('secondsPerMegapixel' in known) return known.secondsPerMegapixel;
  return pack.task === 'diffusion' ? wordsSeconds(pack.run, known, {}, known.pixels, 1) : null;
}

/** What runs a pack, and how fast that is. */
export function chosenFor(
  pack: ModelPack,
  { processor, graphics }: Tried,
  gpu: GpuChoice,
): { provider: Provider; pace: Pace } {
  const secondsOf = (known: Pace) => usualSeconds(pack, known) ?? Infinity;
  const isBetter =
    graphics !== null &&
    (gpu === 'on' || (gpu === 'auto' && secondsOf(graphics) < secondsOf(processor)));
  return isBetter ? { provider: 'webgpu', pace: graphics } : { provider: 'cpu', pace: processor };
}
