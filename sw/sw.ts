import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { isRemoteList, remoteList, removeOldAnswers } from './caching.ts';
import { galleryPicture, isGalleryPicture } from './gallery-pictures.ts';
import { onlyIntact } from './intact.ts';
import { isLateFile, keepLateFiles } from './late-files.ts';
import type { ShellFile } from './intact.ts';
import { isPageMessage, protocolVersion, queueSyncTag } from './contract.ts';
import { openFromNotification, receivePush, tellEnds } from './notifications.ts';
import { keepPushSubscribed } from './push.ts';
import { answerVersion, runFor, resumeAfterUpdate, seeThrough } from './queue.ts';
import { isShare, takeShare } from './share.ts';
import { unpackedFirst } from './shell-pack.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: ShellFile[];
};

/** How long pages wait for what a new version does in the database before it serves them. */
const databasePatienceMs = 1_000;

// The app shell. Names carry a hash, so an old version's files go with its cache.
const allFiles: readonly ShellFile[] = self.__WB_MANIFEST;
const shellFiles = allFiles.filter(({ late, pack }) => !late && !pack);
const lateFiles = keepLateFiles(allFiles.filter(({ late }) => late));
const pack = allFiles.find((file) => file.pack);
const fresh = new Set<string>();
addPlugins([
  ...(pack ? [unpackedFirst(pack.url, shellFiles, fresh)] : []),
  onlyIntact(shellFiles, fresh),
]);
precacheAndRoute(shellFiles);
cleanupOutdatedCaches();

/** Paths of the platform are never answered with the app. */
const platformPaths = [/^\/api\//, /^\/files\//, /^\/[ags]\//, /^\/healthz$/, /\.(json|xml|txt)$/];

if (!import.meta.env.DEV) {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: platformPaths }),
  );
}
for (const method of ['GET', 'POST'] as const) {
  registerRoute(
    ({ url, sameOrigin }) => isRemoteList(url, method, sameOrigin),
    ({ request }) => remoteList(request),
    method,
  );
}

registerRoute(
  ({ url, sameOrigin }) => isGalleryPicture(url, sameOrigin),
  ({ request, event }) => galleryPicture(request, (work) => event.waitUntil(work)),
);

// Behind the files that were fetched ahead, which have their own answer.
registerRoute(
  ({ url, sameOrigin }) => !import.meta.env.DEV && isLateFile(url, sameOrigin),
  ({ request }) => lateFiles.answer(request),
);

registerRoute(
  ({ url, sameOrigin }) => isShare(url, sameOrigin),
  ({ request }) => takeShare(request),
  'POST',
);

self.addEventListener('install', () => {
  // sw.js and sw-community.js take each other's place when it turns out which one this device needs. That is no
  // update, and nobody has to agree to it.
  const { active } = self.registration;
  if (active && active.scriptURL !== self.location.href) void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await removeOldAnswers();
      // The page of the first visit is served too, so that it works offline without a reload.
      await self.clients.claim();
      // Pages are not shown before this has ended, and a database may fail to open or never answer.
      await Promise.race([resumeAfterUpdate().catch(() => undefined), afterPatience()]);
    })(),
  );
});

function afterPatience(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, databasePatienceMs);
  });
}

self.addEventListener('message', (event) => {
  if (!isPageMessage(event.data)) return;
  const message = event.data;
  const port = event.ports[0];
  // `skip-waiting` keeps its meaning for ever: it is how an old page lets a new version in.
  if (message.type === 'skip-waiting') void self.skipWaiting();
  else if (message.type === 'sync-push') event.waitUntil(keepPushSubscribed(self));
  else if (message.type === 'fetch-late-files') event.waitUntil(lateFiles.fetchAll());
  else if (!port) return;
  else if (message.type === 'hello') answerVersion(port, 'hello');
  else if (message.protocol !== protocolVersion) {
    answerVersion(port, 'refused');
  } else {
    const ran = runFor(port, message.ignoreNetworkWaits);
    event.waitUntil(ran.then(() => afterRun()));
  }
});

/**
 * Announces what has ended. The worker is awake anyway, so this is also the moment to renew the push
 * subscription, without which it may never be woken again.
 */
async function afterRun(): Promise<void> {
  await tellEnds(self).catch(() => undefined);
  await keepPushSubscribed(self);
}

async function seeThroughAndTell(): Promise<void> {
  try {
    await seeThrough(self);
  } finally {
    await afterRun();
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
