import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import type { ToolOutput, ToolTask } from './tool.ts';

/** What goes to a thread; `progress` receives numbers 0…1. */
export interface ThreadTask extends ToolTask {
  model: string;
  progress: MessagePort;
}

/** Errors lose their fields between threads, so they travel as data. */
export type ThreadResult =
  | { ok: true; outputs: ToolOutput[] }
  | { ok: false; code: ErrorCode; message: string; retryable: boolean };
