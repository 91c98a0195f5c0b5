import { seedMax } from '../domain/limits.ts';
import type { CheckAnswer, Generation } from './answers.ts';

/** Of additions that a worker could not use; there are words for these. */
const additions = new Set(['lora', 'ti']);
const notes = new Set(['download_failed', 'parse_failed', 'baseline_mismatch']);

/** Marks that a person should see beside a picture, as codes: `lora-download-failed`. */
export function warningsOf(result: Generation): string[] {
  return (result.gen_metadata ?? []).flatMap(({ type, value }) =>
    type && value && additions.has(type) && notes.has(value)
      ? `${type}-${value}`.replaceAll('_', '-')
      : [],
  );
}

const seedsInAll = seedMax + 1;

/** By what the pictures of a request are told from those of another: near this seed they are its own. */
export interface SeedRange {
  seed: string;
  outputs: number;
  /** How far apart the seeds of two workers are. Absent: they are neighbours. */
  apart?: number;
}

/** Workers of one batch count upwards from the seed, several workers downwards by the variation. */
export function mayBeOurs(seed: string, job: SeedRange): boolean {
  if (!/^\d+$/.test(seed)) return false;
  const away = Math.abs(Number(seed) - Number(job.seed));
  // Beyond the largest seed they begin anew.
  return Math.min(away, seedsInAll - away) <= 2 * job.outputs * (job.apart ?? 1);
}

/** Pictures come over https, or from the Horde that was configured; where that leads is the door's to judge. */
export function mayFetch(address: string, baseUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  return url.protocol === 'https:' || url.origin === new URL(baseUrl).origin;
}

/** `done` alone may come while a picture is still being made, or with nothing made. */
export function isOver(answer: CheckAnswer): boolean {
  return answer.faulted || (answer.done && answer.processing === 0 && answer.waiting === 0);
}
