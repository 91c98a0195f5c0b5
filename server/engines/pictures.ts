import { readFile } from 'node:fs/promises';

import { sniffMediaType } from '../../src/domain/file-kinds.ts';
import { EngineError } from './contract/engine.ts';
import type { EngineSource } from './contract/engine.ts';
import { pictureCall } from './contract/picture-call.ts';
import type * as Decode from './decode.ts';

const decode = new URL('./decode.ts', import.meta.url);
const pictureAsPng = pictureCall<typeof Decode.pictureAsPng>(decode, 'pictureAsPng');
const maskAsPng = pictureCall<typeof Decode.maskAsPng>(decode, 'maskAsPng');
const maskAsAlpha = pictureCall<typeof Decode.maskAsAlpha>(decode, 'maskAsAlpha');

interface Size {
  width: number;
  height: number;
}

export interface JudgedPicture {
  data: Uint8Array;
  mediaType: string;
  width: number;
  height: number;
}

const resultTypes = new Set(['image/png', 'image/jpeg', 'image/webp']);

const decodeWhole = pictureCall<typeof Decode.decodeWhole>(decode, 'decodeWhole');

/**
 * Judges what an engine sent by its bytes; what it claims about them is not trusted.
 * @throws EngineError `result-damaged`
 */
export async function judgePicture(data: Uint8Array): Promise<JudgedPicture> {
  const damaged = (cause?: unknown) =>
    new EngineError('result-damaged', 'The engine’s answer is not a whole picture', {
      retryable: false,
      cause,
    });
  const mediaType = sniffMediaType(data.subarray(0, 32));
  if (mediaType === null || !resultTypes.has(mediaType)) throw damaged();
  try {
    return { data, mediaType, ...(await decodeWhole([data])) };
  } catch (error) {
    // Whether nobody could look at it says nothing about it.
    if (error instanceof EngineError && error.retryable) throw error;
    throw damaged(error);
  }
}

/** Reads base64 with or without a data URL's head; empty when it is none. */
export function bytesOfBase64(text: string): Uint8Array {
  const body = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
  return Buffer.from(body, 'base64');
}

export const dataUrl = (mediaType: string, data: Uint8Array): string =>
  `data:${mediaType};base64,${Buffer.from(data).toString('base64')}`;

/** @throws EngineError `source-missing` when the file is gone */
export async function readSource(source: EngineSource): Promise<Buffer> {
  try {
    return await readFile(source.path);
  } catch (error) {
    throw new EngineError('source-missing', 'The picture is no longer there', {
      retryable: false,
      cause: error,
    });
  }
}

/** The one source of a field. @throws EngineError `source-missing` */
export function sourceOf(sources: readonly EngineSource[], field: string): EngineSource {
  const found = sources.find((source) => source.field === field);
  if (!found) throw new EngineError('source-missing', 'No picture given', { retryable: false });
  return found;
}

/**
 * A source upright, as PNG in sRGB of exactly the given size, cut at the sides where the proportions differ.
 * @throws EngineError `source-missing` or `unsupported-media`
 */
export const sourceAsPng = async (source: EngineSource, size: Size): Promise<Buffer> =>
  Buffer.from(await pictureAsPng([source, size]));

/** A mask as engines want it: white is painted anew, black is kept; drawn strokes on nothing count as white. */
export const sourceAsMask = async (source: EngineSource, size: Size): Promise<Buffer> =>
  Buffer.from(await maskAsPng([source, size]));

/** A mask for those to whom transparent means: paint anew. */
export const sourceAsAlpha = async (source: EngineSource, size: Size): Promise<Buffer> =>
  Buffer.from(await maskAsAlpha([source, size]));
