import { db } from '../../../src/db/database.ts';
import { isLeased } from '../../../src/db/intents/rules.ts';
import { listIntents } from '../../../src/db/intents/lists.ts';
import { listWorks } from '../../../src/db/works/works.ts';
import { isEndedStage } from '../../../src/domain/intent.ts';
import type { GenerateIntent, Intent } from '../../../src/domain/intent.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { sha256Hex } from '../../../src/media/hash.ts';
import type { FakeJob } from '../../fixtures/fake-platform.ts';
import type { Story } from './story.ts';

const promptOf = (intent: GenerateIntent) => String(intent.payload.input.prompt);

/** What does not hold after a story has come to its end; empty when all is well. */
export async function verdictOf(story: Story): Promise<string[]> {
  const { platform, device } = story;
  const wrong = [...device.violations];
  const expect = (holds: boolean, otherwise: string) => {
    if (!holds) wrong.push(otherwise);
  };
  const rows = await ofAll(story, (owner) => listIntents(owner, { limit: 10_000 }));
  const generations = rows.filter((row) => row.kind === 'generate');
  const jobs = [...platform.jobs.values()];

  const prompts = generations.map(promptOf);
  const stayed = [...story.accepted];
  expect(
    prompts.toSorted().join() === stayed.toSorted().join(),
    `kept ${stayed.join()} but holds ${prompts.join()}`,
  );
  for (const row of rows) expect(isEnd(row), `${row.kind} ${row.id} is still ${row.stage}`);
  for (const row of generations) wrong.push(...wrongWith(row, jobs));
  for (const job of jobs) {
    expect(
      ['Finished', 'Failed', 'Cancelled'].includes(job.state),
      `job ${job.id} is ${job.state}`,
    );
    const sameWish = jobs.filter((each) => each.prompt === job.prompt && each.state === 'Finished');
    expect(sameWish.length <= 1, `${job.prompt} was made ${sameWish.length} times`);
  }

  const finished = jobs.filter((job) => job.state === 'Finished');
  const claimed = platform.claimed ? 10 : 0;
  expect(platform.charged === finished.length, `${platform.charged} charges`);
  expect(platform.credits === 1_000 + claimed - platform.charged, `${platform.credits} credits`);

  const shown = await ofAll(story, (owner) => listWorks({ owner, order: 'oldest', limit: 10_000 }));
  const binned = await db.bin.toArray();
  const there = [...platform.bin.since].filter(
    ([id, { binnedAtMs }]) => binnedAtMs !== null && platform.works.has(id),
  );
  const binnedIds = (ids: readonly string[]) => ids.toSorted().join();
  expect(
    binnedIds(binned.map(({ id }) => id)) === binnedIds(there.map(([id]) => id)),
    `the bin here has ${binned.map(({ id }) => id).join()}, there ${there.map(([id]) => id).join()}`,
  );
  const works = [...shown, ...binned];
  const ids = works.map(({ id }) => id as string);
  expect(
    ids.toSorted().join() === [...platform.works].toSorted().join(),
    `device has ${ids.join()}, platform ${[...platform.works].join()}`,
  );
  const originals = await db.media.where('role').equals('original').toArray();
  expect(originals.length === works.length, `${originals.length} files of ${works.length} works`);
  for (const work of works) {
    const original = originals.find(({ id }) => (id as string) === (work.id as string));
    const sha256 = original && (await sha256Hex(original.blob));
    expect(sha256 === work.sha256, `the bytes of ${work.id} on the device are wrong`);
  }
  if (story.isOrderly) {
    // Identities carry the order in which the requests were made.
    const keys = jobs.map(({ key }) => key);
    expect(keys.join() === keys.toSorted().join(), 'requests were accepted out of order');
  }
  return wrong;
}

async function ofAll<Row>(story: Story, read: (owner: UserKey) => Promise<Row[]>): Promise<Row[]> {
  return (await Promise.all(story.owners.map(read))).flat();
}

function isEnd(row: Intent): boolean {
  return isEndedStage(row.stage) && !isLeased(row, Date.now());
}

function wrongWith(row: GenerateIntent, jobs: readonly FakeJob[]): string[] {
  const own = jobs.filter(({ key }) => key === row.id);
  const [job] = own;
  const told = `${promptOf(row)} is ${row.stage}, its job ${job?.state ?? 'none'}`;
  if (job && job.userKey !== row.owner) return [`${told}, and was sent as of ${job.userKey}`];
  if (own.length > 1) return [`${promptOf(row)} has ${own.length} jobs`];
  if (row.stage === 'done') {
    return job?.state === 'Finished' && job.id === row.jobId ? [] : [told];
  }
  const expected = row.stage === 'cancelled' ? 'Cancelled' : 'Failed';
  return job === undefined || job.state === expected ? [] : [told];
}
