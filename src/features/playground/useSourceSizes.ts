import { useLiveQuery } from 'dexie-react-hooks';
import { getMediaSizes, type MediaSize } from '../../db/media/media.ts';
import type { ModelItem } from '../../domain/model.ts';
import type { Draft } from './draft-keeper.ts';

const none: readonly MediaSize[] = [];

/** Sizes of a form's files, where its model's price grows with them; those that are still read come a moment later. */
export function useSourceSizes({ sources }: Draft, model: ModelItem | null): readonly MediaSize[] {
  const ids = model?.cost_pixels ? sources.map(({ mediaId }) => mediaId) : [];
  return useLiveQuery(() => getMediaSizes(ids), [ids.join()]) ?? none;
}
