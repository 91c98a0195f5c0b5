import type { ErrorCode } from '../../domain/errors.ts';
import {
  isEndedStage,
  isOpenStage,
  isQuiet,
  type DownloadProgress,
  type GenerateIntent,
  type Intent,
  type UploadProgress,
} from '../../domain/intent.ts';
import type { JobPhase } from '../../domain/job.ts';
import { downloadShare, uploadShare } from '../../domain/progress.ts';

/** What a card says about a request. `percent` is 0…100, times are milliseconds since the epoch. */
export type RequestState =
  | { kind: 'paused' }
  | { kind: 'waiting-network' }
  | { kind: 'leaving' }
  | { kind: 'retrying'; atMs: number }
  /** Null until the platform has some of it. */
  | { kind: 'uploading'; upload: UploadProgress | null }
  /** `position`: 1 is the next one; 0 while it is not known. */
  | { kind: 'in-line'; position: number; waitSeconds: number }
  | {
      kind: 'making';
      phase: JobPhase;
      percent: number;
      waitSeconds: number;
      finished: number;
      total: number;
    }
  /** Null until some of it is here. */
  | { kind: 'bringing-home'; download: DownloadProgress | null }
  | { kind: 'cancelling' }
  | { kind: 'done'; missing: number }
  | { kind: 'failed'; code: ErrorCode }
  | { kind: 'cancelled' }
  | { kind: 'needs-you'; code: ErrorCode };

export interface Surroundings {
  online: boolean;
  paused: boolean;
  nowMs: number;
}

/** Codes that mean "the other side could not be reached", whatever the browser says about the network. */
const unreachable: readonly ErrorCode[] = ['network', 'timeout'];

/** A retry closer than this is not worth its own words. */
const retryWorthSayingMs = 3_000;

/** The same while the other side cannot be reached: "waits for a network" says it better than each next try. */
const reconnectWorthSayingMs = 60_000;

/** Reads a request's row into the one thing to say about it. */
export function requestState(
  intent: Intent,
  { online, paused, nowMs }: Surroundings,
): RequestState {
  const code = intent.error?.code ?? 'unknown';
  switch (intent.stage) {
    case 'done':
      return { kind: 'done', missing: intent.kind === 'generate' ? intent.missingOutputs : 0 };
    case 'failed':
      return { kind: 'failed', code };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'needs-attention':
      return { kind: 'needs-you', code };
    default:
  }
  if (intent.cancelRequestedAtMs !== null) return { kind: 'cancelling' };
  if (!online) return { kind: 'waiting-network' };
  // What has left the device goes on over there; only what is still here can be held back.
  const here = intent.stage === 'saved' || intent.stage === 'uploading';
  if (paused && here) return { kind: 'paused' };
  const isCutOff =
    intent.error !== null && intent.attempts > 1 && unreachable.includes(intent.error.code);
  const worthSayingMs = isCutOff ? reconnectWorthSayingMs : retryWorthSayingMs;
  if (intent.error && intent.attempts > 0 && intent.nextAttemptAtMs - nowMs > worthSayingMs) {
    return { kind: 'retrying', atMs: intent.nextAttemptAtMs };
  }
  if (isCutOff) return { kind: 'waiting-network' };
  switch (intent.stage) {
    case 'uploading':
      return uploadState(intent);
    case 'submitted':
    case 'running':
      return intent.kind === 'generate' ? remoteState(intent) : { kind: 'leaving' };
    case 'bringing-home':
      return { kind: 'bringing-home', download: downloadOf(intent) };
    default:
      return { kind: 'leaving' };
  }
}

function uploadState(intent: Intent): RequestState {
  const upload = intent.kind === 'generate' ? (intent.upload ?? null) : null;
  const share = uploadShare(upload);
  // All of it is there: what is left is the request itself.
  if (share === 1) return { kind: 'leaving' };
  return { kind: 'uploading', upload: share === null ? null : upload };
}

function downloadOf(intent: Intent): DownloadProgress | null {
  const download = intent.kind === 'generate' ? (intent.download ?? null) : null;
  return downloadShare(download) === null ? null : download;
}

function remoteState(intent: GenerateIntent): RequestState {
  const { progress } = intent;
  if (!progress) return { kind: 'in-line', position: 0, waitSeconds: 0 };
  const waiting = progress.state === 'Pending' || progress.phase === 'waiting';
  if (waiting && intent.stage === 'submitted') {
    // The platform says how many are ahead.
    const position = progress.queuePosition + 1;
    return { kind: 'in-line', position, waitSeconds: progress.waitSeconds };
  }
  return {
    kind: 'making',
    phase: progress.phase,
    percent: progress.percent,
    waitSeconds: progress.waitSeconds,
    finished: progress.finished,
    total: progress.total,
  };
}

/** How far the glow has risen, 0…1; undefined while nothing can be known, null when there is nothing to show. */
export function glowLevel(state: RequestState): number | undefined | null {
  switch (state.kind) {
    case 'making':
      return state.percent / 100;
    case 'bringing-home':
      return downloadShare(state.download) ?? 1;
    case 'uploading':
      return uploadShare(state.upload) ?? undefined;
    case 'in-line':
      return 0;
    default:
      return null;
  }
}

export const queueFilters = ['all', 'active', 'needs-you', 'done'] as const;
export type QueueFilter = (typeof queueFilters)[number];

/** Failed requests wait for the person just like those that ask. */
export function needsYou(intent: Intent): boolean {
  return intent.stage === 'needs-attention' || intent.stage === 'failed';
}

export function matchesFilter(intent: Intent, filter: QueueFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'active':
      return isOpenStage(intent.stage);
    case 'needs-you':
      return needsYou(intent);
    case 'done':
      return intent.stage === 'done' || intent.stage === 'cancelled';
  }
}

/**
 * Claims and deletions are not requests for a picture; they show only while they wait for a network or
 * are in trouble.
 */
export function belongsOnShelf(intent: Intent, online: boolean): boolean {
  if (intent.kind === 'generate') return true;
  if (isQuiet(intent)) return needsYou(intent);
  return needsYou(intent) || (isOpenStage(intent.stage) && (!online || intent.error !== null));
}

export type QueueSection = 'needs-you' | 'active' | 'ended';

export function sectionOf(intent: Intent): QueueSection {
  if (needsYou(intent)) return 'needs-you';
  return isEndedStage(intent.stage) ? 'ended' : 'active';
}

const sectionOrder: readonly QueueSection[] = ['needs-you', 'active', 'ended'];

/**
 * Order on the shelf: what asks for the person, then what is under way in the order in which it leaves,
 * then what has ended, newest first.
 */
export function shelfOrder(intents: readonly Intent[]): Intent[] {
  return intents.toSorted((left, right) => {
    const bySection =
      sectionOrder.indexOf(sectionOf(left)) - sectionOrder.indexOf(sectionOf(right));
    if (bySection !== 0) return bySection;
    const byAge = left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
    return sectionOf(left) === 'active' ? byAge : -byAge;
  });
}

/** How many of each filter there are; one pass, because there may be a thousand. */
export function countByFilter(intents: readonly Intent[]): Record<QueueFilter, number> {
  const counts: Record<QueueFilter, number> = { all: 0, active: 0, 'needs-you': 0, done: 0 };
  for (const intent of intents) {
    for (const filter of queueFilters) if (matchesFilter(intent, filter)) counts[filter] += 1;
  }
  return counts;
}
