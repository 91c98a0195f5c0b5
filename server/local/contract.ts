import type { InputValues } from '../../src/domain/model.ts';
import type { EngineSource } from '../engines/contract/engine.ts';

/** Squares that a model works in, see `PackManifest`. */
interface Tiles {
  side: number;
  overlap: number;
}

/** What one of its models does, with the files it needs. */
export type LocalWork =
  | ({ task: 'upscale'; graphs: { scale: number; file: string }[] } & Tiles)
  | ({ task: 'deblur'; file: string } & Tiles);

/** What goes to a process, where a picture is to be made. */
export interface MakeTask {
  kind: 'make';
  work: LocalWork;
  runtimeFolder: string;
  threads: number;
  /** Null: nothing is made, and one tile is worked on to see how long that takes. */
  job: { input: InputValues; sources: EngineSource[]; seed: string } | null;
}

/** What goes to a process, where a picture is to be judged. */
export interface JudgeTask {
  kind: 'judge';
  file: string;
  side: number;
  runtimeFolder: string;
  threads: number;
  picture: Uint8Array;
}

/** What goes to a process that is to have a model ready for the next job. */
export interface WarmTask {
  kind: 'warm';
  file: string;
  runtimeFolder: string;
  threads: number;
}

export type LocalTask = MakeTask | JudgeTask | WarmTask;
