import type { AccountRecord } from './messages.ts';
import type { Seat, Story } from './story.ts';
import type { DeviceRecord, IntentRecord } from './verbs.ts';

const sorted = (list: readonly string[]) => list.toSorted().join(' ');

function wrongWithRow(row: IntentRecord, account: AccountRecord): string[] {
  const jobs = account.jobs.filter(({ key }) => key === row.id);
  const [job] = jobs;
  const told = `${row.prompt} (${row.id}) is ${row.stage}, its job ${job?.state ?? 'none'}`;
  if (jobs.length > 1) return [`${told}: ${jobs.length} jobs`];
  if (row.isLeased) return [`${told}, and leased`];
  if (row.stage === 'done') return job?.state === 'Finished' && job.id === row.jobId ? [] : [told];
  const expected = row.stage === 'cancelled' ? 'Cancelled' : 'Failed';
  return job === undefined || job.state === expected ? [] : [told];
}

/** What does not hold after a story; empty when all is well. */
export function verdictOf(
  story: Story,
  records: ReadonlyMap<Seat, DeviceRecord> | null,
  accounts: ReadonlyMap<number, AccountRecord>,
): string[] {
  if (records === null) return ['something never comes to an end'];
  const wrong = story.overlaps().map((key) => `two hosts submitted ${key} at once`);
  for (const [userId, account] of accounts) {
    const own = [...records].filter(([{ person }]) => person.userId === userId);
    for (const [seat, device] of own) wrong.push(...wrongAt(seat, device, account, story));
    wrong.push(...wrongWithAccount(own, account));
    if (story.isOrderly) {
      // Identities carry the order in which the requests were made.
      const keys = account.jobs.map(({ key }) => key);
      if (keys.join() !== keys.toSorted().join()) wrong.push('requests were accepted out of order');
    }
  }
  return wrong;
}

const generationsOf = ({ intents }: DeviceRecord) =>
  intents.filter(({ kind }) => kind === 'generate');

/** What does not hold between one device and the account of the person at it. */
function wrongAt(
  seat: Seat,
  device: DeviceRecord,
  account: AccountRecord,
  { hasSecondDevice }: Story,
): string[] {
  const wrong: string[] = [];
  const expect = (holds: boolean, otherwise: string) => {
    if (!holds) wrong.push(otherwise);
  };
  const generations = generationsOf(device);
  expect(
    Math.abs(generations.length - (seat.accepted.size - seat.removed.size)) <= seat.unheard,
    `of ${seat.accepted.size} requests ${seat.removed.size} were removed and ${generations.length} are left`,
  );
  for (const row of generations) wrong.push(...wrongWithRow(row, account));
  for (const { id, kind, stage, isLeased } of device.intents) {
    expect(!isLeased, `${kind} ${id} (${stage}) is leased by nobody`);
  }
  // The same works on both sides, with the same bytes, and nothing besides.
  const here = sorted(device.works.map(({ id }) => id));
  const there = sorted(account.works.map(({ id }) => id));
  expect(here === there, `the device shows ${here}, the platform has ${there}`);
  for (const work of device.works) {
    const twin = account.works.find(({ id }) => id === work.id);
    // What was made at another device comes in full size when it is looked at.
    const isHere = work.onDevice !== null || !hasSecondDevice;
    expect(
      !isHere || work.onDevice === work.sha256,
      `the bytes of ${work.id} on the device are wrong`,
    );
    expect(twin === undefined || twin.sha256 === work.sha256, `${work.id} has two checksums`);
    expect(
      twin === undefined || twin.starred === work.starred,
      `${work.id} is starred on one side`,
    );
  }
  expect(
    device.unusedOriginals.length === 0,
    `originals of no work: ${sorted(device.unusedOriginals)}`,
  );
  return wrong;
}

/** What does not hold at the platform; the seats are those of one person. */
function wrongWithAccount(
  seats: readonly (readonly [Seat, DeviceRecord])[],
  account: AccountRecord,
): string[] {
  const wrong: string[] = [];
  const expect = (holds: boolean, otherwise: string) => {
    if (!holds) wrong.push(otherwise);
  };
  // Charges are the successful jobs, each once; what was held for the others went back.
  const finished = account.jobs.filter(({ state }) => state === 'Finished');
  const others = account.jobs.filter(({ state }) => state !== 'Finished');
  for (const { prompt, state } of others) {
    expect(state === 'Failed' || state === 'Cancelled', `${prompt} is ${state} at the platform`);
  }
  const charged = account.charges.map(({ jobId }) => jobId ?? '');
  expect(sorted(charged) === sorted(finished.map(({ id }) => id)), 'charges are not the jobs');
  expect(account.reserved === 0, `${account.reserved} credits are still held`);
  const wishes = new Set(
    seats.flatMap(([{ removed }, device]) => [
      ...generationsOf(device).map(({ id }) => id),
      ...removed,
    ]),
  );
  for (const { id, key } of finished) expect(wishes.has(key), `nobody asked for job ${id}`);
  for (const work of account.works) {
    expect(work.sha256OnDisk === work.sha256, `the bytes of ${work.id} at the platform are wrong`);
  }
  expect(account.unusedFiles.length === 0, `files of nothing: ${sorted(account.unusedFiles)}`);
  return wrong;
}
