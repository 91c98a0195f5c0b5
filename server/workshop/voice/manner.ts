import { EngineError, refusedInput } from '../../engines/contract/engine.ts';

/** How eSpeak NG is asked to speak. */
export interface Manner {
  /** Of eSpeak NG, e.g. `cmn+f2`. */
  voice: string;
  /** 80…450 */
  wordsPerMinute: number;
  /** 0…99 */
  pitch: number;
}

/** Half an hour of speech takes it some seconds. */
export const patienceMs = 120_000;
/** Of its WAV: forty minutes. Other scripts than the voice's are spelt out, and take longest. */
export const mostBytes = 100 * 1024 * 1024;

export const failed = (why: string, cause?: unknown): EngineError =>
  new EngineError('engine-failed', `eSpeak NG ${why}`, { retryable: true, cause });

export const tooLong = (): EngineError =>
  refusedInput(
    { field: 'prompt', reason: 'too-long-to-say', values: [40] },
    'The text takes more than forty minutes to say',
  );
