import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { languages, languageTag, type Language } from './domain/languages.ts';
import { textPages } from './domain/text-pages.ts';
import {
  modelPlace,
  shellTools,
  type ShellTool,
  type WrittenPage,
  type WrittenPageName,
  type WrittenWork,
} from './domain/written-pages.ts';
import { SignedOut } from './features/history/SignedOut.tsx';
import { HomeShell } from './features/home/HomeShell.tsx';
import { AboutText } from './features/pages/AboutPage.tsx';
import { textPageWords } from './features/pages/page-words.ts';
import { loadPageText } from './features/pages/text-page.ts';
import { TextShell } from './features/pages/TextShell.tsx';
import { pageDescriptions, pageTitles } from './features/playground/shell/page-heads.ts';
import {
  PageShell,
  PromptShell,
  ShellInvitation,
  ShellTrouble,
} from './features/playground/shell/PromptShell.tsx';
import { AppShell } from './features/shell/AppShell.tsx';
import { places } from './features/shell/navigation.tsx';
import { PublicPictureShell, PublicVideoShell } from './features/work/public/PublicShell.tsx';
import { KilnProvider } from './ui/KilnProvider.tsx';
import { Page } from './ui/Page.tsx';
import { toolWords } from './words/tools.ts';

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

function renderShell(language: Language): string {
  // The app's own page has these names, and each language its own.
  return renderWhole(language).replaceAll(/"home-(prompt|title)"/g, `"shell-home-$1-${language}"`);
}

function i18nIn(language: Language): I18n {
  const i18n = setupI18n();
  i18n.load(language, messagesOf(language));
  i18n.activate(language, [languageTag(language)]);
  return i18n;
}

/** @param ids what ids begin with: parts of one document have others */
function render(i18n: I18n, content: ReactNode, ids = ''): string {
  const rootRoute = createRootRoute();
  const router = createRouter({
    // The pages' own code has nothing to say here: the frame's links only need to know their addresses.
    routeTree: rootRoute.addChildren(
      places.map(({ to }) => createRoute({ getParentRoute: () => rootRoute, path: to })),
    ),
    history: createMemoryHistory({ initialEntries: ['/generate'] }),
  });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <KilnProvider>
        <RouterContextProvider router={router}>{content}</RouterContextProvider>
      </KilnProvider>
    </I18nProvider>,
    // All languages stand in one document until the wrong ones are taken out.
    { identifierPrefix: i18n.locale + ids },
  );
}

function renderWhole(language: Language): string {
  const shell = render(
    i18nIn(language),
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
      <div data-for="written">
        <div data-written="true" />
        <ShellTrouble />
      </div>
      <div data-for="frame">
        <PageShell />
      </div>
    </AppShell>,
  );
  return `<div data-shell="${language}">${shell}</div>`;
}

/** @returns the styles that Mantine would write at its start, and the shell in every language */
export function prerender(): { styles: string; shell: string } {
  const variants = languages.map(renderShell);
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

/** What the app would show at once, to somebody who has just come; styles are those of the sheets. */
function bodyOf(i18n: I18n, content: ReactNode): string {
  return render(i18n, content, 'part').replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, '');
}

/** The pages that the platform sends with their own words, without their styles; texts describe themselves. */
export async function prerenderPages(): Promise<
  { name: WrittenPageName; language: Language; page: Omit<WrittenPage, 'style'> }[]
> {
  const pages = languages.map(async (language) => {
    const i18n = i18nIn(language);
    const own = (['', 'about', 'smart-apps', 'history'] as const).map((name) => ({
      name,
      language,
      page: {
        title: name === '' ? '' : i18n._(pageTitles[name]),
        description: i18n._(pageDescriptions[name]),
        body:
          name === 'about'
            ? bodyOf(
                i18n,
                <Page width="measure">
                  <AboutText hasPlatform />
                </Page>,
              )
            : name === 'history'
              ? bodyOf(
                  i18n,
                  <Page>
                    <SignedOut onSignIn={nothing} />
                  </Page>,
                )
              : '',
      },
    }));
    const texts = textPages.map(async (name) => {
      const { html } = await loadPageText(name, language);
      const page = {
        title: i18n._(textPageWords[name]),
        description: '',
        body: bodyOf(i18n, <TextShell name={name} html={html} />),
      };
      return { name, language, page };
    });
    return [...own, ...(await Promise.all(texts))];
  });
  return (await Promise.all(pages)).flat();
}

/** A published picture, without its styles; it says the same in every language. */
export function prerenderWorks(): Record<WrittenWork, string> {
  // React also asks for the picture ahead of the page, where it is no part of it.
  const render = (shell: ReactNode) => bodyOf(i18nIn('en'), shell).replaceAll(/<link[^>]*>/g, '');
  return { picture: render(<PublicPictureShell />), video: render(<PublicVideoShell />) };
}

/** What the forms that index.html has say to a newcomer, without their styles. */
export function prerenderInvitations(): { name: ShellTool; language: Language; body: string }[] {
  return languages.flatMap((language) => {
    const i18n = i18nIn(language);
    return shellTools.map((name) => {
      const title = i18n._(toolWords[name].blurb);
      const invitation = <ShellInvitation title={title} description={modelPlace} />;
      return { name, language, body: bodyOf(i18n, invitation) };
    });
  });
}
