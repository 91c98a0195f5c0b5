import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { readGallerySearch } from '../features/gallery/gallery-search.ts';
import { homeTextAtom } from '../features/home/home-text.ts';
import { useHomeShell } from '../features/playground/shell/useHomeShell.ts';
import { useHomeShelves } from '../live/useHomeShelves.ts';
import { useSetAtom } from '../ui/atoms.ts';
import { HomePage } from '../features/home/HomePage.tsx';
import { useCommunity } from '../live/useCommunity.ts';
import { lazyWithWords } from '../words/lazy-words.ts';

const HomeGallery = lazyWithWords(
  async () => (await import('../features/gallery/HomeGallery.tsx')).HomeGallery,
);

const Footer = lazyWithWords(async () => (await import('../features/pages/Footer.tsx')).Footer);

export const Route = createFileRoute('/')({
  validateSearch: readGallerySearch,
  component: Home,
});

function Home() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const setText = useSetAtom(homeTextAtom);
  useHomeShell(useHomeShelves() !== undefined, setText);
  // Without a platform nobody publishes anything.
  const hasGallery = useCommunity() === null;
  return (
    <HomePage
      footer={
        <Suspense fallback={null}>
          <Footer />
        </Suspense>
      }
      gallery={
        hasGallery && (
          <Suspense fallback={null}>
            <HomeGallery
              search={search}
              onSearch={(next, keepsPage) => {
                if (keepsPage && location.pathname !== '/') return;
                void navigate({ search: next, replace: true, resetScroll: false });
              }}
            />
          </Suspense>
        )
      }
    />
  );
}
