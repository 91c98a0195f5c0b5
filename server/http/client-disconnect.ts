import type { IncomingMessage } from 'node:http';

import { Problem } from './problem.ts';

/** Whether a caller went away before all was said; what then fails in reading is no fault of ours. */
export const hasHungUp = (incoming: Pick<IncomingMessage, 'destroyed' | 'complete'>): boolean =>
  incoming.destroyed && !incoming.complete;

export const callerHasGone = () => new Problem(499, 'cancelled', 'The caller has gone');

/**
 * Work that is pointless once its caller is gone.
 * @returns `until`, which runs the work with a signal that aborts (`cancelled`) when the connection closes before
 *   the work is done
 */
export function watchDisconnect(incoming: IncomingMessage) {
  return {
    async until<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
      const gone = new AbortController();
      const abort = () => gone.abort('cancelled');
      const { socket } = incoming;
      socket.once('close', abort);
      if (socket.destroyed) abort();
      try {
        return await work(gone.signal);
      } catch (error) {
        // Nobody reads it; the log should not take it for a fault of ours.
        if (gone.signal.aborted) throw callerHasGone();
        throw error;
      } finally {
        socket.off('close', abort);
      }
    },
  };
}
