import type {
  BilingualText,
  InputValues,
  Language,
  ModelSchema,
} from '../../../src/domain/model.ts';
import type { EngineJob, EngineModel, EngineOutput, EngineSource } from '../engine.ts';
import type { FilmProgram } from './video/program.ts';

/** What the platform's thread knows about a tool: words, schema, cost in time. No picture code. */
export interface BuiltinTool {
  model: EngineModel;
  schema(language: Language): ModelSchema;
  /** Seconds on one modest core. */
  estimateSeconds(job: Pick<EngineJob, 'input' | 'outputs'>): number;
  /** Why it cannot be used on this machine; asked often. Left out by those that need nothing. */
  unavailableReason?(): BilingualText | null;
}

/** Plain data: it crosses to a thread. */
export interface ToolTask {
  input: InputValues;
  sources: EngineSource[];
  seed: string;
  outputs: number;
}

/** What a tool may use beside its thread. */
export interface ToolSurroundings {
  /** Null: films are encoded in the thread. */
  ffmpeg: FilmProgram | null;
  /** Aborted where a process is held; without one the thread just ends. */
  signal: AbortSignal;
  /** Told of a process that has to end before the thread does, and then of its end. */
  holdChild: (pid: number | null) => void;
}

/** What a tool does in its thread. Pure: the same task gives the same bytes. */
export type ToolRunner = (
  task: ToolTask,
  /** 0…1 of the whole task; may be called often. */
  report: (fraction: number) => void,
  surroundings: ToolSurroundings,
) => Promise<ToolOutput[]>;

export type ToolOutput = Omit<EngineOutput, 'model' | 'censored'>;
