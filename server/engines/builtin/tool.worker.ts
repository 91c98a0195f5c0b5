import { EngineError } from '../engine.ts';
import type { ThreadNews, ThreadResult, ThreadTask } from './contract.ts';
import { runners } from './runners.ts';

/** Below this much news a message costs more than it tells. */
const smallestStep = 0.005;

/** Thread entry: runs one tool for one job. */
export default async function runTask(task: ThreadTask): Promise<ThreadResult> {
  const { model, progress, ffmpeg, ...toolTask } = task;
  const tell = (news: ThreadNews): void => progress.postMessage(news);
  let told = 0;
  const report = (fraction: number): void => {
    const bounded = Math.min(1, Math.max(0, fraction));
    if (bounded - told < smallestStep) return;
    told = bounded;
    tell(bounded);
  };
  const ending = new AbortController();
  progress.once('message', () => ending.abort());
  const holdChild = (child: number | null): void => tell({ child });
  const surroundings = { ffmpeg, signal: ending.signal, holdChild };
  try {
    const load = runners[model];
    if (!load) throw new EngineError('not-found', `No tool "${model}"`, { retryable: false });
    const run = await load();
    return { ok: true, outputs: await run(toolTask, report, surroundings) };
  } catch (error) {
    if (error instanceof EngineError) {
      return { ok: false, code: error.code, message: error.message, retryable: error.retryable };
    }
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ok: false, code: 'engine-failed', message, retryable: true };
  } finally {
    progress.close();
  }
}
