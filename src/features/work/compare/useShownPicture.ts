import { useThumbnail } from '../../../live/useMedia.ts';
import type { WorkRow } from '../../../db/schema.ts';
import { thumbhashUrl } from '../../../ui/thumbhash-url.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import { useOriginalState, type OriginalState } from '../useOriginalState.ts';

export interface ShownPicture {
  /** The largest that is here; null until there is any. */
  url: string | null;
  /** The original, once all of it is here. */
  original: Blob | null;
  /** The small version: undefined until read, null when there is none. */
  small: Blob | null | undefined;
  state: OriginalState;
}

/** A work's picture: the full size, which is fetched because it is looked at; until then what there is of it. */
export function useShownPicture(work: WorkRow): ShownPicture {
  const state = useOriginalState(work, useOnline());
  const original = state.kind === 'here' ? state.blob : null;
  const thumbnail = useThumbnail(work.id);
  const small = thumbnail === undefined ? undefined : (thumbnail?.blob ?? null);
  const url = useObjectUrl(original ?? small);
  return { url: url ?? thumbhashUrl(work.thumbhash), original, small, state };
}

/** Whether the full size isn't here, be it on its way or not to be had. */
export const isSmallOnly = ({ state }: ShownPicture): boolean =>
  state.kind !== 'here' && state.kind !== 'loading';
