import type { ExaminedZip } from '../../src/domain/training.ts';
import type { Recipe } from '../../src/domain/recipes/recipe.ts';
import type { GridContent } from '../../src/domain/pictures/grid-picture.ts';
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

/** A labelled grid of pictures that is to become one. */
export interface GridPicture extends GridContent<{ picture: Blob | null; words: string }> {
  title: string;
  /** What runs down and across. */
  corner: string;
  /** Said in the place of a picture that cannot be read. */
  damaged: string;
}

/** What differs between two pictures. */
export interface PictureDifference {
  /** Of each channel the distance, in the size of the first picture where that is not too large. */
  picture: Blob;
  /** The share of pixels that differ visibly, 0 to 1. */
  changed: number;
}

export interface ImagingWorker {
  /** A training zip's pictures, and what is wrong with the others. */
  examineTraining(file: Blob): Promise<ImagingResult<ExaminedZip>>;
  prepare(picked: Blob, limits: SourceLimits): Promise<ImagingResult<PreparedPicture>>;
  /** Hex SHA-256 of any file, with a bounded part of it in memory. */
  hash(file: Blob): Promise<ImagingResult<string>>;
  /** The settings that a picture carries; null where there are none that are understood. */
  readRecipe(file: Blob): Promise<ImagingResult<Recipe | null>>;
  /** A copy that says how it was made; null: that says nothing of it. */
  writeRecipe(file: Blob, recipe: Recipe | null): Promise<ImagingResult<Blob>>;
  convert(picture: Blob, format: OutputFormat): Promise<ImagingResult<Blob>>;
  difference(left: Blob, right: Blob): Promise<ImagingResult<PictureDifference>>;
  drawGrid(grid: GridPicture, format: OutputFormat): Promise<ImagingResult<Blob>>;
}
