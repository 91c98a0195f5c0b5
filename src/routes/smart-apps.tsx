import { createFileRoute } from '@tanstack/react-router';
import { AppsPage } from '../features/apps/AppsPage.tsx';
import { galleryKeywordMaxCharacters } from '../domain/gallery.ts';

export const Route = createFileRoute('/smart-apps')({
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } => {
    // The router has already turned `?q=1984` into a number.
    const words = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
    return { q: words.trim() === '' ? undefined : words.slice(0, galleryKeywordMaxCharacters) };
  },
  component: Apps,
});

function Apps() {
  const { q = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AppsPage
      words={q}
      onWords={(words) => {
        // Whoever has gone on to another page meanwhile stays there.
        if (location.pathname !== '/smart-apps') return;
        void navigate({
          search: { q: words.trim() || undefined },
          replace: true,
          resetScroll: false,
        });
      }}
    />
  );
}
