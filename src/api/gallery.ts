import type { Publication } from '../domain/gallery.ts';
import type { Publication as Said } from './contract/gallery.ts';

/** A place in the gallery as the device keeps it. */
export function toPublication(said: Said): Publication {
  const { image_id: workId, state, title, category_id: categoryId, published_at, note } = said;
  const publishedAtMs = published_at === null ? null : Date.parse(published_at);
  return { workId, state, title, categoryId, publishedAtMs, note };
}
