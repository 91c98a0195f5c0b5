import 'fake-indexeddb/auto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';

import { loadRealm } from '../../faults/simulation/realm.ts';
import type { Realm } from '../../faults/simulation/realm.ts';
import { Story } from '../../faults/simulation/story.ts';
import { verdictOf } from '../../faults/simulation/verdict.ts';
import { freshDevice } from '../../fixtures/device.ts';

/** Set by `npm run test:faults`, which tells many more. */
const { KILN_SEED, KILN_SEEDS = '8', KILN_SEEDS_FROM = '1' } = process.env;
const seeds = KILN_SEED
  ? [Number(KILN_SEED)]
  : Array.from({ length: Number(KILN_SEEDS) }, (_unused, index) => Number(KILN_SEEDS_FROM) + index);
const events = 40;

let realms: [Realm, Realm, Realm];

beforeAll(async () => {
  realms = [await loadRealm(), await loadRealm(), await loadRealm()];
});

async function tell(seed: number): Promise<{ wrong: string[]; trace: string[] }> {
  await freshDevice();
  const story = new Story(seed, realms);
  const restore = story.device.install();
  try {
    await story.tell(events);
    await story.settle();
    for (const host of story.device.hosts()) host.kill();
    for (const { database } of realms) database.db.close();
    await story.device.clock.settle();
    return { wrong: await verdictOf(story), trace: story.device.trace };
  } finally {
    restore();
  }
}

/** What happened in a story that broke, for whoever looks for the reason. */
async function keepTrace(seed: number, lines: readonly string[]): Promise<void> {
  const folder = path.resolve('.cache/faults');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `simulated-${seed}.txt`), `${lines.join('\n')}\n`);
}

test.each(seeds)(
  'whatever goes wrong, every request ends once and is paid once (seed %i)',
  { timeout: 600_000 },
  async (seed) => {
    const { wrong, trace } = await tell(seed);
    if (KILN_SEED) process.stdout.write(`${trace.join('\n')}\n`);
    else if (wrong.length > 0) await keepTrace(seed, [...trace, ...wrong]);
    expect(wrong).toEqual([]);
  },
);

test('the same seed tells the same story', { timeout: 600_000 }, async () => {
  expect((await tell(1)).trace).toEqual((await tell(1)).trace);
});
