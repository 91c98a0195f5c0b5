import { compareOrder, lineOf, type LineGroup } from '../../db/intent-order.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { IntentId } from '../../domain/ids.ts';
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
  /** With the platform, which cannot be asked: it goes on there, or is ready. `percent` as last seen. */
  | { kind: 'away'; isReady: boolean; percent: number }
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
  // What has left the device goes on over there; only what is still here can be held back.
  const here = intent.stage === 'saved' || intent.stage === 'uploading';
  if (!online && (here || intent.kind !== 'generate')) return { kind: 'waiting-network' };
  if (!online && intent.kind === 'generate') {
    const isReady = intent.stage === 'bringing-home';
    return { kind: 'away', isReady, percent: isReady ? 100 : (intent.progress?.percent ?? 0) };
  }
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
  if (progress.state === 'Processing' && progress.phase === 'waiting') {
    // In the line of the engine itself, which counts places and not who is ahead; 0 is not known.
    const { queuePosition: position, waitSeconds } = progress;
    return { kind: 'in-line', position, waitSeconds };
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
    case 'away':
      return state.percent / 100;
    case 'in-line':
      return 0;
    default:
      return null;
  }
}

export const queueFilters = ['all', 'waiting', 'running', 'trouble', 'done'] as const;
export type QueueFilter = (typeof queueFilters)[number];

/** Failed requests wait for the person just like those that ask. */
export function needsYou(intent: Intent): boolean {
  return intent.stage === 'needs-attention' || intent.stage === 'failed';
}

export type QueueSection = 'trouble' | 'running' | 'waiting' | 'ended';

export function sectionOf(intent: Intent): QueueSection {
  if (needsYou(intent)) return 'trouble';
  if (isEndedStage(intent.stage)) return 'ended';
  return intent.stage === 'running' || intent.stage === 'bringing-home' ? 'running' : 'waiting';
}

export function matchesFilter(intent: Intent, filter: QueueFilter): boolean {
  if (filter === 'all') return true;
  return sectionOf(intent) === (filter === 'done' ? 'ended' : filter);
}

/** What has been made comes home in any case, and a cancel is asked for once. */
export function canCancel(intent: Intent): boolean {
  if (!isOpenStage(intent.stage) || intent.cancelRequestedAtMs !== null) return false;
  return intent.stage !== 'bringing-home';
}

export function canRetry(intent: Intent): boolean {
  return needsYou(intent) || intent.stage === 'cancelled';
}

export function canRemove(intent: Intent): boolean {
  return isEndedStage(intent.stage) || intent.stage === 'needs-attention';
}

/** The tool that a request is for; null for short calls, which have none. */
export function toolOf(intent: Intent): GeneratorType | null {
  return intent.kind === 'generate' ? intent.payload.jobType : null;
}

/** The tools that the shelf's requests are for, in the order of their first. */
export function toolsOn(intents: readonly Intent[]): GeneratorType[] {
  return [...new Set(intents.flatMap((intent) => toolOf(intent) ?? []))];
}

/**
 * Claims, marks and deletions are not requests for a picture; they show only while they wait for a network or
 * are in trouble.
 */
export function belongsOnShelf(intent: Intent, online: boolean): boolean {
  if (intent.kind === 'generate') return true;
  if (isQuiet(intent)) return needsYou(intent);
  return needsYou(intent) || (isOpenStage(intent.stage) && (!online || intent.error !== null));
}

const sectionOrder: readonly QueueSection[] = ['trouble', 'running', 'waiting', 'ended'];

/** What has left stands before what has not, whatever the order among either. */
function lineRank(intent: Intent): number {
  return intent.stage === 'submitted' ? 0 : 1;
}

/**
 * Order on the shelf: what asks for the person, what is being made, what waits in the order in which it leaves,
 * then what has ended, newest first.
 */
export function shelfOrder(intents: readonly Intent[]): Intent[] {
  return intents.toSorted((left, right) => {
    const section = sectionOf(left);
    const bySection = sectionOrder.indexOf(section) - sectionOrder.indexOf(sectionOf(right));
    if (bySection !== 0) return bySection;
    if (section === 'waiting') {
      return lineRank(left) - lineRank(right) || compareOrder(left, right);
    }
    if (section === 'running') return compareOrder(left, right);
    return left.id < right.id ? 1 : left.id > right.id ? -1 : 0;
  });
}

/** How many of each filter there are; one pass, because there may be a thousand. */
export function countByFilter(intents: readonly Intent[]): Record<QueueFilter, number> {
  const counts: Record<QueueFilter, number> = {
    all: intents.length,
    waiting: 0,
    running: 0,
    trouble: 0,
    done: 0,
  };
  for (const intent of intents) {
    const section = sectionOf(intent);
    counts[section === 'ended' ? 'done' : section] += 1;
  }
  return counts;
}

/** A request's place among those that it can change places with; `place` from 1. */
export interface InLine {
  group: LineGroup;
  place: number;
  of: number;
  /** The one behind it, before which a request dropped after this one goes; null at the end. */
  nextId: IntentId | null;
}

/** @param intents in the order of the shelf */
export function linesOf(intents: readonly Intent[]): Map<IntentId, InLine> {
  const groups: Record<LineGroup, IntentId[]> = { here: [], platform: [] };
  for (const intent of intents) {
    const group = intent.kind === 'generate' ? lineOf(intent) : null;
    if (group) groups[group].push(intent.id);
  }
  const lines = new Map<IntentId, InLine>();
  for (const group of ['platform', 'here'] as const) {
    const ids = groups[group];
    for (const [index, id] of ids.entries()) {
      lines.set(id, { group, place: index + 1, of: ids.length, nextId: ids[index + 1] ?? null });
    }
  }
  return lines;
}
