import { modelErrorMessage } from '../../src/domain/errors.ts';
import { EngineError, tellEngineError } from '../engines/contract/engine.ts';
import { pack } from '../processes/scratch.ts';
import type { TaskSurroundings } from '../processes/serve.ts';
import type { PackedOutput, ProcessNews, ProcessResult, ProcessTask } from './contract.ts';
import { runners } from './runners.ts';

/** Below this much news a message costs more than it tells. */
const smallestStep = 0.005;

/** A full disk, too many open files, no memory: errors of the system have names such as ENOSPC. */
const isOfTheMachine = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code));

/** Runs one tool for one job. */
export async function runTask(
  task: ProcessTask,
  { tell, holdProgram, signal, scratch }: TaskSurroundings<ProcessNews>,
): Promise<ProcessResult> {
  const { model, ffmpeg, ...toolTask } = task;
  let told = 0;
  const report = (fraction: number): void => {
    const bounded = Math.min(1, Math.max(0, fraction));
    if (bounded - told < smallestStep) return;
    told = bounded;
    tell(bounded);
  };
  const holdChild = (child: number | null): void => holdProgram(child !== null);
  try {
    const load = runners[model];
    if (!load) throw new EngineError('not-found', `No tool "${model}"`, { retryable: false });
    const run = await load();
    const outputs: PackedOutput[] = [];
    for (const output of await run(toolTask, report, { ffmpeg, signal, holdChild })) {
      const { data, ...rest } = output;
      outputs.push({ ...rest, packed: await pack(data, scratch, String(output.index)) });
    }
    return { ok: true, outputs };
  } catch (error) {
    if (error instanceof EngineError) {
      return { ok: false, error: tellEngineError(error) };
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // A tool makes the same of the same input each time; what the machine lacks may be there another time.
    const retryable = isOfTheMachine(error);
    return {
      ok: false,
      error: { code: 'engine-failed', message: modelErrorMessage, retryable, reasons: [] },
      detail,
    };
  }
}
