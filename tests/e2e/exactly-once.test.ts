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

// One person on one device has all of it happen, one after the other: what each costs to arrive would be most of it.
test(
  'whatever happens to a submission on its way, it becomes one work and one charge, and patience is had where it is asked for',
  { tag: '@desktop' },
  async ({ page, network, platform, watch, words }) => {
    test.slow();
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    watch.allow(failedRequest);
    for (const [made, { name, fault, times, statuses }] of troubles.entries()) {
      await test.step(`a request ${name}`, async () => {
        const before = network.find({ path }).length;
        network.on({ method: 'POST', path, fault, times });
        const prompt = `a lake in autumn, ${made}`;
        await studio.ask(prompt);
        await expect.poll(async () => (await account.works()).length).toBe(made + 1);
        await expectPainted(studio.pictureOf(prompt));

        const sent = network.find({ path }).slice(before);
        expect(sent.map((record) => record.statuses)).toEqual(statuses);
        expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
        expect(await account.works()).toHaveLength(made + 1);
        const ledger = await account.ledger();
        const { generationReserved, generationCharged, generationReturned } = ledgerTypeDetails;
        const count = (detail: number) =>
          ledger.filter(({ type_detail }) => type_detail === detail).length;
        expect(count(generationReserved)).toBe(made + 1);
        expect(count(generationCharged)).toBe(made + 1);
        expect(count(generationReturned)).toBe(0);
        expect((await account.balance()).reserved).toBe(0);
      });
    }
    await test.step('a platform that asks for patience', async () => {
      const before = network.find({ path }).length;
      network.on({
        method: 'POST',
        path,
        fault: { kind: 'answer', status: 429, headers: { 'Retry-After': '2' } },
        times: 1,
      });
      await studio.ask('a lake in winter');
      await expect.poll(async () => (await account.works()).length).toBe(troubles.length + 1);
      const [refused, accepted] = network.find({ path }).slice(before);
      expect((accepted?.atMs ?? 0) - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(2_000);
    });
  },
);
