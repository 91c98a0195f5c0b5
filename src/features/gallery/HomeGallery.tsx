import { useLingui } from '@lingui/react/macro';
import { Section } from '../../ui/Page.tsx';
import { GalleryFeed } from './GalleryFeed.tsx';
import { galleryFilterOf, gallerySearchOf } from './gallery-filter.ts';
import type { GallerySearch } from './gallery-search.ts';

/** The gallery below everything that is one's own. */
export function HomeGallery({
  search,
  onSearch,
}: {
  search: GallerySearch;
  /** @param keepsPage it is written down only now: whoever has gone on to another page meanwhile stays there */
  onSearch: (search: ReturnType<typeof gallerySearchOf>, keepsPage?: boolean) => void;
}) {
  const { t } = useLingui();
  return (
    <Section title={t({ message: 'Gallery', comment: 'Heading: what people have published' })}>
      <GalleryFeed
        place="home"
        filter={galleryFilterOf(search)}
        onFilter={(filter, keepsPage) => onSearch(gallerySearchOf(filter), keepsPage)}
      />
    </Section>
  );
}
