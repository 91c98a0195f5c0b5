import { getIntentOfJob, markTold, readEnds } from '../src/db/intents/unseen.ts';
import { getSession, isSessionUsable } from '../src/db/account/session.ts';
import { getSetting } from '../src/db/settings.ts';
import { workRouteId } from '../src/domain/ids.ts';
import type { JobId, UserKey } from '../src/domain/ids.ts';
import { isOpenStage } from '../src/domain/intent.ts';
import type { GenerateIntent } from '../src/domain/intent.ts';
import { readPushPayload } from '../src/domain/push.ts';
import type { PushPayload } from '../src/domain/push.ts';
import { updateBadge } from '../src/jobs/notifications/badge.ts';
import { followOnce } from '../src/jobs/poller/follow-jobs.ts';
import { runQueue } from '../src/jobs/engine/run.ts';
import { protocolVersion } from './contract.ts';
import type { WorkerMessage } from './contract.ts';
import { endWords } from './words.ts';

/** One notification that grows, not one for each end. */
const tag = 'kiln-ends';
/** The browser wants to see a notification soon after a push; what is at home by then can be named. */
const nameableWithinMs = 8_000;
const bringHomeWithinMs = 25_000;
const runAgainMs = 500;
const openWithinMs = 1_500;

async function isWatched(scope: ServiceWorkerGlobalScope): Promise<boolean> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some((page) => page.visibilityState === 'visible');
}

/** Where a click leads: to the work when there is one, else to where all of it can be seen. */
function pathTo(rows: readonly GenerateIntent[]): string {
  const done = rows.filter((row) => row.stage === 'done');
  const works = done.flatMap((row) => row.workIds);
  const [only] = works;
  if (rows.length === 1 && works.length === 1 && only) return `/work/${workRouteId(only)}`;
  return done.length > 0 ? '/history' : '/queue';
}

async function notify(
  scope: ServiceWorkerGlobalScope,
  rows: readonly GenerateIntent[],
  isNews: boolean,
): Promise<void> {
  const { title, body } = await endWords(rows);
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path: pathTo(rows) },
    // Only newer browsers know it; elsewhere a replaced notification is silent.
    ...({ renotify: isNews } as NotificationOptions),
  });
}

/** Tells what ended since the last time, unless somebody is looking. For ends that came without a push. */
export async function tellEnds(scope: ServiceWorkerGlobalScope): Promise<void> {
  const { unseen, untold } = await readEnds();
  const last = untold.at(-1);
  if (!last) return;
  await updateBadge();
  const isWanted =
    (await getSetting('notifications')) === 'on' && Notification.permission === 'granted';
  if (isWanted && !(await isWatched(scope))) await notify(scope, unseen, true);
  await markTold(last.owner, last.updatedAtMs);
}

/** Polls the job that the platform says has ended, and brings home what it made. */
async function bringHome(jobId: JobId, userKey: UserKey): Promise<void> {
  const signal = AbortSignal.timeout(bringHomeWithinMs);
  const session = await getSession();
  if (!isSessionUsable(session) || session.userKey !== userKey) return;
  await followOnce({ session, visible: false, jobId, signal });
  while (!signal.aborted) {
    const report = await runQueue({ host: 'service-worker', signal, ignoreNetworkWaits: true });
    const row = await getIntentOfJob(userKey, jobId);
    if (!row || !isOpenStage(row.stage) || report.networkFailed) return;
    // A page or another run of the queue is working on this row.
    await new Promise((resolve) => {
      setTimeout(resolve, runAgainMs);
    });
  }
}

/** Which ended requests of the signed-in person to announce, whether or not their results have been fetched. */
async function endsAfter(payload: PushPayload | null): Promise<GenerateIntent[]> {
  const session = await getSession();
  // The push is for another account than the one signed in here, so nothing of this account is announced.
  if (!session || (payload && payload.userKey !== session.userKey)) return [];
  const { unseen } = await readEnds();
  const pushed = payload && (await getIntentOfJob(session.userKey, payload.jobId as JobId));
  // The pushed request's result is still being fetched. Announcing older ones in its place would be wrong.
  return pushed && isOpenStage(pushed.stage) ? [] : unseen;
}

/**
 * The platform says that a job has ended. Brings its result home and tells the person, unless a page is being
 * looked at: that shows it itself. Browsers demand a notification for every other push.
 */
export async function receivePush(
  scope: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
): Promise<void> {
  let payload: PushPayload | null = null;
  try {
    payload = readPushPayload(data?.json());
  } catch {
    // The payload cannot be read. Browsers still demand a notification for the push.
  }
  const home = payload
    ? bringHome(payload.jobId as JobId, payload.userKey as UserKey).catch(() => undefined)
    : Promise.resolve();
  const soon = new Promise((resolve) => {
    setTimeout(resolve, nameableWithinMs);
  });
  await Promise.race([home, soon]);
  if (!(await isWatched(scope))) {
    // A database that can't be read must not cost the notification.
    const rows = await endsAfter(payload).catch((): GenerateIntent[] => []);
    await notify(scope, rows, true);
    const last = rows.at(-1);
    if (last) await markTold(last.owner, last.updatedAtMs).catch(() => undefined);
  }
  await updateBadge().catch(() => undefined);
  await home;
  await updateBadge().catch(() => undefined);
}

/** Asks a page to show a path without loading anew. @returns false when it did not answer: an older build */
function askToShow(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    const settle = (shown: boolean) => {
      clearTimeout(timer);
      channel.port1.close();
      resolve(shown);
    };
    const timer = setTimeout(settle, openWithinMs, false);
    channel.port1.addEventListener('message', () => {
      settle(true);
    });
    channel.port1.start();
    const message: WorkerMessage = { type: 'open', protocol: protocolVersion, path };
    page.postMessage(message, [channel.port2]);
  });
}

/** A click on a notification: shows the work in a page that is open, else in a new one. */
export async function openFromNotification(
  scope: ServiceWorkerGlobalScope,
  notification: Notification,
): Promise<void> {
  notification.close();
  const { path = '/' } = (notification.data ?? {}) as { path?: string };
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((each) => each.focused) ?? pages[0];
  if (!page) {
    await scope.clients.openWindow(path);
    return;
  }
  // Browsers allow focus() only right after a click, so it comes before anything that takes time.
  const focused = await page.focus().catch(() => page);
  if (await askToShow(focused, path)) return;
  await focused.navigate(path).catch(() => scope.clients.openWindow(path));
}
