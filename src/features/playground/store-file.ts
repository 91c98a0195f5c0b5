import { putSource } from '../../db/media/media.ts';
import { KilnError } from '../../domain/errors.ts';
import { sniffMediaType } from '../../domain/file-kinds.ts';
import type { MediaId } from '../../domain/ids.ts';
import { uploadLimits } from '../../domain/uploads.ts';
import { hashFile } from '../../../workers/imaging/client.ts';

/** Why a picked file was not kept. */
export type FileRefusal = 'unsupported-media' | 'too-large' | 'storage-full' | 'unknown';

/** The size of a film's pictures; zero where this browser cannot play it, which the platform may still read. */
async function filmSize(file: Blob): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(file);
  try {
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.muted = true;
    return await new Promise((resolve) => {
      video.addEventListener('loadedmetadata', () =>
        resolve({ width: video.videoWidth, height: video.videoHeight }),
      );
      video.addEventListener('error', () => resolve({ width: 0, height: 0 }));
      video.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Keeps a picked file on the device at once, as it is, so that it survives the tab. Pictures have their own way
 * (`store-source.ts`).
 */
export async function storeFile(
  file: File,
  purpose: 'film' | 'training',
): Promise<{ ok: true; mediaId: MediaId } | { ok: false; refusal: FileRefusal }> {
  try {
    const mediaType = sniffMediaType(new Uint8Array(await file.slice(0, 32).arrayBuffer()));
    const { maxBytes, mediaTypes } = uploadLimits[purpose];
    if (mediaType === null || !mediaTypes.includes(mediaType))
      return { ok: false, refusal: 'unsupported-media' };
    if (file.size > maxBytes) return { ok: false, refusal: 'too-large' };
    const [size, sha256] = await Promise.all([
      purpose === 'film' ? filmSize(file) : { width: 0, height: 0 },
      hashFile(file),
    ]);
    const blob = new Blob([file], { type: mediaType });
    const facts = { blob, mediaType, bytes: file.size, sha256, name: file.name };
    return { ok: true, mediaId: await putSource({ ...facts, ...size }) };
  } catch (error) {
    const isFull = error instanceof KilnError && error.code === 'storage-full';
    return { ok: false, refusal: isFull ? 'storage-full' : 'unknown' };
  }
}
