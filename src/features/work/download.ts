import { getOriginal } from '../../db/media/media.ts';
import { getModels, getNamedModels } from '../../db/caches.ts';
import { getAsked } from '../../db/works/asked.ts';
import { bringHere } from '../../db/works/bring-here.ts';
import { modelName } from '../../words/model-names.ts';
import type { Settings, WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/account/session.ts';
import { getSetting } from '../../db/settings.ts';
import { KilnError } from '../../domain/errors.ts';
import { downloadName, extensionOf, isConvertible } from '../../domain/file-kinds.ts';
import type { Recipe } from '../../domain/recipes/recipe.ts';
import { recipeOfWork } from '../../domain/recipes/recipe-of-work.ts';
import { wholeDownloadMaxBytes } from '../../domain/limits.ts';
import { offerDownload } from '../../ui/offer-download.ts';
import { convertPicture, writeRecipe } from '../../../workers/imaging/client.ts';

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
  // In memory a long film would end the tab of a phone: it comes home in parts, which a lost network leaves as they are.
  if (work.bytes > wholeDownloadMaxBytes) {
    const blob = (await bringHere(work)) ? (await getOriginal(work.id))?.blob : undefined;
    if (blob) return blob;
    throw new KilnError('network', { retryable: true });
  }
  const { downloadFile } = await import('../../api/files.ts');
  const blob = await downloadFile(work.remoteUrl, {
    expectedBytes: work.bytes,
    session: await getSession(),
  });
  return new Blob([blob], { type: work.mediaType });
}

/** How a work was made, in its model's name and fields. */
async function recipeOf(work: WorkRow): Promise<Recipe> {
  const asked = await getAsked(work);
  const model = (await getModels())?.find((listed) => listed.model === asked.model);
  return recipeOfWork(work, asked, {
    // Its name among other programs, which know none in Chinese.
    model: modelName(work, await getNamedModels(), 'en'),
    prompt: model?.filed_mappings.prompt ?? 'prompt',
    negativePrompt: model?.filed_mappings.negative_prompt ?? 'negative_prompt',
  });
}

/**
 * The copy that leaves: with how it was made if the person wants that, else without what its maker wrote of it. What
 * is kept stays as it is, and so does its checksum.
 */
async function telling(file: Blob, work: WorkRow): Promise<Blob> {
  const isTold = await getSetting('tellsSettings');
  // Of what was brought here from elsewhere only its maker knows.
  if (isTold && work.origin === 'imported') return file;
  return writeRecipe(file, isTold ? await recipeOf(work) : null);
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
  // Of films, sounds and drawings nothing is read.
  if (isConvertible(type)) blob = await telling(blob, work);
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

/** Works as files for other apps, in the person's format; and those that could not be read. */
export async function filesOf(
  works: readonly WorkRow[],
  locale: string,
): Promise<{ files: File[]; failed: WorkRow[] }> {
  const failed: WorkRow[] = [];
  const files: File[] = [];
  for (const work of works) {
    try {
      const { blob, name } = await fileOf(work, locale);
      files.push(new File([blob], name, { type: blob.type || work.mediaType }));
    } catch (error) {
      if (!(error instanceof KilnError)) throw error;
      failed.push(work);
    }
  }
  return { files, failed };
}

/**
 * Opens the device's own sheet.
 * @returns `refused` when it takes none of these files; `late` when it wants to be asked anew, because making them
 *   ready took longer than a press is good for
 */
export async function handOver(files: File[]): Promise<'shared' | 'refused' | 'late'> {
  if (!navigator.canShare?.({ files })) return 'refused';
  try {
    await navigator.share({ files });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError') return 'late';
    // Who closes the sheet has changed their mind.
    if (name !== 'AbortError') throw error;
  }
  return 'shared';
}
