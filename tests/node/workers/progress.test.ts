import { expect, test, vi } from 'vitest';
import { withProgress } from '../../../workers/progress.ts';

test('the last word of progress is not heard when it comes after the result', async () => {
  const heard = vi.fn();
  let late = (_progress: number): void => undefined;
  const result = await withProgress<number, string>(heard, async (tell) => {
    late = tell;
    tell(1);
    return 'done';
  });
  late(2);
  expect(result).toBe('done');
  expect(heard.mock.calls).toEqual([[1]]);
});

test('nor when it comes after a failure', async () => {
  const heard = vi.fn();
  let late = (_progress: number): void => undefined;
  const work = withProgress<number, string>(heard, async (tell) => {
    late = tell;
    throw new Error('broken');
  });
  await expect(work).rejects.toThrow('broken');
  late(1);
  expect(heard).not.toHaveBeenCalled();
});
