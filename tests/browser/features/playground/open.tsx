import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import { startSession } from '../../../../src/db/account/session.ts';
import type { WorkRow } from '../../../../src/db/schema.ts';
import type { ModelItem, ModelSchema } from '../../../../src/domain/model.ts';
import { readPlaygroundLink } from '../../../../src/features/playground/playground-link.ts';
import { PlaygroundPage } from '../../../../src/features/playground/PlaygroundPage.tsx';
import { WorkButtonsContext } from '../../../../src/features/playground/result/work-buttons.ts';
import { WorkButtons } from '../../../../src/features/work/WorkButtons.tsx';
import { AppActionsContext, type AppActions } from '../../../../src/ui/useAppActions.ts';
import { KilnProvider } from '../../../../src/ui/KilnProvider.tsx';
import { ToastRegion } from '../../../../src/ui/ToastRegion.tsx';
import { keepModels, session } from '../../../fixtures/device.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';

let root: Root | null = null;

/** What the page asked of its surroundings. */
export interface Asked {
  signIn: number;
  wake: number;
}

export interface Opened {
  asked: Asked;
  /** Where the page is, with its search. */
  url: () => string;
  go: (url: string) => Promise<void>;
}

/** An empty device that has met the platform once. */
export async function freshStudio(
  models: ModelItem[] = [modelItem(), upscaleItem()],
  schemas: Record<string, ModelSchema> = { painter: paintSchema, upscaler: upscaleSchema },
): Promise<void> {
  await db.delete();
  await db.open();
  await keepModels(models);
  for (const [model, schema] of Object.entries(schemas))
    await putCache(schemaKey(model, 'en'), schema);
}

/** As the app's route hands them in. */
const workButtons = (work: WorkRow) => <WorkButtons work={work} />;

function Playground() {
  // The app's own route tree is not part of the tests' types.
  const { type, model } = useParams({ strict: false }) as { type?: string; model?: string };
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  return (
    <WorkButtonsContext value={workButtons}>
      <PlaygroundPage type={type} model={model} link={readPlaygroundLink(search)} />
    </WorkButtonsContext>
  );
}

/** Opens the page as a tab does; a second call is a reload. */
export function openPlayground(url: string, actions: Partial<AppActions> = {}): Opened {
  closePlayground();
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const asked: Asked = { signIn: 0, wake: 0 };
  const rootRoute = createRootRoute({ component: Outlet });
  const generate = createRoute({
    getParentRoute: () => rootRoute,
    path: '/generate/{-$type}/{-$model}',
    validateSearch: readPlaygroundLink,
    component: Playground,
  });
  const elsewhere = createRoute({
    getParentRoute: () => rootRoute,
    path: '/$',
    component: () => <p>Elsewhere</p>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([generate, elsewhere]),
    history: createMemoryHistory({ initialEntries: [url] }),
  });
  const host = document.createElement('div');
  document.body.append(host);
  root = createRoot(host);
  root.render(
    <I18nProvider i18n={i18n}>
      <KilnProvider>
        <AppActionsContext
          value={{
            requestSignIn: () => {
              asked.signIn += 1;
              return Promise.resolve(false);
            },
            requestVolunteers: () => Promise.resolve(false),
            openQueue: () => undefined,
            openGuide: () => {},
            refreshModels: async () => {},
            refreshWorks: () => undefined,
            addToAlbum: () => undefined,
            wakeQueue: () => {
              asked.wake += 1;
            },
            ...actions,
          }}
        >
          <main>
            <RouterProvider router={router} />
          </main>
          <ToastRegion />
        </AppActionsContext>
      </KilnProvider>
    </I18nProvider>,
  );
  return {
    asked,
    url: () => router.state.location.href,
    go: (href) => router.navigate({ href }),
  };
}

/** Takes the page down; the next test starts with an empty document. */
export function closePlayground(): void {
  root?.unmount();
  root = null;
  document.body.replaceChildren();
}

export async function signIn(): Promise<void> {
  await startSession(session);
}
