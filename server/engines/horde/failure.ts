import { EngineError } from '../engine.ts';

/** An answer of the Horde that is not the one hoped for. */
export class HordeFailure extends Error {
  readonly status: number;
  /** Empty when the answer named none; an open set. */
  readonly rc: string;
  readonly retryAfterMs: number | null;

  constructor(status: number, rc: string, message: string, retryAfterMs: number | null) {
    super(message);
    this.name = 'HordeFailure';
    this.status = status;
    this.rc = rc;
    this.retryAfterMs = retryAfterMs;
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

const moderationCodes = new Set(['CorruptPrompt']);
const inAdvanceCodes = new Set(['KudosUpfront', 'SharedKeyInsufficientKudos', 'SharedKeyEmpty']);

/** Turns a refusal of a submission into words for a person; nothing of the key or the request id in them. */
export function engineErrorOf(failure: HordeFailure): EngineError {
  const { status, rc, message } = failure;
  const refuse = (
    code: ConstructorParameters<typeof EngineError>[0],
    words: string,
    retryable = false,
  ) => new EngineError(code, words, { retryable, cause: failure });
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
  if (rc === 'InvalidAPIKey' || status === 401) {
    return refuse('engine-unavailable', 'The AI Horde does not know the configured key');
  }
  if (inAdvanceCodes.has(rc)) {
    return refuse(
      'invalid-input',
      'The AI Horde wants kudos in advance for this: choose a smaller size or fewer steps',
    );
  }
  if (status === 429)
    return refuse('too-many-requests', 'The AI Horde is busy with other requests', true);
  if (status === 400)
    return refuse('invalid-input', `The AI Horde refused the request: ${message}`);
  if (status >= 500) return refuse('engine-unavailable', 'The AI Horde has a problem', true);
  return refuse('engine-failed', `The AI Horde refused the request: ${message}`);
}
