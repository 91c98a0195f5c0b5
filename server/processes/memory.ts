import { totalmem } from 'node:os';

const mebibyte = 1024 * 1024;
const least = 768 * mebibyte;
const most = 2_048 * mebibyte;

/**
 * What one of so many processes may hold: the machine's memory, or the container's, by their number and one more for
 * the platform, within bounds that every tool was seen to keep.
 */
export function memoryForEach(processes: number): number {
  return Math.min(most, Math.max(least, Math.floor(machineMemoryBytes() / (processes + 1))));
}

/** Of the machine, or of the container that this runs in. */
export function machineMemoryBytes(): number {
  // Zero or absurdly large where nothing constrains it.
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
