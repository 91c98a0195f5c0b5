import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { answerLocally } from '../src/api/local.ts';
import { findCommunityPlatform } from '../src/community/platform.ts';
import { isRemoteList, remoteList, removeOldAnswers } from './caching.ts';
import { isPageMessage, protocolVersion, queueSyncTag } from './contract.ts';
import { openFromNotification, receivePush, tellEnds } from './notifications.ts';
import { keepPushSubscribed } from './push.ts';
import { answerVersion, lookFor, resumeAfterUpdate, seeThrough } from './queue.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[];
};

// A service worker cannot load parts of itself later.
answerLocally(findCommunityPlatform);

// The app shell. Names carry a hash, so an old version's files go with its cache.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

/** Paths of the platform are never answered with the app. */
const platformPaths = [/^\/api\//, /^\/files\//, /^\/healthz$/, /\.json$/];

if (!import.meta.env.DEV) {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: platformPaths }),
  );
}
for (const method of ['GET', 'POST'] as const) {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isRemoteList(url, method),
    ({ request }) => remoteList(request),
    method,
  );
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await removeOldAnswers();
      // The page of the first visit is served too, so that it works offline without a reload.
      await self.clients.claim();
      // A database that cannot be opened must not keep the app shell from working.
      await resumeAfterUpdate().catch(() => undefined);
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (!isPageMessage(event.data)) return;
  const message = event.data;
  const port = event.ports[0];
  // `skip-waiting` keeps its meaning for ever: it is how an old page lets a new version in.
  if (message.type === 'skip-waiting') void self.skipWaiting();
  else if (message.type === 'sync-push') event.waitUntil(keepPushSubscribed(self));
  else if (!port) return;
  else if (message.type === 'hello') answerVersion(port, 'hello');
  else if (message.protocol !== protocolVersion) {
    answerVersion(port, 'refused');
  } else {
    const looked = lookFor(port, message.ignoreNetworkWaits);
    event.waitUntil(looked.then(() => afterLook()));
  }
});

/** What a look found may be worth telling; and whatever woke us is a chance to be woken again. */
async function afterLook(): Promise<void> {
  await tellEnds(self).catch(() => undefined);
  await keepPushSubscribed(self);
}

async function seeThroughAndTell(): Promise<void> {
  try {
    await seeThrough(self);
  } finally {
    await afterLook();
  }
}

for (const type of ['sync', 'periodicsync'] as const) {
  self.addEventListener(type, (event) => {
    if (event.tag === queueSyncTag) event.waitUntil(seeThroughAndTell());
  });
}

self.addEventListener('push', (event) => {
  event.waitUntil(receivePush(self, event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openFromNotification(self, event.notification));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(keepPushSubscribed(self));
});
