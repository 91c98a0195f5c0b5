import type { SolidView } from '../../src/domain/solids/orbit.ts';
import type { SolidProblem } from '../../src/domain/solids/problems.ts';

/** How it is drawn. */
export interface SolidLook {
  view: SolidView;
  /** Of the surface, in its own pixels. */
  width: number;
  height: number;
  /** Lines instead of faces. */
  wireframe: boolean;
  /** Which of its motions is played, from 0 on. */
  motion: number;
  /** How far that is, in seconds; what is beyond its end begins anew. */
  motionSeconds: number;
}

export interface SolidProgress {
  /** `building`: its bytes are read, and become something to draw. */
  phase: 'reading' | 'building';
  done: number;
  of: number;
}

export interface SolidFacts {
  triangles: number;
  points: number;
  /** None for what stands still; a name is the file's own, or empty. */
  motions: readonly { name: string; seconds: number }[];
}

export interface SolidPicture {
  blob: Blob;
  width: number;
  height: number;
}

/** Errors lose what they carry between threads: the code goes as data. */
export type OpenedSolid =
  | ({ ok: true } & SolidFacts)
  | { ok: false; problem: SolidProblem; detail: string };

export interface SolidWorker {
  /**
   * Reads a file and draws it for the first time; ends when that is to be seen.
   * @param surface the page's canvas, handed over
   * @param onLost the device took its graphics back
   */
  open(
    file: Blob,
    mediaType: string,
    surface: OffscreenCanvas,
    look: SolidLook,
    onProgress: (progress: SolidProgress) => void,
    onLost: () => void,
  ): Promise<OpenedSolid>;
  /** Ends when it is drawn. */
  draw(look: SolidLook): Promise<void>;
  /** The small picture that stands for it. */
  picture(): Promise<SolidPicture>;
}
