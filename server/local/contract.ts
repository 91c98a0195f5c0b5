import type { InputValues } from '../../src/domain/model.ts';
import type { EngineSource } from '../engines/contract/engine.ts';
import type { DiffusionMode, DiffusionRun } from '../../src/diffusion/run.ts';
import type { TileWork } from '../../src/diffusion/tile-run.ts';

/** What one of its models does; places of its files are whole paths. */
export type LocalWork = TileWork | DiffusionWork;

/** A picture from words; places of its parts are whole paths. */
export interface DiffusionWork {
  task: 'diffusion';
  mode: DiffusionMode;
  run: DiffusionRun;
}

/** What computes: the processor, or a graphics card by WebGPU, as every build of the runtime has it. */
export type Provider = 'cpu' | 'webgpu';

/** What goes to a process, where a picture is to be made. */
export interface MakeTask {
  kind: 'make';
  work: LocalWork;
  runtimeFolder: string;
  provider: Provider;
  threads: number;
  /** Null: nothing is made, and one tile or one step is worked on to see how long that takes. */
  job: { input: InputValues; sources: EngineSource[]; seed: string; outputs: number } | null;
  /** Whether unfinished pictures are wanted. */
  tellsPreviews: boolean;
}

/** What a model is run by. */
export type Running = Pick<MakeTask, 'runtimeFolder' | 'provider' | 'threads'>;

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
  work: LocalWork;
  runtimeFolder: string;
  provider: Provider;
  threads: number;
}

export type LocalTask = MakeTask | JudgeTask | WarmTask;
