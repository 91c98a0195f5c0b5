import { CallFailed, endedItsProcess, inProcess, neverBegan } from '../../processes/calls.ts';
import type { Callable, CallInProcess } from '../../processes/calls.ts';
import { EngineError, toldEngineError, type ToldEngineError } from './engine.ts';
import { pictureError } from './picture-error.ts';

/**
 * A function that opens pictures and runs beside the platform, see `inProcess`; engines outside the workshop decode
 * in no other way. Its `EngineError`s are thrown here as they were there, and what a
 * decoder says becomes one.
 */
export function pictureCall<Called extends Callable>(
  module: URL,
  name: string,
): CallInProcess<Called> {
  const inner: (args: Parameters<Called>, signal?: AbortSignal) => Promise<unknown> =
    inProcess<Called>(module, name);
  async function call(args: Parameters<Called>, signal?: AbortSignal): Promise<unknown> {
    try {
      return await inner(args, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof CallFailed) {
        throw error.thrown.name === 'EngineError'
          ? toldEngineError(error.thrown as unknown as ToldEngineError)
          : pictureError(error);
      }
      if (endedItsProcess(error)) {
        throw new EngineError('too-demanding', 'A picture took too much memory or time', {
          retryable: false,
          endedProcess: true,
          cause: error,
        });
      }
      throw new EngineError('engine-failed', 'A picture could not be worked on', {
        retryable: neverBegan(error),
        cause: error,
      });
    }
  }
  return call as CallInProcess<Called>;
}
