import { expect, test, vi } from 'vitest';

import { createHealth } from '../../../server/engines/health.ts';
import type { BilingualText } from '../../../src/domain/model.ts';

const down: BilingualText = { cn: '连不上', en: 'out of reach' };
const busy: BilingualText = { cn: '在准备', en: 'getting ready' };

function watched(look: () => Promise<BilingualText | null>) {
  const told: string[] = [];
  const log = {
    warn: (_fields: object, words: string) => told.push(words),
    info: (_fields: object, words: string) => told.push(words),
  };
  const pace = { wellMs: 1_000, downMs: 100, downMaxMs: 400 };
  return { told, health: createHealth({ name: 'it', log: log as never, look, down, pace }) };
}

test('an engine that is down is asked again with backoff, and is back by itself', async () => {
  vi.useFakeTimers();
  try {
    let answer: BilingualText | null | Error = new Error('refused');
    const looks: number[] = [];
    const { health, told } = watched(() => {
      looks.push(Date.now());
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    });
    expect(health.reason()).toBe(down);
    const startMs = Date.now();
    health.start();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(looks.map((ms) => ms - startMs)).toEqual([0, 100, 300, 700, 1_100, 1_500]);
    answer = busy;
    await vi.advanceTimersByTimeAsync(400);
    expect(health.reason()).toBe(busy);
    answer = null;
    await vi.advanceTimersByTimeAsync(400);
    expect(health.reason()).toBeNull();
    expect(told).toEqual(['an engine cannot be used now', 'an engine can be used again']);
    health.stop();
    const asked = looks.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks.length).toBe(asked);
  } finally {
    vi.useRealTimers();
  }
});

test('a run that met silence brings the next look forward, once', async () => {
  vi.useFakeTimers();
  try {
    let looks = 0;
    const { health } = watched(() => {
      looks += 1;
      return Promise.resolve(looks > 1 ? down : null);
    });
    health.start();
    await vi.advanceTimersByTimeAsync(10);
    health.doubt();
    health.doubt();
    await vi.advanceTimersByTimeAsync(10);
    expect(looks).toBe(2);
    expect(health.reason()).toBe(down);
    health.stop();
  } finally {
    vi.useRealTimers();
  }
});
