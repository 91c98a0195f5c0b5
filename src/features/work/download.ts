import { getOriginal } from '../../db/media.ts';
import type { Settings, WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { getSetting } from '../../db/settings.ts';
import { KilnError } from '../../domain/errors.ts';
import { downloadName } from '../../domain/file-kinds.ts';
import { convertPicture } from '../../../workers/imaging/client.ts';

const types: Readonly<Record<Settings['downloadFormat'], string>> = {
  PNG: 'image/png',
  JPG: 'image/jpeg',
  WEBP: 'image/webp',
};

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'model/gltf-binary': 'glb',
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

/** A work as a file in the person's format; what is no picture, or is of that type already, stays as it is. */
async function fileOf(work: WorkRow): Promise<{ blob: Blob; name: string }> {
  const original = await readOriginal(work);
  const format = await getSetting('downloadFormat');
  let blob = original;
  let type = work.mediaType;
  if (type.startsWith('image/') && type !== types[format]) {
    try {
      blob = await convertPicture(original, format);
      type = types[format];
    } catch (error) {
      // Safari cannot encode WebP: the original in its own type is better than nothing.
      if (!(error instanceof KilnError) || error.code !== 'unsupported-media') throw error;
    }
  }
  const title = work.prompt.trim() || work.modelName;
  return { blob, name: downloadName(title, extensions[type] ?? 'bin') };
}

/** Long enough for the browser to have opened the file. */
const urlLifetimeMs = 60_000;

function offer(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), urlLifetimeMs);
}

/**
 * Hands works to the browser's downloads, one after the other.
 * @param onProgress files handed over so far
 * @returns works that could not be read
 */
export async function downloadWorks(
  works: readonly WorkRow[],
  onProgress?: (finished: number) => void,
): Promise<WorkRow[]> {
  const failed: WorkRow[] = [];
  for (const [index, work] of works.entries()) {
    try {
      const { blob, name } = await fileOf(work);
      offer(blob, name);
    } catch (error) {
      if (!(error instanceof KilnError)) throw error;
      failed.push(work);
    }
    onProgress?.(index + 1);
  }
  return failed;
}
