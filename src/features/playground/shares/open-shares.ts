import { getMedia } from '../../../db/media/media.ts';
import type { MediaRow } from '../../../db/schema.ts';
import { getShares } from '../../../db/shares.ts';
import type { ShareId, UserKey } from '../../../domain/ids.ts';
import { sourceLimits } from '../../../domain/source-limits.ts';
import { store } from '../../../ui/atoms.ts';
import { arrivedPictureAtom } from '../recall/recalled.ts';
import { storeSource, type SourceRefusal } from '../store-source.ts';

/** Shared things as a form takes them. */
export interface OpenedShares {
  files: MediaRow[];
  /** Empty where none were shared. */
  words: string;
  trouble: SourceRefusal | 'gone' | null;
}

/**
 * Makes pictures that were shared into sources; they stay among the shares until the form has them.
 * @param wanted ids with commas between; those that are somebody else's are left out
 */
export async function openShares(owner: UserKey, wanted: string): Promise<OpenedShares> {
  const opened: OpenedShares = { files: [], words: '', trouble: null };
  const rows = await getShares(owner, wanted.split(',') as ShareId[]);
  if (rows.length === 0) return { ...opened, trouble: 'gone' };
  const pictures: File[] = [];
  for (const { thing } of rows) {
    if (thing.kind === 'words') opened.words = [opened.words, thing.text].join('\n').trim();
    if (thing.kind !== 'picture') continue;
    const file = new File([thing.blob], thing.name, { type: thing.mediaType });
    // For the model that is chosen in the end the queue makes a copy, if it needs one.
    const stored = await storeSource(file, sourceLimits(undefined));
    if (!stored.ok) return { ...opened, trouble: stored.refusal };
    const media = await getMedia(stored.mediaId);
    if (media) opened.files.push(media);
    pictures.push(file);
  }
  const [only] = pictures;
  // It may say how it was made.
  if (only && pictures.length === 1) store.set(arrivedPictureAtom, { file: only, alone: false });
  return opened;
}
