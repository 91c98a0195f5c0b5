import { tmpdir } from 'node:os';

import { expect, test } from 'vitest';

import type { ProcessTask } from '../../../server/workshop/contract.ts';
import { runTask } from '../../../server/workshop/run-task.ts';

const surroundings = {
  tell: () => undefined,
  holdProgram: () => undefined,
  signal: new AbortController().signal,
  scratch: tmpdir(),
};

function taskWith(input: object): ProcessTask {
  const task = { model: 'kiln-painter', sources: [], seed: '1', outputs: 1, ffmpeg: null };
  return { ...task, input } as unknown as ProcessTask;
}

/** A tool breaks as soon as it reads the prompt. */
const withPrompt = (reason: () => Error) => ({
  get prompt(): string {
    throw reason();
  },
});

test('a tool that breaks over its input is not tried again, and people read nothing of the platform’s files', async () => {
  const result = await runTask(
    taskWith(withPrompt(() => new TypeError('fog is no colour'))),
    surroundings,
  );
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'engine-failed', message: 'Model predict error', retryable: false },
  });
  expect(JSON.stringify({ ...result, detail: '' })).not.toContain('.ts');
  expect('detail' in result && result.detail).toContain('.ts:');
});

test('what the machine lacked for a moment is tried again', async () => {
  const full = () => Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const result = await runTask(taskWith(withPrompt(full)), surroundings);
  expect(result).toMatchObject({ ok: false, error: { retryable: true } });
});
