import { setupI18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { languages, languageTag, type Language } from './domain/languages.ts';
import { HomeShell } from './features/home/HomeShell.tsx';
import { PageShell, PromptShell, ShellTrouble } from './features/playground/shell/PromptShell.tsx';
import { AppShell } from './features/shell/AppShell.tsx';
import { places } from './features/shell/navigation.tsx';
import { KilnProvider } from './ui/KilnProvider.tsx';

/*
 * Runs at build time only (scripts/vite-shell.ts): the markup that index.html shows before the app is there.
 * The components are the app's own, so that nothing jumps when that takes over.
 */

const catalogs = import.meta.glob<{ messages: Messages }>(
  '../locales/*/{messages,pages,shell}.po',
  {
    eager: true,
  },
);

const messagesOf = (language: Language): Messages => ({
  ...catalogs[`../locales/${language}/pages.po`]?.messages,
  ...catalogs[`../locales/${language}/messages.po`]?.messages,
  ...catalogs[`../locales/${language}/shell.po`]?.messages,
});

const nothing = () => {};

async function renderShell(language: Language): Promise<string> {
  const shell = await renderWhole(language);
  // The app's own page has these names, and each language its own.
  return shell.replaceAll(/"home-(prompt|title)"/g, `"shell-home-$1-${language}"`);
}

async function renderWhole(language: Language): Promise<string> {
  const i18n = setupI18n();
  i18n.load(language, messagesOf(language));
  i18n.activate(language, [languageTag(language)]);
  const rootRoute = createRootRoute();
  const router = createRouter({
    // The pages' own code has nothing to say here: the frame's links only need to know their addresses.
    routeTree: rootRoute.addChildren(
      places.map(({ to }) => createRoute({ getParentRoute: () => rootRoute, path: to })),
    ),
    history: createMemoryHistory({ initialEntries: ['/generate'] }),
  });
  return renderToStaticMarkup(
    <div data-shell={language}>
      <I18nProvider i18n={i18n}>
        <KilnProvider>
          <RouterContextProvider router={router}>
            <AppShell
              queue={{ openCount: 0, attentionCount: 0, onOpen: nothing }}
              onOpenWorks={null}
              onOpenOptions={nothing}
            >
              <div data-for="prompt">
                <PromptShell />
              </div>
              <div data-for="home">
                <HomeShell />
                <ShellTrouble />
              </div>
              <div data-for="frame">
                <PageShell />
              </div>
            </AppShell>
          </RouterContextProvider>
        </KilnProvider>
      </I18nProvider>
    </div>,
    // Both languages stand in one document until the wrong one is taken out.
    { identifierPrefix: language },
  );
}

/** @returns the styles that Mantine would write at its start, and the shell in every language */
export async function prerender(): Promise<{ styles: string; shell: string }> {
  const variants = await Promise.all(languages.map(renderShell));
  // The language is known before the rest of the document is there: no other one is ever seen.
  const styles = languages.map(
    (language) =>
      `html:not([lang='${languageTag(language)}']) #shell>[data-shell='${language}']{display:none}`,
  );
  const shell = variants
    .join('')
    .replaceAll(/<style[^>]*>([\s\S]*?)<\/style>/g, (_whole, css: string) => {
      if (!styles.includes(css)) styles.push(css);
      return '';
    })
    // The app's own page has these names.
    .replaceAll(/ id="(main|shell-prompt)"/g, '');
  return { styles: styles.join(''), shell };
}
