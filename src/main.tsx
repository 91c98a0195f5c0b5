import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { liveQuery } from 'dexie';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  DatabaseOpenError,
  deleteDatabase,
  onDatabaseReplaced,
  openDatabase,
  untilDatabaseOpens,
} from './db/database.ts';
import { getSetting, setSetting } from './db/settings.ts';
import type { Language } from './domain/model.ts';
import { createColorSchemeManager } from './features/options/color-scheme.ts';
import { PreferencesContext } from './features/options/preferences.ts';
import type { Environment } from './features/shell/environment.ts';
import { announceUpdate } from './features/shell/updates.ts';
import { activateLanguage, firstLanguage } from './i18n.ts';
import { routeTree } from './routeTree.gen.ts';
import type { QueueHandle } from './start-queue.ts';
import { captureInstallPrompt } from './ui/install.ts';
import { KilnProvider } from './ui/KilnProvider.tsx';
import { untilWordsFor } from './words/late.ts';

let queue: QueueHandle | null = null;
const environment: Environment = { wakeQueue: () => queue?.wake() };

const router = createRouter({
  routeTree,
  context: environment,
  scrollRestoration: true,
  // Chunks are on the device after the first visit, so showing intent is early enough.
  defaultPreload: 'intent',
  defaultPendingMs: 300,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const colorSchemeManager = createColorSchemeManager((colorScheme) => {
  // The mirror in localStorage still holds when the disk is full.
  setSetting('colorScheme', colorScheme).catch(() => {});
});

async function changeLanguage(language: Language): Promise<void> {
  const shown = await activateLanguage(language);
  if (shown !== language) throw new Error('catalog-unavailable');
  await setSetting('language', language).catch(() => {});
}

/** The database has the last word over the mirrors; it also tells what other tabs chose. */
function followStoredLanguage() {
  liveQuery(() => getSetting('language')).subscribe({
    next: (language) => {
      if (language !== null && language !== i18n.locale) void activateLanguage(language);
    },
    error: () => {},
  });
}

async function getNewVersion() {
  const { forceUpdate } = await import('../sw/client-updates.ts');
  await forceUpdate();
}

/** A part of this build is gone: the platform has a newer one, and nothing of this one may stay. */
function reloadForMissingParts() {
  addEventListener('vite:preloadError', () => {
    try {
      const lastMs = Number(sessionStorage.getItem('kiln-reloaded-at'));
      // Once: if it is missing there, too, the page says so. Offline nothing newer can be had.
      if (!navigator.onLine || Date.now() - lastMs < 60_000) return;
      sessionStorage.setItem('kiln-reloaded-at', String(Date.now()));
      window.location.reload();
    } catch {
      // Without a memory it might reload for ever.
    }
  });
}

async function start() {
  reloadForMissingParts();
  captureInstallPrompt();
  const root = createRoot(document.getElementById('root') ?? document.body);
  const [opened] = await Promise.all([
    openDatabase().then(
      () => null,
      (error: unknown) => error,
    ),
    // A failure is told by the page that needed them.
    activateLanguage(firstLanguage()).then(() => untilWordsFor(location.pathname)?.catch(() => {})),
  ]);
  // Not by lazy(): a component declared here would make hot reload run this module, and start(), twice.
  const trouble = opened ? await import('./features/shell/DatabaseTrouble.tsx') : null;
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
  );
  if (opened) return;
  followStoredLanguage();
  onDatabaseReplaced(() => window.location.reload());
  // Safari has no requestIdleCallback.
  setTimeout(() => void startBackground(), 0);
}

/** What keeps requests moving; after the first paint, because nobody waits for it. */
async function startBackground() {
  const [worker, updates, { startQueue }] = await Promise.all([
    import('../sw/client.ts'),
    import('../sw/client-updates.ts'),
    import('./start-queue.ts'),
  ]);
  worker.onOpenRequest((path) => router.history.push(path));
  updates.onUpdateState((state) =>
    announceUpdate({
      state,
      apply: () => void updates.applyUpdate(),
      postpone: updates.postponeUpdate,
      reload: updates.reloadPage,
    }),
  );
  // Without one (private windows, a policy) the page carries the queue alone.
  queue = await startQueue(worker.registerServiceWorker().catch(() => false));
}

void start();
