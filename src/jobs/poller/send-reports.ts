import { call } from '../../api/client.ts';
import { log } from '../../api/contract/works.ts';
import { db } from '../../db/database.ts';
import { getOwnSetting, getSetting, setOwnSetting } from '../../db/settings.ts';
import { backoffDelayMs, reportsBackoff } from '../../domain/backoff.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { reportsMaxAgeMs, reportsMinIntervalMs, reportsPerCallMax } from '../../domain/limits.ts';
import { toKilnError } from '../engine/retry-policy.ts';

/** These say something about the person's line, session or wishes, and nothing that could be mended. */
const ordinary: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login-required',
  'address-expired',
  'network',
  'busy',
  'too-many-requests',
  'not-enough-credits',
  'already-claimed',
  'nsfw-content',
  'cancelled',
  'quota-exceeded',
  'storage-full',
]);

/** One thing that ended badly. Neither words nor pictures nor names of files: what it is about is not in it. */
export interface Report {
  atMs: number;
  /** What was asked for: a kind of wish, or an output that came with an error. */
  what: string;
  code: ErrorCode;
  status?: number;
  tool?: string;
  model?: string;
  attempts?: number;
  /** Which settings were refused and why, without their values. */
  reasons?: string[];
}

function reportOf(intent: Intent): Report | null {
  const { error } = intent;
  if (!error || ordinary.has(error.code)) return null;
  return {
    atMs: error.atMs,
    what: intent.kind,
    code: error.code,
    ...(error.httpStatus !== null && { status: error.httpStatus }),
    ...(intent.kind === 'generate' && {
      tool: intent.payload.jobType,
      model: intent.payload.model,
    }),
    attempts: intent.attempts,
    ...(error.reasons && {
      reasons: error.reasons.map(({ field, reason }) => `${field ?? '*'}: ${reason}`).slice(0, 8),
    }),
  };
}

/** A request that became less than what was asked for. */
function partialOf(intent: Intent): Report | null {
  if (intent.kind !== 'generate' || intent.stage !== 'done') return null;
  const { missingCode: code, payload, log: entries } = intent;
  const end = entries.findLast(({ event }) => event === 'stage-changed');
  if (!code || !end || ordinary.has(code)) return null;
  const { jobType: tool, model } = payload;
  return { atMs: end.atMs, what: 'missing output', code, tool, model };
}

/** What ended badly for a person after a time, the oldest first. Rows are the truth: nothing is noted twice. */
async function reportsAfter(owner: UserKey, afterMs: number): Promise<Report[]> {
  const stopped = await db.intents
    .where('[owner+stage]')
    .anyOf([
      [owner, 'failed'],
      [owner, 'needs-attention'],
    ])
    .toArray();
  // What was asked for longer ago than reports are kept has been told of, or is too old to be.
  const asked = await db.intents
    .where('[owner+createdAtMs]')
    .between([owner, afterMs - reportsMaxAgeMs], [owner, Infinity])
    .toArray();
  const partial = asked.flatMap((intent) => partialOf(intent) ?? []);
  const works = await db.works
    .where('[owner+createdAtMs]')
    .between([owner, afterMs], [owner, Infinity], false)
    .toArray();
  const outputs = works.flatMap(({ err, createdAtMs, jobType, model }): Report[] =>
    err && !ordinary.has(err)
      ? [{ atMs: createdAtMs, what: 'output', code: err, tool: jobType, model }]
      : [],
  );
  return [...stopped.flatMap((intent) => reportOf(intent) ?? []), ...partial, ...outputs]
    .filter(({ atMs }) => atMs > afterMs)
    .toSorted((one, other) => one.atMs - other.atMs);
}

/**
 * Tells the platform what ended badly here, a few at a time; what could not be sent is found again by the next try.
 * @returns the delay to the next call; null while there is nothing to tell
 * @throws KilnError
 */
export async function sendReports(
  owner: UserKey,
  signal: AbortSignal,
  nowMs: number = Date.now(),
): Promise<number | null> {
  // Without a platform there is nobody to tell: an AI Horde knows nothing of such reports.
  if (!(await getSetting('sendsReports')) || (await getSetting('community')) !== null) return null;
  const afterMs = Math.max(await getOwnSetting(owner, 'reportedUpToMs'), nowMs - reportsMaxAgeMs);
  const all = await reportsAfter(owner, afterMs);
  const reports = all.slice(0, reportsPerCallMax);
  const last = reports.at(-1);
  if (!last) return null;
  await call(log, { body: { log: { reports, more: all.length - reports.length } }, signal });
  await setOwnSetting(owner, 'reportedUpToMs', last.atMs);
  return all.length > reports.length ? reportsMinIntervalMs : null;
}

/**
 * Until the next try after some have failed, in milliseconds. Nobody waits for these reports: a platform that has
 * trouble of its own is left alone for longer and longer.
 * @param failures how many tries have failed one after the other
 */
export function reportsPauseMs(failures: number, error: unknown): number {
  return backoffDelayMs(reportsBackoff, failures, 1, toKilnError(error).retryAfterMs);
}
