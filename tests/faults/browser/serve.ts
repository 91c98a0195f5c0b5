/**
 * The platform with a quick engine as a process of its own, so that the harness can kill it, and look into its
 * database and its disk. Arguments: data folder, folder of the built app, port.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import path from 'node:path';

import { and, eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';

import { creditAccounts, ledger } from '../../../server/credits/tables.ts';
import { files, uploads } from '../../../server/files/tables.ts';
import { jobs } from '../../../server/queue/tables.ts';
import { works } from '../../../server/works/tables.ts';
import { openFileStore } from '../../../server/files/file-store.ts';
import { createLog } from '../../../server/log.ts';
import { startPlatform } from '../../../server/platform.ts';
import { ledgerTypeDetails } from '../../../src/domain/credits.ts';
import { fillGallery, type PlantedPicture } from '../../fixtures/full-gallery.ts';
import { makePerson as makeAccount, testConfig } from '../../node/server/fixtures/platform.ts';
import { createTestEngine } from '../../node/server/fixtures/test-engine.ts';
import type { HeldRun } from '../../node/server/fixtures/test-engine.ts';
import type { AccountRecord, Answer, Person, Question } from './messages.ts';

const [, , dataFolder = '', staticFolder = '', port = '0'] = process.argv;
const log = createLog(process.env.KILN_LOG_LEVEL ?? 'silent');
const startCredits = 100_000;
const config = testConfig(dataFolder, { staticFolder, port: Number(port) });
const engine = createTestEngine({ concurrency: 4 });
const platform = await startPlatform(config, [engine], log);
const { database } = platform.storage;
const store = await openFileStore(dataFolder, log);

async function makePerson(): Promise<Person> {
  const { uid, headers } = await makeAccount(database, startCredits);
  const { userKey = '', userToken = '' } = headers;
  return { userId: uid, userKey, userToken };
}

async function hashOnDisk(file: { id: string; extension: string }): Promise<string | null> {
  const bytes = await readFile(store.pathOf(file)).catch(() => null);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

async function readAccount(userId: number): Promise<AccountRecord> {
  const [account] = await database
    .select()
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, userId));
  const jobRows = await database
    .select()
    .from(jobs)
    .where(eq(jobs.userId, userId))
    .orderBy(jobs.seq);
  const workRows = await database
    .select({ work: works, file: files })
    .from(works)
    .innerJoin(files, eq(files.id, works.fileId))
    .where(eq(works.userId, userId));
  const moves = await database
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.userId, userId),
        inArray(ledger.typeDetail, [
          ledgerTypeDetails.generationCharged,
          ledgerTypeDetails.generationReturned,
        ]),
      ),
    );
  const own = await database
    .select({ file: files, upload: uploads.fileId, work: works.id })
    .from(files)
    .leftJoin(uploads, eq(uploads.fileId, files.id))
    .leftJoin(works, eq(works.fileId, files.id))
    .where(eq(files.userId, userId));
  const of = (detail: number) =>
    moves
      .filter(({ typeDetail }) => typeDetail === detail)
      .map(({ jobId, amount }) => ({ jobId, amount }));
  return {
    jobs: jobRows.map((job) => ({
      id: job.id,
      key: job.idempotencyKey,
      prompt: job.prompt,
      state: job.state,
      seq: job.seq,
      outputs: job.outputs,
      createdAtMs: job.createdAt.getTime(),
    })),
    works: await Promise.all(
      workRows.map(async ({ work, file }) => ({
        id: work.id,
        jobId: work.jobId,
        sha256: file.sha256,
        sha256OnDisk: await hashOnDisk(file),
        starred: work.starred,
      })),
    ),
    balance: account?.balance ?? 0,
    reserved: account?.reserved ?? 0,
    charges: of(ledgerTypeDetails.generationCharged),
    returns: of(ledgerTypeDetails.generationReturned),
    unusedFiles: own
      .filter(({ upload, work }) => upload === null && work === null)
      .map(({ file }) => file.id),
  };
}

/** Files on the disk that no row knows. */
async function findOrphans(): Promise<string[]> {
  const names = await readdir(path.join(dataFolder, 'files'), { recursive: true });
  const ids = names.filter((name) => /\.\w+$/.test(name)).map((name) => path.parse(name).name);
  const known = new Set((await database.select({ id: files.id }).from(files)).map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

async function hold(isHeld: boolean): Promise<void> {
  if (!engine.hold && isHeld) void finishHeldRuns();
  engine.hold = isHeld;
  if (!isHeld) released.resolve();
}

let released = Promise.withResolvers<void>();

/** Lets go of the runs that were held, once nothing is to be held any more. */
async function finishHeldRuns(): Promise<void> {
  const waiting: HeldRun[] = [];
  let isReleased = false;
  void released.promise.then(() => {
    isReleased = true;
    for (const run of waiting) run.finish();
    released = Promise.withResolvers<void>();
  });
  while (!isReleased) {
    const run = await engine.nextRun();
    if (isReleased) run.finish();
    else waiting.push(run);
  }
}

async function insertLoop(forMs: number): Promise<number> {
  const client = await platform.storage.connect();
  try {
    await client.query('create table bare (id uuid primary key, user_id bigint, body jsonb)');
    const body = JSON.stringify({ input: { prompt: 'a vase' }, model: 'test-painter' });
    const startedAtMs = performance.now();
    let rows = 0;
    for (; performance.now() - startedAtMs < forMs; rows += 1) {
      await client.query({
        name: 'bare-insert',
        text: 'insert into bare values ($1, $2, $3)',
        values: [randomUUID(), rows, body],
      });
    }
    const seconds = (performance.now() - startedAtMs) / 1_000;
    await client.query('drop table bare');
    return rows / seconds;
  } finally {
    await client.end();
  }
}

/** Forty pictures of several shapes, which the works show by turns. */
async function plantGallery(count: number): Promise<void> {
  const { uid } = await makeAccount(database, startCredits);
  const pictures: PlantedPicture[] = [];
  for (let number = 0; number < 40; number += 1) {
    const [width, height] =
      number % 3 === 0 ? [832, 1216] : number % 3 === 1 ? [1216, 832] : [1024, 1024];
    const spots = Array.from(
      { length: 60 },
      (_, spot) =>
        `<circle cx="${(spot * 173 + number * 59) % width}" cy="${(spot * 337 + number * 31) % height}" r="${40 + ((spot * 29) % 120)}" fill="hsl(${(spot * 37 + number * 23) % 360} 60% ${20 + (spot % 50)}%)" />`,
    );
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${spots.join('')}</svg>`;
    const id = randomUUID();
    await store.write({ id, extension: 'webp' }, await sharp(Buffer.from(drawn)).webp().toBuffer());
    pictures.push({ id, width, height });
  }
  await fillGallery(database, uid, count, pictures);
}

function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'person':
      return makePerson();
    case 'account':
      return readAccount(question.userId);
    case 'count':
      return database.$count(jobs, eq(jobs.userId, question.userId));
    case 'orphans':
      return findOrphans();
    case 'hold':
      return hold(question.isHeld);
    case 'inserts':
      return insertLoop(question.forMs);
    case 'gallery':
      return plantGallery(question.works);
  }
}

function send(message: Answer): void {
  if (process.connected) process.send?.(message);
}

process.on('message', (question: Question) => {
  const { id } = question;
  answer(question).then(
    (value) => send({ id, value }),
    (error: unknown) => send({ id, error: String(error) }),
  );
});
process.on('SIGTERM', () => void platform.stop().then(() => process.exit(0)));
// Whoever started it is gone.
process.on('disconnect', () => process.exit(1));
send({ ready: platform.addresses[0] ?? '' });
// It will be killed, and the next one need not compile all again.
flushCompileCache();
