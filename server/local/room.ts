import { machineMemoryBytes } from '../processes/memory.ts';
import { workingBytes } from '../packs/brought.ts';

const gigabyte = 1_000_000_000;
const mostBytes = 12 * gigabyte;

/** A process that holds more than this has gone wrong; half of it may stay loaded for the next job. */
export const processMemoryBytes = (): number => Math.min(mostBytes, machineMemoryBytes());

/**
 * What a network holds at its own size beside its weights, in GB: what its attention compares grows with the fourth
 * power of a side, the rest with its square. Measured with SD-Turbo at 512² and 768²: 1.05 and 3.8 GB.
 */
const attentionGigabytes = 0.5;
const restGigabytes = 0.55;
/** The full decoder at its tile stays as large as it is. */
const decoderGigabytes = 2.4;

/**
 * How much larger than its own a picture's sides may be: 1…2.
 * @param needed bytes of memory for its own size, as its manifest says
 * @param available bytes of memory for the process
 */
export function roomForSides(needed: number, available: number): number {
  const weights = Math.max(0, needed - workingBytes) / gigabyte;
  const spare = available / gigabyte - weights - decoderGigabytes;
  // a·x² + b·x = spare, where x is the square of a side.
  const square =
    (-restGigabytes + Math.sqrt(restGigabytes ** 2 + 4 * attentionGigabytes * Math.max(0, spare))) /
    (2 * attentionGigabytes);
  return Math.min(2, Math.max(1, Math.sqrt(square)));
}
