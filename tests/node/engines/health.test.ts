import { expect, test, vi } from 'vitest';

import { createHealth } from '../../../server/engines/health.ts';
import type { LocalizedText } from '../../../src/domain/languages.ts';

const down: LocalizedText = { cn: '连不上', en: 'out of reach' };
const busy: LocalizedText = { cn: '在准备', en: 'getting ready' };

function watched(check: () => Promise<LocalizedText | null>) {
  const told: string[] = [];
  const log = {
    warn: (_fields: object, words: string) => told.push(words),
    info: (_fields: object, words: string) => told.push(words),
  };
  const pace = { wellMs: 1_000, downMs: 100, downMaxMs: 400 };
  return { told, health: createHealth({ name: 'it', log: log as never, check, down, pace }) };
}

test('an engine that is down is asked again with backoff, and is back by itself', async () => {
  vi.useFakeTimers();
  try {
    let answer: LocalizedText | null | Error = new Error('refused');
    const checks: number[] = [];
    const { health, told } = watched(() => {
      checks.push(Date.now());
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
    expect(health.reason()).toBe(down);
    const startMs = Date.now();
    health.start();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(checks.map((ms) => ms - startMs)).toEqual([0, 100, 300, 700, 1_100, 1_500]);
    answer = busy;
    await vi.advanceTimersByTimeAsync(400);
    expect(health.reason()).toBe(busy);
    answer = null;
    await vi.advanceTimersByTimeAsync(400);
    expect(health.reason()).toBeNull();
    expect(told).toEqual(['an engine cannot be used now', 'an engine can be used again']);
    health.stop();
    const asked = checks.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(checks.length).toBe(asked);
  } finally {
    vi.useRealTimers();
  }
});

test('a run that met silence brings the next check forward, once', async () => {
  vi.useFakeTimers();
  try {
    let checks = 0;
    const { health } = watched(() => {
      checks += 1;
      return Promise.resolve(checks > 1 ? down : null);
    });
    health.start();
    await vi.advanceTimersByTimeAsync(10);
    health.doubt();
    health.doubt();
    await vi.advanceTimersByTimeAsync(10);
    expect(checks).toBe(2);
    expect(health.reason()).toBe(down);
    health.stop();
  } finally {
    vi.useRealTimers();
  }
});
