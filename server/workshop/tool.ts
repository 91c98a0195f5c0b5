import type { LocalizedText, Language } from '../../src/domain/languages.ts';
import type { InputValues, ModelSchema } from '../../src/domain/model.ts';
import type { EngineJob, EngineModel, EngineSource } from '../engines/contract/engine.ts';
import type { MadeOutput } from '../engines/contract/process-job.ts';
import type { FilmProgram } from './video/program.ts';

/** What the platform's thread knows about a tool: words, schema, cost in time. No picture code. */
export interface BuiltinTool {
  model: EngineModel;
  schema(language: Language): ModelSchema;
  /** Seconds on one modest core. */
  estimateSeconds(job: Pick<EngineJob, 'input' | 'outputs'>): number;
  /** Why it cannot be used on this machine; asked often. Left out by those that need nothing. */
  unavailableReason?(): LocalizedText | null;
}

/** Plain data: it crosses to a process. */
export interface ToolTask {
  input: InputValues;
  sources: EngineSource[];
  seed: string;
  outputs: number;
}

/** What a tool may use beside its process. */
export interface ToolSurroundings {
  /** Null: films are encoded by the tool itself. */
  ffmpeg: FilmProgram | null;
  /** Aborted where a program is held; without one the process just ends. */
  signal: AbortSignal;
  /** Told of a program that has to end before the process does, and then of its end. */
  holdChild: (pid: number | null) => void;
}

/** What a tool does in its process. Pure: the same task gives the same bytes. */
export type ToolRunner = (
  task: ToolTask,
  /** 0…1 of the whole task; may be called often. */
  report: (fraction: number) => void,
  surroundings: ToolSurroundings,
) => Promise<ToolOutput[]>;

export type ToolOutput = MadeOutput;
