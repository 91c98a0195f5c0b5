import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import type { Fault } from '../faults/rules.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const path = playgroundGenerate.path;

interface Trouble {
  name: string;
  fault: Fault;
  times: number;
  /** Answers of the platform per submission that reached the network. */
  statuses: number[][];
}

const troubles: Trouble[] = [
  {
    name: 'whose answer is lost after the platform has it',
    fault: { kind: 'drop-answer' },
    times: 2,
    statuses: [[200], [200], [200]],
  },
  {
    name: 'that is lost on its way',
    fault: { kind: 'drop-request' },
    times: 1,
    statuses: [[], [200]],
  },
  {
    name: 'that arrives twice at the same moment',
    fault: { kind: 'duplicate' },
    times: 1,
    statuses: [[200, 200]],
  },
  {
    name: 'whose answer breaks off in the middle',
    fault: { kind: 'truncate' },
    times: 1,
    statuses: [[200], [200]],
  },
  {
    name: 'that a gateway refuses',
    fault: {
      kind: 'answer',
      status: 502,
      headers: { 'Content-Type': 'text/html' },
      body: '<h1>no</h1>',
    },
    times: 1,
    statuses: [[], [200]],
  },
];

for (const { name, fault, times, statuses } of troubles) {
  test(
    `a request ${name} becomes one work and one charge`,
    { tag: '@desktop' },
    async ({ page, network, platform, watch, words }) => {
      const studio = createStudio(page, words);
      const account = await enter(page, platform, words);
      watch.allow(failedRequest);
      network.on({ method: 'POST', path, fault, times });
      await studio.ask('a lake in autumn');
      await expectPainted(studio.picture);

      const sent = network.find({ path });
      expect(sent.map((record) => record.statuses)).toEqual(statuses);
      expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(await account.works()).toHaveLength(1);
      const ledger = await account.ledger();
      const { generationReserved, generationCharged, generationReturned } = ledgerTypeDetails;
      const count = (detail: number) =>
        ledger.filter(({ type_detail }) => type_detail === detail).length;
      expect(count(generationReserved)).toBe(1);
      expect(count(generationCharged)).toBe(1);
      expect(count(generationReturned)).toBe(0);
      expect((await account.balance()).reserved).toBe(0);
    },
  );
}

test(
  'a platform that asks for patience gets it',
  { tag: '@desktop' },
  async ({ page, network, platform, watch, words }) => {
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    watch.allow(failedRequest);
    network.on({
      method: 'POST',
      path,
      fault: { kind: 'answer', status: 429, headers: { 'Retry-After': '2' } },
      times: 1,
    });
    await studio.ask('a lake in winter');
    await expectPainted(studio.picture);
    const [refused, accepted] = network.find({ path });
    expect((accepted?.atMs ?? 0) - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(2_000);
  },
);
