import { OutgoingError } from '../http/outgoing.ts';
import type { Outgoing } from '../http/outgoing.ts';
import { EngineError } from './contract/engine.ts';

const fileMaxBytes = 64 * 1024 * 1024;
const fetchTries = 3;
const downloadMs = 60_000;

/**
 * Fetches a file of a result, with several tries: it is paid for.
 * @param ask reaches the configured hosts only
 * @param authorization goes along to the engine's own host, and to no other
 * @throws EngineError `result-damaged`
 */
export async function fetchFile(
  address: string,
  ask: Outgoing,
  authorization: { origin: string; headers: Record<string, string> },
  signal: AbortSignal,
): Promise<Uint8Array> {
  let cause: unknown;
  for (let attempt = 1; attempt <= fetchTries; attempt += 1) {
    try {
      const isOwn = new URL(address).origin === authorization.origin;
      const response = await ask(address, {
        ...(isOwn && { headers: authorization.headers }),
        signal,
        timeoutMs: downloadMs,
        maxBytes: fileMaxBytes,
      });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      cause = new Error(`status ${response.status}`);
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
      if (error instanceof OutgoingError && error.failure === 'refused-address') {
        throw new EngineError(
          'result-damaged',
          'The result lies on a host that Kiln is not allowed to ask: add it to "files"',
          { retryable: false, cause: error },
        );
      }
    }
  }
  throw new EngineError('result-damaged', 'A picture could not be fetched', {
    retryable: false,
    cause,
  });
}
