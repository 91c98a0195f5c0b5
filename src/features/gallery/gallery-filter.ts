import { isGalleryCategory } from '../../domain/gallery.ts';
import type { GalleryFilter } from '../../domain/gallery.ts';
import type { GallerySearch } from './gallery-search.ts';

/** What an address asks for; a category that is none is as if it were not there. */
export const galleryFilterOf = ({
  q = '',
  category,
  tool,
  model,
}: GallerySearch): GalleryFilter => ({
  words: q,
  categoryId: category !== undefined && isGalleryCategory(category) ? category : null,
  tool: tool ?? null,
  model: model ?? null,
});

/** All keys are named: the router lays the answer over what the address says. */
export const gallerySearchOf = ({ words, categoryId, tool, model }: GalleryFilter) => ({
  q: words.trim() || undefined,
  category: categoryId ?? undefined,
  tool: tool ?? undefined,
  model: model ?? undefined,
});
