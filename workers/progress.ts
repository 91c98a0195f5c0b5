import { proxy } from 'comlink';

/**
 * Progress comes by a channel of its own, so its last word may arrive after the result; then nobody may hear it, or
 * what has ended would look as if it still went on.
 * @param onProgress hears until the work has settled
 * @param work is given what to hand to a worker
 */
export async function withProgress<Progress, Value>(
  onProgress: (progress: Progress) => void,
  work: (tell: (progress: Progress) => void) => Promise<Value>,
): Promise<Value> {
  let isOver = false;
  try {
    return await work(
      proxy((progress: Progress) => {
        if (!isOver) onProgress(progress);
      }),
    );
  } finally {
    isOver = true;
  }
}
