import { syncPushSubscription } from '../src/jobs/notifications/push-subscription.ts';

/** Two at once would subscribe twice. */
let syncing: Promise<void> | null = null;

/** `syncPushSubscription` of this registration. Never rejects: the next time the worker is woken it tries again. */
export async function keepPushSubscribed(scope: ServiceWorkerGlobalScope): Promise<void> {
  // Another change may have come after the running one read what is wanted.
  await syncing;
  const permission = 'Notification' in scope ? Notification.permission : 'denied';
  syncing ??= syncPushSubscription(scope.registration, permission)
    .catch(() => undefined)
    .finally(() => {
      syncing = null;
    });
  await syncing;
}
