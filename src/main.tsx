import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  DatabaseOpenError,
  deleteDatabase,
  openDatabase,
  untilDatabaseOpens,
} from './db/database.ts';
import { onDatabaseReplaced } from './database-replaced.ts';
import { setSetting } from './db/settings.ts';
import type { Language } from './domain/languages.ts';
import { createColorSchemeManager } from './features/options/color-scheme.ts';
import { refuseStrayFiles } from './ui/stray-files.ts';
import { PreferencesContext } from './features/options/usePreferences.ts';
import { hasKeptPress } from './features/playground/shell/carry-out.ts';
import { forwardPresses, noteOwner, retireShell } from './features/playground/shell/shell-state.ts';
import type { Environment } from './features/shell/environment.ts';
import { ErrorPage } from './features/shell/PageState.tsx';
import { announceUpdate } from './features/shell/useUpdate.ts';
import { activateLanguage } from './i18n.ts';
import { guestOwner } from './domain/community.ts';
import { keepScripts } from './keep-scripts.ts';
import { firstLanguage } from './language-choice.ts';
import { watchSetting } from './live/watch-setting.ts';
import { routeTree } from './routeTree.gen.ts';
import type { QueueHandle } from './start-queue.ts';
import { nextTask } from './next-task.ts';
import { endTransactionsWhenPutAside } from './put-aside.ts';
import { captureInstallPrompt } from './ui/useInstallState.ts';
import { noteFirstPage } from './ui/first-page.ts';
import { KilnProvider } from './ui/KilnProvider.tsx';
import { untilWordsFor } from './words/lazy-words.ts';
import { whenNothingScrolls } from './ui/when-nothing-scrolls.ts';

/**
 * So long after the first page is there begins what nobody looks at: the service worker's installation and the workers
 * would take the processor and the line from what people wait for, and a phone has little of both.
 */
const calmMs = 1_000;
/** A page that waits for something does not hold it up. */
const calmAtLatestMs = 4_000;
/** Nor does it leave the frame without its later parts. */
const frameAtLatestMs = 1_000;
/** Whoever scrolls sees it begin, and stops sooner than this. */
const scrolledForMs = 10_000;
/** So long the frame waits for its page. */
const pageAtLatestMs = 50;
/** So long after its start the app has come to rest. */
const restMs = 20_000;

type Refreshed = Parameters<QueueHandle['refresh']>[0];

let queue: QueueHandle | null = null;
/** Begins what keeps requests moving, once, however many ask for it. */
let beginQueue = () => {};
const environment: Environment = {
  // Something is to leave: that is what people wait for now.
  wakeQueue: () => (queue ? queue.wake() : beginQueue()),
  refreshWorks: () => refresh('works'),
  refreshModels: () =>
    // Asked for by somebody who knows of a change: what is kept for minutes is no answer.
    import('../sw/client.ts')
      .then(({ forgetModelLists }) => forgetModelLists())
      .catch(() => undefined)
      .then(() => refresh('models')),
};

/** What was to be asked anew before there was somebody who asks. */
const missed = new Set<Refreshed>();

function refresh(task: Refreshed): void {
  if (queue) queue.refresh(task);
  else missed.add(task);
}

function createAppRouter() {
  return createRouter({
    routeTree,
    context: environment,
    scrollRestoration: true,
    // Chunks are on the device after the first visit, so showing intent is early enough.
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    // Of a page that breaks: its frame stays.
    defaultErrorComponent: ErrorPage,
  });
}

type AppRouter = ReturnType<typeof createAppRouter>;

/** The router asks for the code of a page when it is drawn itself; until then the database opens and the frame is built. */
function bringPageOf(router: AppRouter): void {
  const [matched] = router.getMatchedRoutes(window.location.pathname);
  // What doesn't come is told by the router, which asks again.
  for (const { options } of matched) options.component?.preload?.()?.catch(() => undefined);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}

/** A page whose code is here is drawn with its frame in one go; others are drawn when they come. */
async function untilPageIsKnown(router: AppRouter): Promise<void> {
  const isHere = router.load().catch(() => undefined);
  await Promise.race([isHere, new Promise((resolve) => setTimeout(resolve, pageAtLatestMs))]);
}

const colorSchemeManager = createColorSchemeManager((colorScheme) => {
  // The mirror in localStorage still holds when the disk is full.
  setSetting('colorScheme', colorScheme).catch(() => {});
});

async function changeLanguage(language: Language): Promise<void> {
  // On a full disk it holds for this visit.
  const keep = () => setSetting('language', language).catch(() => {});
  const shown = await activateLanguage(language, keep);
  if (shown !== language) throw new Error('catalog-unavailable');
  // The forms in that language may not be on the device yet.
  refresh('models');
}

/** The database has the last word over the mirrors; it also tells what other tabs chose. */
function followStoredLanguage() {
  watchSetting('language', (language) => {
    if (language !== null && language !== i18n.locale) void activateLanguage(language);
  });
}

async function getNewVersion() {
  const { forceUpdate } = await import('../sw/client-updates.ts');
  await forceUpdate();
}

async function start() {
  refuseStrayFiles();
  // Neither of the page's own scripts has run: somebody else's page lies in their place.
  if (!window.kilnShell) void import('./start-watch.ts');
  window.kilnStart = 'running';
  endTransactionsWhenPutAside();
  const ready = Promise.all([
    openDatabase().then(
      () => null,
      (error: unknown) => error,
    ),
    // A failure is told by the page that needed them.
    activateLanguage(firstLanguage()).then(() => untilWordsFor(location.pathname)?.catch(() => {})),
  ]);
  // Loading all of this was one task of the main thread already.
  await nextTask();
  const router = createAppRouter();
  bringPageOf(router);
  // The router follows from its first drawing on; who goes elsewhere before that would wait for that page for ever.
  const stopFollowing = router.history.subscribe(() => void router.load().catch(() => undefined));
  // A page that is not ready yet holds the shell; every other one takes its place at once.
  router.subscribe('onRendered', () => {
    stopFollowing();
    forwardPresses();
    retireShell();
  });
  captureInstallPrompt();
  const root = createRoot(document.getElementById('root') ?? document.body);
  const [opened] = await ready;
  // Not by lazy(): a component declared here would make hot reload run this module, and start(), twice.
  const trouble = opened ? await import('./features/shell/DatabaseTrouble.tsx') : null;
  if (!opened) await untilPageIsKnown(router);
  // As a transition, React builds the page in slices, between which the shell takes what is typed.
  startTransition(() =>
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <KilnProvider colorSchemeManager={colorSchemeManager}>
            <PreferencesContext value={{ changeLanguage }}>
              {trouble ? (
                <trouble.DatabaseTrouble
                  reason={opened instanceof DatabaseOpenError ? opened.reason : 'corrupted'}
                  onDeleteEverything={deleteDatabase}
                  untilOpened={untilDatabaseOpens}
                  getNewVersion={getNewVersion}
                />
              ) : (
                <RouterProvider router={router} />
              )}
            </PreferencesContext>
          </KilnProvider>
        </I18nProvider>
      </StrictMode>,
    ),
  );
  window.kilnStart = 'shown';
  if (opened) {
    // There is no page to go to, and no database that one could be read from.
    stopFollowing();
    // After the commit, so that nothing is shown twice or not at all.
    requestAnimationFrame(() => requestAnimationFrame(retireShell));
    return;
  }
  followStoredLanguage();
  watchSetting('session', (session) => noteOwner(session?.userKey ?? guestOwner));
  onDatabaseReplaced(() => window.location.reload());
  let hasBegun = false;
  beginQueue = () => {
    if (hasBegun) return;
    hasBegun = true;
    loadBackground().then(
      (parts) => void startBackground(router, parts),
      () => {
        // The network of a first visit went: it begins when that is back, or when something is to leave.
        hasBegun = false;
        addEventListener('online', () => beginQueue(), { once: true });
      },
    );
  };
  const beginWithin = (ms: number) => whenNothingScrolls(() => beginQueue(), ms, scrolledForMs);
  const stopWaiting = router.subscribe('onRendered', () => {
    stopWaiting();
    keepScripts();
    noteFirstPage();
    beginWithin(calmMs);
  });
  beginWithin(calmAtLatestMs);
  setTimeout(noteFirstPage, frameAtLatestMs);
  if (hasKeptPress()) beginQueue();
}

/** @throws where a part of it does not come; nothing has begun then */
async function loadBackground() {
  const [worker, updates, { startQueue }] = await Promise.all([
    import('../sw/client.ts'),
    import('../sw/client-updates.ts'),
    import('./start-queue.ts'),
  ]);
  return { worker, updates, startQueue };
}

/** What keeps requests moving. */
async function startBackground(
  router: AppRouter,
  { worker, updates, startQueue }: Awaited<ReturnType<typeof loadBackground>>,
) {
  worker.onOpenRequest((path) => router.history.push(path));
  updates.onUpdateState((state) =>
    announceUpdate({
      state,
      apply: () => void updates.applyUpdate(),
      postpone: updates.postponeUpdate,
      reload: updates.reloadPage,
    }),
  );
  queue = await startQueue();
  missed.forEach(refresh);
  setTimeout(() => {
    fetchLateFiles().catch(() => undefined);
    removeLeftExports().catch(() => undefined);
  }, restMs);
}

/** What can't be removed now is looked for at the next start. */
async function removeLeftExports() {
  const { removeOldExports } = await import('./db/works/export-files.ts');
  await removeOldExports();
}

/** What few people open, for those who have use for it; what does not come now is fetched when it is opened. */
async function fetchLateFiles() {
  const { fetchLateFilesIfUseful } = await import('./late-files.ts');
  await fetchLateFilesIfUseful();
}

void start();
