import { baselineOf } from '../../src/horde/baselines.ts';
import { leaseSecondsOf, pixelStepsOf, type PartPayload } from './payload.ts';

/** What a worker says that it can do; the Horde's own names (`PopInputStable`). */
export interface WorkerAbilities {
  max_pixels: number;
  nsfw: boolean;
  blacklist: string[];
  threads: number;
  allow_img2img: boolean;
  allow_painting: boolean;
  allow_post_processing: boolean;
  allow_controlnet: boolean;
  allow_sdxl_controlnet: boolean;
  allow_lora: boolean;
  extra_slow_worker: boolean;
  limit_max_steps: boolean;
}

export interface MatchedWorker {
  id: string;
  /** Its owner. */
  userId: number;
  models: ReadonlySet<string>;
  abilities: WorkerAbilities;
  /** Pixel steps a second; null before it has done anything. */
  speed: number | null;
  /** Account numbers whose jobs it does first, beside its owner's. */
  first: ReadonlySet<number>;
}

export interface WaitingPart {
  id: string;
  jobId: string;
  userId: number;
  seq: number;
  output: number;
  seed: string;
  payload: PartPayload;
  /** Since when it waits, milliseconds since the epoch. */
  sinceMs: number;
  droppedBy: readonly string[];
}

/** What the Horde calls its reasons (`NoValidRequestFoundStable`). */
export type SkipReason =
  | 'models'
  | 'max_pixels'
  | 'nsfw'
  | 'blacklist'
  | 'img2img'
  | 'painting'
  | 'post-processing'
  | 'controlnet'
  | 'lora'
  | 'step_count'
  | 'performance'
  | 'worker_id';

/** Most steps of a worker that does not want more than is usual. */
const usualSteps = 40;
/** As long as others may still come, a worker that dropped a picture does not get it again. */
export const othersFirstMs = 15_000;

/** What stands in the way of a worker doing a part; null: nothing. */
export function whySkipped(
  worker: MatchedWorker,
  { payload, sinceMs, droppedBy }: WaitingPart,
  leastLeaseSeconds: number,
  nowMs: number,
): SkipReason | null {
  const { abilities } = worker;
  const { params } = payload;
  const isPainting =
    payload.source_processing === 'inpainting' || payload.source_processing === 'outpainting';
  const isControl = params.control_type !== undefined;
  if (!worker.models.has(payload.model)) return 'models';
  if (params.width * params.height > abilities.max_pixels) return 'max_pixels';
  if (payload.nsfw && !abilities.nsfw) return 'nsfw';
  if (payload.source_processing !== null && !abilities.allow_img2img) return 'img2img';
  if (isPainting && !abilities.allow_painting) return 'painting';
  if (params.post_processing.length > 0 && !abilities.allow_post_processing) {
    return 'post-processing';
  }
  if (isControl && !abilities.allow_controlnet) return 'controlnet';
  if (isControl && baselineOf(payload.model) === 'sdxl' && !abilities.allow_sdxl_controlnet) {
    return 'controlnet';
  }
  if ((params.loras?.length ?? 0) > 0 && !abilities.allow_lora) return 'lora';
  if (abilities.limit_max_steps && params.steps > usualSteps) return 'step_count';
  const prompt = payload.prompt.toLowerCase();
  if (abilities.blacklist.some((word) => word !== '' && prompt.includes(word.toLowerCase()))) {
    return 'blacklist';
  }
  // It would not be done before its lease is over, and somebody else would do it again.
  const lease = leaseSecondsOf(payload, leastLeaseSeconds, abilities.extra_slow_worker);
  if (worker.speed !== null && pixelStepsOf(payload) / worker.speed > lease) return 'performance';
  if (droppedBy.includes(worker.id) && nowMs - sinceMs < othersFirstMs) return 'worker_id';
  return null;
}

/** Who has how much under way, and when somebody last got a turn. */
export interface Turns {
  taken: ReadonlyMap<number, number>;
  /** Milliseconds since the epoch. */
  servedMs: ReadonlyMap<number, number>;
}

/**
 * The order in which a worker is offered parts: those of its owner and of whom it names, then in rounds, one
 * picture per person and round, in which what somebody has under way counts as had. In a round comes first who
 * waited longest for a turn (the rule of `queue/order.ts`, for pictures in place of jobs).
 */
export function inFairOrder(
  parts: readonly WaitingPart[],
  worker: Pick<MatchedWorker, 'userId' | 'first'>,
  { taken, servedMs }: Turns,
): WaitingPart[] {
  const had = new Map<number, number>();
  const placed = parts
    .toSorted((one, other) => one.seq - other.seq)
    .map((part) => {
      const { userId } = part;
      const before = had.get(userId) ?? taken.get(userId) ?? 0;
      had.set(userId, before + 1);
      const isFirst = userId === worker.userId || worker.first.has(userId);
      return { part, rank: isFirst ? 0 : 1, round: before, served: servedMs.get(userId) ?? 0 };
    });
  return placed
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        one.round - other.round ||
        one.served - other.served ||
        one.part.seq - other.part.seq,
    )
    .map(({ part }) => part);
}

/**
 * As many pictures of one job as a worker makes in one go: it counts their seeds upwards from the first, so only
 * those whose seeds follow each other.
 * @param chosen the first of them
 */
export function batchOf(
  chosen: WaitingPart,
  parts: readonly WaitingPart[],
  amount: number,
): WaitingPart[] {
  const batch = [chosen];
  const others = parts
    .filter((part) => part.jobId === chosen.jobId && part.output > chosen.output)
    .toSorted((one, other) => one.output - other.output);
  for (const part of others) {
    const last = batch.at(-1);
    if (batch.length >= amount || last === undefined) break;
    if (Number(part.seed) !== Number(last.seed) + 1) break;
    batch.push(part);
  }
  return batch;
}
