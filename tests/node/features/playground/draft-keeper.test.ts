import { owner } from '../../../fixtures/device.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DraftKeeper, emptyDraft } from '../../../../src/features/playground/draft-keeper.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const draft = (prompt: string) => ({ ...emptyDraft, input: { prompt } });

test('typing is written once, shortly after the last key', async () => {
  const saved: unknown[] = [];
  const keeper = new DraftKeeper({ owner, type: 'Text2Img' }, async (row) =>
    saved.push(row.input['prompt']),
  );
  keeper.keep(draft('f'));
  keeper.keep(draft('fo'));
  keeper.keep(draft('fog'));
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(saved).toEqual(['fog']);
});

test('leaving the page writes at once, and nothing a second time', async () => {
  const saved: unknown[] = [];
  const keeper = new DraftKeeper({ owner, type: 'Text2Img' }, async (row) =>
    saved.push(row.input['prompt']),
  );
  keeper.keep(draft('fog'));
  await keeper.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual(['fog']);
});

test('a slow older draft never overwrites a newer one', async () => {
  const order: unknown[] = [];
  const finishers: (() => void)[] = [];
  const keeper = new DraftKeeper({ owner, type: 'Text2Img' }, (row) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    finishers.push(resolve);
    return promise.then(() => order.push(row.input['prompt']));
  });
  keeper.keep(draft('old'));
  const first = keeper.flush();
  keeper.keep(draft('new'));
  const second = keeper.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(finishers).toHaveLength(1);
  finishers[0]?.();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  finishers[1]?.();
  await second;
  expect(order).toEqual(['old', 'new']);
});

test('a device without room does not stop the typing', async () => {
  const keeper = new DraftKeeper({ owner, type: 'Text2Img' }, () =>
    Promise.reject(new Error('full')),
  );
  keeper.keep(draft('fog'));
  await expect(keeper.flush()).resolves.toBeUndefined();
});

test('typing on without a pause is written now and then', async () => {
  const saved: unknown[] = [];
  const keeper = new DraftKeeper({ owner, type: 'Text2Img' }, async (row) =>
    saved.push(row.input['prompt']),
  );
  for (let length = 1; length <= 20; length += 1) {
    keeper.keep(draft('x'.repeat(length)));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(saved.length).toBeGreaterThanOrEqual(1);
  expect(saved.length).toBeLessThanOrEqual(3);
});

test('leaving hands over what waits, or what is not written yet, and nothing that is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const keeper = new DraftKeeper({ owner, type: 'Text2Img' }, () => promise);
  const handed: unknown[] = [];
  const leave = () => keeper.leave((row) => handed.push(row.input['prompt']));
  keeper.keep(draft('fog'));
  leave();
  await vi.advanceTimersByTimeAsync(0);
  // Given to the database, which has not answered.
  leave();
  expect(handed).toEqual(['fog', 'fog']);
  resolve();
  await keeper.flush();
  leave();
  expect(handed).toEqual(['fog', 'fog']);
});
