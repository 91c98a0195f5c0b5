import { EngineError } from '../engines/contract/engine.ts';
import {
  makeInProcess,
  type ProcessNews,
  type ProcessResult,
} from '../engines/contract/process-job.ts';
import type { TaskSurroundings } from '../processes/serve.ts';
import type { ProcessTask } from './contract.ts';
import { runners } from './runners.ts';

/** Runs one tool for one job. */
export function runTask(
  task: ProcessTask,
  surroundings: TaskSurroundings<ProcessNews>,
): Promise<ProcessResult> {
  const { model, ffmpeg, ...toolTask } = task;
  const { holdProgram, signal } = surroundings;
  const holdChild = (child: number | null): void => holdProgram(child !== null);
  return makeInProcess(surroundings, async (report) => {
    const load = runners[model];
    if (!load) throw new EngineError('not-found', `No tool "${model}"`, { retryable: false });
    const run = await load();
    return run(toolTask, report, { ffmpeg, signal, holdChild });
  });
}
