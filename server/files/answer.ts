import { fileParameters } from '../../src/api/contract/files.ts';
import { invalidInput, notFound, Problem } from '../http/problem.ts';
import { sendFile } from '../http/send-file.ts';
import type { Log } from '../log.ts';
import { renditionWidths, thumbnailWidths } from './file-store.ts';
import type { FileName, FileStore } from './file-store.ts';
import { createRenditions, variantOf } from './renditions.ts';
import type { Rendition, Watermark } from './renditions.ts';
import type { StoredFile } from './stored-file.ts';
import { createThumbnails } from './thumbnails.ts';

export interface AnswerDependencies {
  store: FileStore;
  /** Whether a file's original was let go of: works know. */
  isExpired: (fileId: string) => Promise<boolean>;
  /** The deployment's mark as it is set now; null for none. */
  watermark: () => Watermark | null;
}

/** In which form a file is asked for. */
export type Wish = Rendition & { isMarked: boolean };

interface Found {
  path: string;
  mediaType: string;
  etag: string;
  name: string;
}

const isSmallWidth = (width: number | null) =>
  width !== null && (thumbnailWidths as readonly number[]).includes(width);

/** Files as they are, and pictures in the form that a query asks for. */
export interface FileAnswers {
  /** @param query reads a parameter of the address @throws Problem 400 */
  wishOf(query: (name: string) => string | undefined, isSmall: boolean): Wish;
  /** @throws Problem 404, 410, 415, 503 */
  send(
    request: Request,
    file: StoredFile,
    wish: Wish,
    headers: Record<string, string>,
    log: Log,
  ): Promise<Response>;
  /**
   * Makes a picture in these widths, with the deployment's mark, before anybody asks for it. What can't be made now is
   * left to whoever asks; it never throws.
   */
  prepare(file: StoredFile, widths: readonly number[], log: Log): Promise<void>;
}

export function createFileAnswers(dependencies: AnswerDependencies): FileAnswers {
  const { store, isExpired, watermark } = dependencies;
  const thumbnail = createThumbnails(store);
  const renditions = createRenditions(store);

  async function bring(file: FileName, log: Log): Promise<string | null> {
    try {
      return await store.bring(file);
    } catch (error) {
      log.warn({ err: error, file: file.id }, 'a file could not be brought');
      throw new Problem(503, 'server-error', 'The file cannot be reached just now');
    }
  }

  /** Why a file that is known has no bytes. */
  async function missing(fileId: string): Promise<Problem> {
    if (!(await isExpired(fileId))) return notFound('File');
    return new Problem(410, 'not-found', 'The original is no longer kept');
  }

  async function original(file: StoredFile, log: Log): Promise<Found> {
    const path = await bring(file, log);
    if (path === null) throw await missing(file.id);
    const { id, extension, mediaType, sha256 } = file;
    return { path, mediaType, etag: `"${sha256}"`, name: `${id}.${extension}` };
  }

  function smallOf({ id, sha256 }: StoredFile, width: number, path: string): Found {
    const name = `${id}-${width}.webp`;
    return { path, mediaType: 'image/webp', etag: `"${sha256}-${width}"`, name };
  }

  /** Of what is no picture itself there is only the one that it was made with. */
  async function poster(file: StoredFile, width: number | null, log: Log): Promise<Found> {
    if (width === null) return original(file, log);
    const least = thumbnailWidths.find((one) => one >= width) ?? Math.max(...thumbnailWidths);
    const path = await store.bringThumbnail(file.id, least).catch(() => null);
    // A whole film is no answer to who asked for a small picture of it.
    if (path === null) throw notFound('Small picture');
    return smallOf(file, least, path);
  }

  async function picture(file: StoredFile, wish: Wish, log: Log): Promise<Found> {
    const { width, isWebp } = wish;
    const mark = wish.isMarked ? watermark() : null;
    if (width !== null && isSmallWidth(width) && mark === null) {
      const path = await thumbnail(file, width).catch(() => null);
      return path === null ? original(file, log) : smallOf(file, width, path);
    }
    const isAsItIs = isWebp ? file.mediaType === 'image/webp' : true;
    if (width === null && mark === null && isAsItIs) return original(file, log);
    const rendition: Rendition = { width, isWebp: isWebp || width !== null, watermark: mark };
    const path = await renditions(file, rendition).catch(() => null);
    if (path === null) {
      if ((await bring(file, log)) === null) throw await missing(file.id);
      throw new Problem(415, 'unsupported-media', 'This picture can be had only as it is');
    }
    const variant = variantOf(rendition);
    const mediaType = rendition.isWebp ? 'image/webp' : stillType(file.mediaType);
    const extension = mediaType.split('/')[1] ?? 'webp';
    const etag = `"${file.sha256}-${variant}"`;
    return { path, mediaType, etag, name: `${file.id}-${variant}.${extension}` };
  }

  return {
    wishOf(query, isSmall) {
      const width = query(fileParameters.width) ?? (isSmall ? '512' : undefined);
      if (width !== undefined && !(renditionWidths as readonly number[]).includes(Number(width))) {
        throw invalidInput({ field: 'width', reason: 'not-allowed', values: renditionWidths });
      }
      const format = query(fileParameters.format);
      if (format !== undefined && format !== 'webp') {
        throw invalidInput({ field: 'format', reason: 'not-allowed', values: ['webp'] });
      }
      const mark = query(fileParameters.watermark);
      if (mark !== undefined && mark !== '0' && mark !== '1') {
        throw invalidInput({ field: 'watermark', reason: 'not-allowed', values: [0, 1] });
      }
      return {
        width: width === undefined ? null : Number(width),
        isWebp: format === 'webp',
        watermark: null,
        isMarked: mark === '1',
      };
    },
    async send(request, file, wish, headers, log) {
      const isPicture = file.mediaType.startsWith('image/');
      const found = isPicture
        ? await picture(file, wish, log)
        : await poster(file, wish.width, log);
      const answer = await sendFile(request, {
        path: found.path,
        ranges: true,
        etag: found.etag,
        headers: {
          'Content-Type': found.mediaType,
          'Content-Disposition': `inline; filename="${found.name}"`,
          ...headers,
          'Content-Security-Policy': "default-src 'none'; sandbox",
        },
      });
      if (!answer) throw await missing(file.id);
      return answer;
    },
    async prepare(file, widths, log) {
      if (!file.mediaType.startsWith('image/')) return;
      for (const width of widths) {
        const wish: Wish = { width, isWebp: false, watermark: null, isMarked: true };
        await picture(file, wish, log).catch(() => null);
      }
    },
  };
}

/** What a still picture of this type is written as. */
function stillType(mediaType: string): string {
  return mediaType === 'image/jpeg' || mediaType === 'image/webp' ? mediaType : 'image/png';
}
