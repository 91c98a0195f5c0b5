import { machineMemoryBytes } from '../processes/memory.ts';

const mostBytes = 12_000_000_000;

/** A process that holds more than this has gone wrong; half of it may stay loaded for the next job. */
export const processMemoryBytes = (): number => Math.min(mostBytes, machineMemoryBytes());
