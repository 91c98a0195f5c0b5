import type { Browser } from '@playwright/test';

import type { FaultPlatform } from '../faults/browser/platform.ts';
import { measureLoad, phoneContext, scriptsBefore, slowPhone, sumOf } from '../load/measure.ts';
import type { LoadFigures } from '../load/measure.ts';
import type { Figure } from './offline-thousand.ts';

const rounds = 5;

const seconds = (ms: number | null) => (ms === null ? 'never' : `${(ms / 1_000).toFixed(2)} s`);
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** The middle one of several rounds: a single one says more about the machine. */
function middle(all: readonly LoadFigures[], read: (one: LoadFigures) => number | null) {
  const values = all.map(read).filter((value) => value !== null);
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? null;
}

function describe(all: readonly LoadFigures[], when: string): Figure[] {
  const [first] = all;
  if (!first) return [];
  const before = scriptsBefore(first, first.actsMs);
  const whole = scriptsBefore(first, null);
  const times = {
    'first paint': (one: LoadFigures) => one.paintedMs,
    'prompt can be typed in': (one: LoadFigures) => one.typableMs,
    'Generate acts': (one: LoadFigures) => one.actsMs,
    'app has taken over': (one: LoadFigures) => one.adoptedMs,
    'long tasks together': (one: LoadFigures) => one.longTasksMs,
  };
  return [
    ...Object.entries(times).map(([what, read]) => ({
      what: `${when}: ${what}`,
      value: seconds(middle(all, read)),
    })),
    {
      what: `${when}: scripts before Generate acts`,
      value: `${kilobytes(sumOf(before))} in ${before.length}`,
    },
    { what: `${when}: scripts in all`, value: `${kilobytes(sumOf(whole))} in ${whole.length}` },
    {
      what: `${when}: over the line`,
      value: `${kilobytes(first.bytes)}, ${first.requests} requests`,
    },
  ];
}

/** Cold and warm, on a phone four times slower than this machine, on slow 4G. */
export async function firstLoad(browser: Browser, platform: FaultPlatform): Promise<Figure[]> {
  const url = `${platform.url}/generate`;
  const cold: LoadFigures[] = [];
  const warm: LoadFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const blocked = await phoneContext(browser, 'block');
    cold.push(await measureLoad(blocked, url, slowPhone));
    await blocked.close();
    // Once without hurry, so that everything is there; then as a person comes back.
    const known = await phoneContext(browser, 'allow');
    await measureLoad(known, url);
    warm.push(await measureLoad(known, url, slowPhone));
    await known.close();
  }
  return [...describe(cold, 'cold'), ...describe(warm, 'warm')];
}
