import { useLiveQuery } from './useLiveQuery.ts';
import { getMediaSizes, type MediaSize } from '../db/media/media.ts';
import type { MediaId } from '../domain/ids.ts';

const none: readonly MediaSize[] = [];

/** Sizes of files on this device, in their order; empty until they are read. */
export function useMediaSizes(ids: readonly MediaId[]): readonly MediaSize[] {
  return useLiveQuery(async () => getMediaSizes(ids), [ids.join()]) ?? none;
}
