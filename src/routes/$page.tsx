import { i18n } from '@lingui/core';
import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { asLanguage } from '../domain/languages.ts';
import { textPageOf } from '../domain/text-pages.ts';
import { loadPageText } from '../features/pages/text-page.ts';
import { TextPage } from '../features/pages/TextPage.tsx';

export const Route = createFileRoute('/$page')({
  beforeLoad: ({ params }) => {
    const name = textPageOf(params.page);
    if (name === null) {
      notFound({ throw: true });
    } else if (name !== params.page) {
      // Other addresses of a page lead to the one that it has.
      redirect({
        to: '/$page',
        params: { page: name },
        search: true,
        replace: true,
        throw: true,
      });
    }
  },
  // The page shows its text at once, and says it where that can't be had.
  loader: async ({ params }) => {
    const name = textPageOf(params.page);
    if (name !== null) await loadPageText(name, asLanguage(i18n.locale)).catch(() => {});
  },
  component: Text,
});

function Text() {
  const name = textPageOf(Route.useParams().page);
  return name && <TextPage key={name} name={name} />;
}
