import type { FilmFit, FilmRates, FilmSize, FilmTransition } from '../../src/domain/film-plan.ts';

/** How a film can be written here. `bundled`: by the encoder that comes with the app, where the browser has none. */
export interface FilmWay {
  container: 'mp4' | 'webm';
  codec: 'avc' | 'vp9' | 'vp8';
  encoder: 'device' | 'bundled';
}

export const filmMediaTypes: Readonly<Record<FilmWay['container'], string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** A film that is to be made. */
export interface FilmJob {
  /** In order; each is decoded when its turn comes. */
  pictures: readonly Blob[];
  size: FilmSize;
  rates: FilmRates;
  transition: FilmTransition;
  fit: FilmFit;
  /** Null: a silent film. */
  sound: Blob | null;
  way: FilmWay;
  /** A name of its own for the file while it is written; null keeps the film in memory. */
  fileName: string | null;
}

export interface FilmProgress {
  frames: number;
  of: number;
}

export interface FinishedFilm extends FilmSize {
  blob: Blob;
  mediaType: string;
  /** Hex SHA-256 of all of it. */
  sha256: string;
  seconds: number;
  frames: number;
  /** How it looks in a list: its first picture. */
  poster: FilmSize & { blob: Blob; thumbhash: string };
}

/**
 * What kept a film from being made. `picture-damaged` and `sound-unusable` name something that the person chose;
 * `too-large` is said where a film has to stay in memory.
 */
export const videoProblems = [
  'no-workers',
  'no-pictures',
  'worker-not-found',
  'picture-damaged',
  'sound-unusable',
  'no-encoder',
  'too-large',
  'storage-full',
  'unknown',
] as const;
export type VideoProblem = (typeof videoProblems)[number];

/** Failures cross the thread as data: an error class would lose its fields. */
export type FilmResult =
  | { ok: true; film: FinishedFilm }
  | { ok: false; problem: VideoProblem; detail: string; picture: number | null };

/** A size with every way in which a film of it can be written; empty where none can. */
export interface SizedWays {
  size: FilmSize;
  ways: FilmWay[];
}

export interface VideoWorker {
  /** The first of the sizes that an encoder of the device takes; the last one, by other ways, where none does. */
  findWays(sizes: readonly FilmSize[], finalFramerate: number): Promise<SizedWays>;
  assemble(job: FilmJob, onProgress: (progress: FilmProgress) => void): Promise<FilmResult>;
}

/** Where films lie while they are written. */
export const filmFolder = 'films';
/** Most bytes of a film that has to stay in memory. */
export const filmMemoryMaxBytes = 256 * 1024 * 1024;
