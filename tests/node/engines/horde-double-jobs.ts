import { randomUUID } from 'node:crypto';

import type { GenerateBody, SeenPicture } from './horde-double-rules.ts';

/** What becomes of one picture of a request. */
export type Fate =
  | 'good'
  | 'censored'
  | 'missing'
  | 'damaged'
  | 'gone'
  | 'unsafe-address'
  | 'inner-address';

export interface Script {
  /** One entry per picture; the last repeats. */
  fates: Fate[];
  /** Faulted attempts that are told from the first check on. */
  restarts: number;
  faulted: boolean;
  /** Checks for which it stands in line before a worker takes it. */
  checksInLine: number;
  /** Checks that are answered before it is done; negative: never done. */
  checksUntilDone: number;
  /** At these checks its worker is lost, and it waits for another. */
  lostAt: number[];
  /** Pictures that each worker takes together. */
  atOnce: number;
  /** At this check each picture but the last is finished. */
  finishedAt: number[];
  metadata: { type: string; value: string; ref?: string }[];
}

export const plainScript: Script = {
  fates: ['good'],
  restarts: 0,
  faulted: false,
  checksInLine: 0,
  checksUntilDone: 2,
  lostAt: [],
  atOnce: 1,
  finishedAt: [],
  metadata: [],
};

export interface RemoteJob {
  id: string;
  key: string;
  request: GenerateBody;
  source: SeenPicture | null;
  mask: SeenPicture | null;
  script: Script;
  checks: number;
  cancelled: boolean;
  /** Purged then; each event of a worker renews it. */
  expiresMs: number;
  cached: { answer: object; untilMs: number } | null;
  generations: { id: string; seed: string; fate: Fate }[];
}

export interface Counters {
  finished: number;
  processing: number;
  restarted: number;
  waiting: number;
  done: boolean;
  faulted: boolean;
  wait_time: number;
  queue_position: number;
  kudos: number;
  is_possible: boolean;
}

/**
 * Gotcha G15: a worker gets the seed with the variation added once for every picture that is still to be made, and
 * counts upwards from there; what is too large for 32 bits is cut by as many.
 */
function seedOfPicture(params: GenerateBody['params'], atOnce: number, index: number): string {
  const { n, seed = '7', seed_variation: variation = 0 } = params;
  const taken = index - (index % atOnce);
  const given = (/^\d+$/.test(seed) ? Number(seed) : 7) + variation * (n - taken);
  return String((given >= 2 ** 32 ? Math.floor(given / 2 ** 32) : given) + (index - taken));
}

export function createRemoteJob(
  given: Pick<RemoteJob, 'key' | 'request' | 'source' | 'mask' | 'script' | 'expiresMs'>,
): RemoteJob {
  const { n } = given.request.params;
  return {
    ...given,
    id: randomUUID(),
    checks: 0,
    cancelled: false,
    cached: null,
    generations: Array.from({ length: n }, (_, index) => ({
      id: randomUUID(),
      seed: seedOfPicture(given.request.params, given.script.atOnce, index),
      fate: given.script.fates[Math.min(index, given.script.fates.length - 1)] ?? 'good',
    })),
  };
}

const isMade = ({ fate }: { fate: Fate }): boolean => fate !== 'missing';

/** Section 4: the counters as a check at this moment tells them. */
export function countersOf(job: RemoteJob): Counters {
  const { n } = job.request.params;
  const { script, checks } = job;
  const made = job.generations.filter(isMade).length;
  const over = job.cancelled || (script.checksUntilDone >= 0 && checks > script.checksUntilDone);
  const inLine = !over && checks <= script.checksInLine;
  const lost = script.lostAt.filter((at) => checks >= at).length;
  const isLost = !over && script.lostAt.includes(checks);
  // Gotcha G2: done may come while a picture is still being made.
  const early = !over && script.restarts > 0 && checks === script.checksUntilDone;
  const before = script.finishedAt.filter((at) => checks >= at).length;
  const finished = over ? (job.cancelled ? before : made) : before;
  const processing = over || inLine || isLost ? 0 : 1;
  return {
    finished,
    processing,
    restarted: script.restarts + lost,
    waiting: over ? (script.faulted ? 1 : 0) : Math.max(0, n - processing - finished),
    done: over || early,
    faulted: over && script.faulted,
    wait_time: over ? 0 : inLine && checks <= 1 ? 0 : 12,
    queue_position: over ? 0 : inLine || isLost ? Math.max(1, 4 - checks) : 0,
    kudos: 3 + 10 * finished,
    // Gotcha G4: memoised, flips, and false after the end.
    is_possible: processing > 0,
  };
}

function finishedOf(job: RemoteJob): RemoteJob['generations'] {
  return job.generations.filter(isMade).slice(0, countersOf(job).finished);
}

/** Section 4: the pictures that are there now, each at an address that is signed anew. */
export function describeFinished(job: RemoteJob, pictures: string): object[] {
  const { width, height } = job.request.params;
  const addressOf = ({ id, fate }: { id: string; fate: Fate }): string => {
    if (fate === 'unsafe-address') return 'http://169.254.169.254/latest/meta-data';
    if (fate === 'inner-address') return 'https://192.168.1.1/picture.webp';
    return `${pictures}/${fate}/${width}x${height}/${id}.webp?X-Amz-Signature=${randomUUID()}`;
  };
  return finishedOf(job).map(({ id, seed, fate }) => ({
    img: addressOf({ id, fate }),
    seed,
    id,
    censored: fate === 'censored',
    gen_metadata: [
      ...(fate === 'censored' ? [{ type: 'censorship', value: 'nsfw' }] : []),
      ...job.script.metadata,
    ],
    worker_id: randomUUID(),
    worker_name: 'a worker',
    model: job.request.models.at(-1),
    state: 'ok',
  }));
}
