/** What a picked picture is, after it was made ready for the road. */
export interface PreparedPicture {
  /** The bytes to keep and upload: as picked, or turned and downscaled. */
  blob: Blob;
  mediaType: string;
  bytes: number;
  /** As it is shown: EXIF orientation applied. */
  width: number;
  height: number;
  /** Hex SHA-256 of `blob`. */
  sha256: string;
  /** True when the bytes are not the picked ones any more. */
  changed: boolean;
}

export interface PrepareOptions {
  /** Longest side and area the model takes; larger pictures are downscaled. */
  maxSidePixels: number;
  maxPixels: number;
  /** Media types the model takes; anything else that decodes becomes PNG or JPEG. */
  acceptTypes: string[];
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
  prepare(picked: Blob, options: PrepareOptions): Promise<ImagingResult<PreparedPicture>>;
  convert(picture: Blob, format: OutputFormat): Promise<ImagingResult<Blob>>;
}
