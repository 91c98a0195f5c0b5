import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { describe, expect, test, vi } from 'vitest';

import { EngineError } from '../../../server/engines/contract/engine.ts';
import { pictureCall } from '../../../server/engines/contract/picture-call.ts';
import { judgePicture } from '../../../server/engines/pictures.ts';
import { blurOf } from '../../../server/files/pictures.ts';
import type * as Called from './fixtures/called.ts';

// Processes start and die here, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const module = new URL('./fixtures/called.ts', import.meta.url);
const call = <Name extends keyof typeof Called>(name: Name) =>
  pictureCall<(typeof Called)[Name]>(module, name);

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('the platform itself loads no decoder of pictures', async () => {
  const loaded = `
    await import('./server/platform.ts');
    const { sharedObjects } = process.report.getReport();
    console.log(JSON.stringify(sharedObjects.filter((name) => /vips|sharp/.test(name))));
    process.exit(0);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    loaded,
  ]);
  expect(JSON.parse(stdout)).toEqual([]);
});

describe('a function that opens what strangers sent', () => {
  test('gets bytes and gives bytes', async () => {
    expect(Array.from(await call('double')([new Uint8Array([1, 2, 100])]))).toEqual([2, 4, 200]);
  });

  test('costs its own call alone when it ends its process, and the job is tried once more', async () => {
    const [ended, neighbour] = await Promise.all([errorOf(call('abort')([])), call('pid')([])]);
    expect(ended).toMatchObject({ code: 'too-demanding', endedProcess: true, retryable: false });
    expect(neighbour).not.toBe(process.pid);
    expect(await call('pid')([])).toBeGreaterThan(0);
  });

  test('is ended where it loops and nobody waits for it any more', async () => {
    const controller = new AbortController();
    const looping = errorOf(call('loop')([], controller.signal));
    setTimeout(() => controller.abort('cancelled'), 200);
    expect(await looping).toBe('cancelled');
  });

  test('refuses as if it had been called here', async () => {
    const refused = await errorOf(call('refuse')([]));
    expect(refused).toBeInstanceOf(EngineError);
    expect(refused).toMatchObject({
      code: 'invalid-input',
      reasons: [{ field: 'mask', reason: 'nothing-marked' }],
    });
    expect(await errorOf(call('complain')([]))).toMatchObject({ code: 'too-large' });
  });
});

test('what no decoder reads has no blur, and is no result', async () => {
  const noise = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    Buffer.alloc(200, 7),
  ]);
  expect(await blurOf(noise, 'image/png')).toBe('');
  expect(await errorOf(judgePicture(noise))).toMatchObject({
    code: 'result-damaged',
    retryable: false,
  });
});
