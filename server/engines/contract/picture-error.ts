import { uploadMaxPixels } from '../../../src/domain/limits.ts';
import { EngineError } from './engine.ts';

/** Turns a decoder's complaint into ours. */
export function pictureError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const text = error instanceof Error ? error.message : String(error);
  if (/pixel limit|exceeds|too large/i.test(text)) {
    const millions = uploadMaxPixels / 1024 / 1024;
    return new EngineError('too-large', `The picture has more than ${millions} million pixels`, {
      retryable: false,
    });
  }
  return new EngineError('unsupported-media', 'The picture is damaged or incomplete', {
    retryable: false,
    cause: error,
  });
}
