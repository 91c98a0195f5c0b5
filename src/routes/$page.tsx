import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { textPageOf } from '../domain/text-pages.ts';
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
  component: Text,
});

function Text() {
  const name = textPageOf(Route.useParams().page);
  return name && <TextPage key={name} name={name} />;
}
