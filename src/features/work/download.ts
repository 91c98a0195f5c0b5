import { getOriginal } from '../../db/media/media.ts';
import { getNamedModels } from '../../db/caches.ts';
import { modelName } from '../../words/model-names.ts';
import type { Settings, WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/account/session.ts';
import { getSetting } from '../../db/settings.ts';
import { KilnError } from '../../domain/errors.ts';
import { downloadName, extensionOf, isConvertible } from '../../domain/file-kinds.ts';
import { offerDownload } from '../../ui/offer-download.ts';
import { convertPicture } from '../../../workers/imaging/client.ts';

const types: Readonly<Record<Settings['downloadFormat'], string>> = {
  PNG: 'image/png',
  JPG: 'image/jpeg',
  WEBP: 'image/webp',
};

/**
 * The full-size bytes of a work: from this device, else from the platform.
 * @throws KilnError `network`, `result-gone` … when they are not here and cannot be had
 */
async function readOriginal(work: WorkRow): Promise<Blob> {
  const kept = await getOriginal(work.id);
  if (kept) return kept.blob;
  const { downloadFile } = await import('../../api/files.ts');
  const blob = await downloadFile(work.remoteUrl, {
    expectedBytes: work.bytes,
    session: await getSession(),
  });
  return new Blob([blob], { type: work.mediaType });
}

/** A work as a file in the person's format; what would lose by it stays as it is. */
async function fileOf(work: WorkRow, locale: string): Promise<{ blob: Blob; name: string }> {
  const original = await readOriginal(work);
  const format = await getSetting('downloadFormat');
  let blob = original;
  let type = work.mediaType;
  if (isConvertible(type) && type !== types[format]) {
    try {
      blob = await convertPicture(original, format);
      type = types[format];
    } catch (error) {
      // Safari cannot encode WebP: the original in its own type is better than nothing.
      if (!(error instanceof KilnError) || error.code !== 'unsupported-media') throw error;
    }
  }
  const title = work.prompt.trim() || modelName(work, await getNamedModels(), locale);
  return { blob, name: downloadName(title, extensionOf(type) ?? 'bin') };
}

/**
 * Hands works to the browser's downloads, one after the other.
 * @param onProgress files handed over so far
 * @returns works that could not be read
 */
export async function downloadWorks(
  works: readonly WorkRow[],
  locale: string,
  onProgress?: (finished: number) => void,
): Promise<WorkRow[]> {
  const failed: WorkRow[] = [];
  for (const [index, work] of works.entries()) {
    try {
      const { blob, name } = await fileOf(work, locale);
      offerDownload(blob, name);
    } catch (error) {
      if (!(error instanceof KilnError)) throw error;
      failed.push(work);
    }
    onProgress?.(index + 1);
  }
  return failed;
}
