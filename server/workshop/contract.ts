import type { ToldEngineError } from '../engines/contract/engine.ts';
import type { Parcel } from '../processes/scratch.ts';
import type { ToolOutput, ToolTask } from './tool.ts';
import type { FilmProgram } from './video/program.ts';

/** What goes to a process. */
export interface ProcessTask extends ToolTask {
  model: string;
  ffmpeg: FilmProgram | null;
}

/** 0…1 of the task. */
export type ProcessNews = number;

export type PackedOutput = Omit<ToolOutput, 'data'> & { packed: Parcel };

/** Errors lose their fields between processes, so they travel as data. */
export type ProcessResult =
  | { ok: true; outputs: PackedOutput[] }
  /** `detail` is for the log alone: where a tool broke names the platform's own files. */
  | { ok: false; error: ToldEngineError; detail?: string };
