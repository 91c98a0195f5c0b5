import { resumeStopped } from '../src/db/intents/leases.ts';
import { readQueueSummary } from '../src/db/intents/queue-summary.ts';
import { followWithoutPage } from '../src/jobs/poller/follow-without-page.ts';
import { runQueue } from '../src/jobs/engine/run.ts';
import { heartbeatMs, protocolVersion } from './contract.ts';
import type { WorkerAnswer } from './contract.ts';

/** Chromium ends a sync event after three minutes. */
const seeThroughMs = 150_000;

/** Answers with the build that this service worker belongs to. */
export function answerVersion(port: MessagePort, type: 'hello' | 'accepted' | 'refused'): void {
  port.postMessage({
    type,
    protocol: protocolVersion,
    version: __KILN_VERSION__,
  } satisfies WorkerAnswer);
}

/** A page asked: run the queue once and tell it what was found. */
export async function runFor(port: MessagePort, ignoreNetworkWaits: boolean): Promise<void> {
  answerVersion(port, 'accepted');
  const heart = setInterval(() => {
    port.postMessage({ type: 'working' } satisfies WorkerAnswer);
  }, heartbeatMs);
  let answer: WorkerAnswer;
  try {
    const report = await runQueue({ host: 'service-worker', ignoreNetworkWaits });
    answer = { type: 'finished', report };
  } catch (error) {
    answer = { type: 'broken', message: String(error) };
  } finally {
    clearInterval(heart);
  }
  port.postMessage(answer);
}

/**
 * The browser woke us, perhaps with no page open: send what waits and, while no page does it, watch the
 * running jobs and bring them home.
 * @throws when something is left and no page is open, which makes the browser wake us again later
 */
export async function seeThrough(scope: ServiceWorkerGlobalScope): Promise<void> {
  await runQueue({ host: 'service-worker', ignoreNetworkWaits: true });
  const hasPage = async () => {
    const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return pages.length > 0;
  };
  await followWithoutPage({
    untilMs: Date.now() + seeThroughMs,
    mayGoOn: async () => !(await hasPage()),
    bringHome: () => runQueue({ host: 'service-worker', ignoreNetworkWaits: false }),
  });
  if (await hasPage()) return;
  const signs = await readQueueSummary();
  if (signs.queued + signs.running > 0) throw new Error('Something is left for the next sync');
}

/** What stopped because this device was too old may go on now that it is not. */
export async function resumeAfterUpdate(): Promise<void> {
  const { owner } = await readQueueSummary();
  if (owner) await resumeStopped(owner, 'incompatible-version', Date.now());
}
