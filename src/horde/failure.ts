import { EngineError, refusedInput } from '../domain/engine.ts';
import type { PlainErrorCode } from '../domain/engine.ts';

/** An error may repeat what was asked, and a request's id opens its pictures to anybody. */
export function withoutSecrets(words: string): string {
  return words
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '…')
    .replaceAll(/https?:\/\/\S+/gi, '…');
}

/** An answer of the Horde that is not the one hoped for. */
export class HordeFailure extends Error {
  readonly status: number;
  /** Empty when the answer named none; an open set. */
  readonly rc: string;
  /** How long the limiter wants no more; null when it was not the limiter that refused. */
  readonly retryAfterMs: number | null;
  /** Not JSON: a proxy in front answered, and not the Horde. */
  readonly isPlain: boolean;

  constructor(
    status: number,
    rc: string,
    message: string,
    options: { retryAfterMs: number | null; isPlain: boolean },
  ) {
    super(message);
    this.name = 'HordeFailure';
    this.status = status;
    this.rc = rc;
    this.retryAfterMs = options.retryAfterMs;
    this.isPlain = options.isPlain;
  }
}

/** No answer came. `sent` false: the request never reached the other side, so a repeat is harmless. */
export class HordeSilence extends Error {
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super('No answer', { cause });
    this.name = 'HordeSilence';
    this.sent = sent;
  }
}

/**
 * Whether an answer with an error is the Horde's own word. Gateways, firewalls and portals answer in its place with any
 * status and in JSON, too; the Horde's refusals carry a code (`rc`) or the fields they are about, and its limiter says its
 * rule, "10 per 1 minute". Of anything else nobody knows whether the Horde has seen the request.
 */
export function isWordOfHorde(
  status: number,
  { rc, errors, message }: { rc?: unknown; errors?: unknown; message?: unknown },
): boolean {
  if ((typeof rc === 'string' && rc !== '') || errors !== undefined) return true;
  return status === 429 && /^\d+ per \d+ /.test(String(message));
}

const moderationCodes = new Set(['CorruptPrompt']);
const inAdvanceCodes = new Set(['KudosUpfront', 'SharedKeyInsufficientKudos']);
const keyCodes = new Set(['InvalidAPIKey', 'SharedKeyEmpty', 'SharedKeyExpired', 'DeletedUser']);

/** Whether more kudos, or a smaller request, would have been accepted. */
export function wantsKudos(failure: HordeFailure): boolean {
  return inAdvanceCodes.has(failure.rc);
}

/** Whether another key, or none, would be accepted. */
export function isAboutKey(failure: HordeFailure): boolean {
  return keyCodes.has(failure.rc) || failure.status === 401;
}

/** The cost is only inside the words. */
export function costInWords(failure: HordeFailure): number | null {
  const found = /requires ([\d.]+) kudos|this request \(([\d.]+)\)/i.exec(failure.message);
  const kudos = Number(found?.[1] ?? found?.[2]);
  return Number.isFinite(kudos) && found ? kudos : null;
}

/** @param kudos what the request would cost in all, if that is known */
export function kudosError(failure: HordeFailure, kudos: number | null): EngineError {
  const values = kudos === null ? [] : [Math.ceil(kudos)];
  const message = ['The AI Horde wants kudos in advance for this', ...values].join(': ');
  return refusedInput({ field: null, reason: 'kudos-in-advance', values }, message, failure);
}

/**
 * Turns a refusal of a submission into words for a person; nothing of the key or the request id in them.
 * @param isOwnKey the key is the person's own, so that they can do something about it
 */
export function engineErrorOf(failure: HordeFailure, isOwnKey = false): EngineError {
  const { status, rc, message } = failure;
  const refuse = (code: PlainErrorCode, words: string, retryable = false) =>
    new EngineError(code, words, { retryable, cause: failure });
  if (rc === 'MaintenanceMode') {
    return refuse('engine-unavailable', 'The AI Horde is under maintenance', true);
  }
  if (moderationCodes.has(rc)) return refuse('nsfw-content', 'The AI Horde refused the prompt');
  if (rc === 'TimeoutIP') {
    return refuse(
      'engine-unavailable',
      'The AI Horde asks this server to wait a few minutes',
      true,
    );
  }
  if (isAboutKey(failure)) {
    return isOwnKey
      ? refusedInput({ field: null, reason: 'own-key-refused' }, 'own key refused', failure)
      : refuse('engine-unavailable', 'The AI Horde does not accept the configured key');
  }
  if (inAdvanceCodes.has(rc)) return kudosError(failure, costInWords(failure));
  if (status === 429)
    return refuse('too-many-requests', 'The AI Horde is busy with other requests', true);
  if (status === 400)
    return refusedInput(
      { field: null, reason: 'engine-refused', values: ['AI Horde'] },
      `The AI Horde refused the request: ${message}`,
      failure,
    );
  if (status >= 500) return refuse('engine-unavailable', 'The AI Horde has a problem', true);
  return refuse('engine-failed', `The AI Horde refused the request: ${message}`);
}
