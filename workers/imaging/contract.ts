import type { SourceLimits } from '../../src/domain/source-limits.ts';

export interface PictureFacts {
  mediaType: string;
  bytes: number;
  /** As it is shown: EXIF orientation applied. */
  width: number;
  height: number;
  /** Hex SHA-256. */
  sha256: string;
}

/** A picked picture, prepared for the upload. */
export interface PreparedPicture {
  /** The picked bytes, which stay on the device. */
  original: PictureFacts & { blob: Blob; isTurned: boolean };
  /** The copy that is uploaded instead: rotated, downscaled or of another type. Null if the picked bytes will do. */
  copy: (PictureFacts & { blob: Blob }) | null;
}

export type OutputFormat = 'PNG' | 'JPG' | 'WEBP';

export const outputMediaTypes: Readonly<Record<OutputFormat, string>> = {
  PNG: 'image/png',
  JPG: 'image/jpeg',
  WEBP: 'image/webp',
};

/** Failures cross the thread as data: an error class would lose its fields. */
export type ImagingResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; problem: 'unsupported-media' | 'too-large' | 'unknown'; detail: string };

export interface ImagingWorker {
  prepare(picked: Blob, limits: SourceLimits): Promise<ImagingResult<PreparedPicture>>;
  /** Hex SHA-256 of any file, with a bounded part of it in memory. */
  hash(file: Blob): Promise<ImagingResult<string>>;
  convert(picture: Blob, format: OutputFormat): Promise<ImagingResult<Blob>>;
}
