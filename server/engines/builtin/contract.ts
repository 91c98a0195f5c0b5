import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import type { ToolOutput, ToolTask } from './tool.ts';
import type { FilmProgram } from './video/program.ts';

/** What goes to a thread. */
export interface ThreadTask extends ToolTask {
  model: string;
  ffmpeg: FilmProgram | null;
  /** Receives `ThreadNews`, and sends one message when the task is to end by itself. */
  progress: MessagePort;
}

/** 0…1 of the task, or the process that the thread holds (null: none any more). */
export type ThreadNews = number | { child: number | null };

/** Errors lose their fields between threads, so they travel as data. */
export type ThreadResult =
  | { ok: true; outputs: ToolOutput[] }
  | { ok: false; code: ErrorCode; message: string; retryable: boolean };
