import { galleryKeywordMaxCharacters } from '../../domain/gallery.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';

/** What of the gallery an address shows; the words have the name that they have among one's works. */
export interface GallerySearch {
  q?: string;
  category?: number;
  tool?: GeneratorType;
  model?: string;
}

/** Whatever somebody may have written into an address; what is nothing is left out. */
export function readGallerySearch(raw: Record<string, unknown>): GallerySearch {
  const { q, category, tool, model } = raw;
  // The router has already turned `?q=1984` into a number.
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const words = text(q).slice(0, galleryKeywordMaxCharacters);
  const name = text(model).slice(0, 300);
  return {
    ...(words.trim() !== '' && { q: words }),
    ...(Number.isInteger(category) && { category: category as number }),
    ...(typeof tool === 'string' && isGeneratorType(tool) && { tool }),
    ...(name !== '' && { model: name }),
  };
}
