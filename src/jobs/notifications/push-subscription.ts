import { call } from '../../api/client.ts';
import { pushConfig, pushSubscribe, pushUnsubscribe } from '../../api/contract/push.ts';
import type { PushRegistration, Session } from '../../db/schema.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { getSetting, setSetting } from '../../db/settings.ts';
import { communityOwner } from '../../domain/community.ts';
import { credentialsOf } from '../engine/types.ts';

/** A browser without its push service (a network that blocks it, a build without one) is asked this seldom. */
const unreachableForMs = 60 * 60_000;

/** Absent where the browser has no push. */
type Pushable = Partial<Pick<ServiceWorkerRegistration, 'pushManager'>>;

function sameKey(subscription: PushSubscription, key: string): boolean {
  const { applicationServerKey } = subscription.options;
  if (!applicationServerKey) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}

/** A subscription that is bound to the platform's key, made anew where the platform has another key. */
async function subscribe(manager: PushManager): Promise<PushSubscription> {
  const { public_key: key } = (await call(pushConfig)).data;
  const existing = await manager.getSubscription();
  if (existing && sameKey(existing, key)) return existing;
  await existing?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function register(manager: PushManager, session: Session): Promise<void> {
  let subscription: PushSubscription;
  try {
    subscription = await subscribe(manager);
  } catch (error) {
    // The platform could not be asked: another time. Else the browser itself is in the way.
    if (!(error instanceof DOMException)) throw error;
    await setSetting('pushRegistration', { state: 'unreachable', atMs: Date.now() });
    return;
  }
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new TypeError('A subscription without keys');
  await call(pushSubscribe, {
    session: credentialsOf(session),
    body: { endpoint, keys: { p256dh, auth } },
  });
  const { userToken } = session;
  await setSetting('pushRegistration', { state: 'registered', endpoint, userToken });
}

async function unregister(
  manager: PushManager,
  session: Session | null,
  registration: PushRegistration,
): Promise<void> {
  // On the device first: from here on nothing arrives, and the push service tells the platform so.
  await (await manager.getSubscription())?.unsubscribe();
  await setSetting('pushRegistration', null);
  if (registration.state !== 'registered' || !isSessionUsable(session)) return;
  await call(pushUnsubscribe, {
    session: credentialsOf(session),
    body: { endpoint: registration.endpoint },
  });
}

/**
 * Brings the device's push subscription in step with what the person wants and who is signed in. Cheap when
 * it already is; harmless when repeated.
 * @throws KilnError when the platform could not be told; call it again later
 */
export async function syncPushSubscription(
  { pushManager }: Pushable,
  permission: NotificationPermission,
): Promise<void> {
  if (!pushManager) return;
  const session = await getSession();
  const wanted = (await getSetting('notifications')) === 'on' && permission === 'granted';
  const registration = await getSetting('pushRegistration');
  // Without a platform there is nobody who could wake this device.
  if (!wanted || session === null || session.userKey === communityOwner) {
    if (registration) await unregister(pushManager, session, registration);
    return;
  }
  // The platform goes on telling a device whose session merely ran out.
  if (!isSessionUsable(session)) return;
  if (registration?.state === 'unreachable') {
    if (Date.now() - registration.atMs < unreachableForMs) return;
  } else if (registration?.userToken === session.userToken) {
    const current = await pushManager.getSubscription();
    if (current?.endpoint === registration.endpoint) return;
  }
  await register(pushManager, session);
}
