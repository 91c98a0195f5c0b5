import { galleryPageSize, galleryPath } from '../domain/gallery.ts';
import type { GalleryEntry, GalleryFilter, Publication } from '../domain/gallery.ts';
import type { WorkId } from '../domain/ids.ts';
import { splitPrompt } from '../domain/parameters.ts';
import { callAged, type Aged } from './client.ts';
import { galleryDetail, listGallery } from './contract/gallery.ts';
import type { GalleryWork, Publication as Said } from './contract/gallery.ts';

/** A place in the gallery as the device keeps it. */
export function toPublication(said: Said): Publication {
  const { image_id: workId, state, title, category_id: categoryId, published_at, note } = said;
  const publishedAtMs = published_at === null ? null : Date.parse(published_at);
  return { workId, state, title, categoryId, publishedAtMs, note };
}

/** Addresses are made here: an answer does not say from where this device loads pictures. */
function toGalleryEntry(said: GalleryWork): GalleryEntry {
  const { prompt, negativePrompt } = splitPrompt(said.prompt);
  const at = galleryPath(said.image_id);
  return {
    id: said.image_id as WorkId,
    title: said.title,
    author: said.author,
    isSample: said.sample,
    picture: `${at}/picture`,
    file: `${at}/file`,
    jobType: said.jobtype,
    model: said.model,
    modelName: said.modelname,
    parameters: said.params,
    prompt,
    negativePrompt,
    categoryId: said.category_id,
    seed: said.seed,
    width: said.width,
    height: said.height,
    mediaType: said.media_type,
    bytes: said.bytes,
    thumbhash: said.thumbhash,
    publishedAtMs: Date.parse(said.create_time),
  };
}

/**
 * A page of the gallery, from 1 on.
 * @throws KilnError as `call` does
 */
export async function readGalleryPage(
  { words, categoryId, tool, model }: GalleryFilter,
  page: number,
  signal: AbortSignal,
): Promise<Aged<{ entries: GalleryEntry[]; more: boolean }>> {
  const { data, ...age } = await callAged(listGallery, {
    body: {
      page,
      limit: galleryPageSize,
      ...(words.trim() !== '' && { keyword: words.trim() }),
      ...(categoryId !== null && { category_id: categoryId }),
      ...(tool !== null && { job_type: tool }),
      ...(model !== null && { model_name: model }),
    },
    signal,
  });
  return { data: { entries: data.list.map(toGalleryEntry), more: data.data.more }, ...age };
}

/** @returns null for what is not published @throws KilnError as `call` does */
export async function readGalleryEntry(
  id: WorkId,
  signal: AbortSignal,
): Promise<GalleryEntry | null> {
  const { data } = await callAged(galleryDetail, { body: { id }, signal });
  const [said] = data.data;
  return said ? toGalleryEntry(said) : null;
}
