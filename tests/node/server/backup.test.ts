import { access, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';

import { backUp, isBackingUp, restore } from '../../../server/database/backup.ts';
import { createLog } from '../../../server/log.ts';
import { startPlatform } from '../../../server/platform.ts';
import { startTestPlatform, temporaryFolder, testConfig } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const folders: string[] = [];
const fresh = async () => {
  const folder = await temporaryFolder();
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Somebody who makes works and deletes some of them until told otherwise. */
async function keepBusy(platform: TestPlatform, person: Person, isOver: () => boolean) {
  for (let at = 0; !isOver(); at += 1) {
    const { body } = await platform.generate(person, `jar ${at}`);
    await platform.ended(person, body.id);
    if (at % 3 !== 2) continue;
    const { body: list } = await platform.call('POST', '/api/v2/get_generate_works', {
      person,
      body: { page: 1, per_page: 1 },
    });
    const image_ids = (list.data?.data ?? []).map((work: { image_id: string }) => work.image_id);
    if (image_ids.length > 0) {
      await platform.call('POST', '/api/v2/works_delete', { person, body: { image_ids } });
    }
  }
}

test('a backup that is made while everybody works is restored with books, works and files that agree', async () => {
  const platform = await startTestPlatform(createTestEngine({ concurrency: 4 }));
  const folder = await fresh();
  const target = path.join(folder, 'backup');
  try {
    const people = await Promise.all(Array.from({ length: 4 }, () => platform.register(1_000)));
    let isOver = false;
    const work = people.map((person) => keepBusy(platform, person, () => isOver));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const copying = backUp(platform.dataFolder, target);
    await expect.poll(() => isBackingUp(platform.dataFolder)).toBe(true);
    const made = await copying;
    expect(made.wasRunning).toBe(true);
    expect(made.files).toBeGreaterThan(100);
    expect(await isBackingUp(platform.dataFolder)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 300));
    isOver = true;
    await Promise.all(work);
    await expect(backUp(platform.dataFolder, target)).rejects.toThrow('there already');
    const within = path.join(platform.dataFolder, 'backup');
    await expect(backUp(platform.dataFolder, within)).rejects.toThrow('inside the data folder');
    await expect(restore(target, platform.dataFolder)).rejects.toThrow('Kiln is running');
  } finally {
    await platform.stop();
  }

  const dataFolder = path.join(folder, 'data');
  await mkdir(dataFolder);
  const aside = await restore(target, dataFolder);
  expect(aside).toContain('.before-');
  const log = createLog('silent');
  const restored = await startPlatform(testConfig(dataFolder), [createTestEngine()], log);
  try {
    const { database } = restored.storage;
    const { rows: books } = await database.execute<Record<string, string>>(sql`
      select balance, reserved,
        (select coalesce(sum(remaining), 0) from credit_lots where user_id = a.user_id) as lots,
        (select coalesce(sum(change), 0) from ledger where user_id = a.user_id) as changes
      from credit_accounts a`);
    expect(books.length).toBeGreaterThanOrEqual(4);
    for (const { balance, lots, changes } of books) {
      expect([Number(lots), Number(changes)]).toEqual([Number(balance), Number(balance)]);
    }
    const { rows: files } = await database.execute<{ id: string; extension: string }>(sql`
      select id, extension from files`);
    expect(files.length).toBeGreaterThan(4);
    const missing: string[] = [];
    for (const { id, extension } of files) {
      const file = path.join(dataFolder, 'files', id.slice(0, 2), `${id}.${extension}`);
      await access(file).catch(() => missing.push(id));
    }
    expect(missing).toEqual([]);
    const { rows: charged } = await database.execute<{ wrong: string }>(sql`
      select count(*) as wrong from jobs where state = 'Finished'
        and (select count(*) from ledger where job_id = jobs.id and type_detail = 51) <> 1`);
    expect(Number(charged[0]?.wrong)).toBe(0);
  } finally {
    await restored.stop();
  }
  await expect(restore(folder, dataFolder)).rejects.toThrow('no backup');
});

test('a data folder is backed up while nothing runs, too', async () => {
  const platform = await startTestPlatform(createTestEngine());
  const { dataFolder } = platform;
  const person = await platform.register(70);
  const keep = await fresh();
  // As it stays when the platform was stopped.
  const copy = path.join(keep, 'stopped');
  await platform.restart(createTestEngine());
  await platform.database.execute(sql`checkpoint`);
  await backUp(dataFolder, copy);
  await platform.stop();
  const again = path.join(keep, 'again');
  const made = await backUp(copy, again);
  expect(made.wasRunning).toBe(false);
  const log = createLog('silent');
  const restored = await startPlatform(testConfig(again), [createTestEngine()], log);
  const { rows } = await restored.storage.database.execute<{ balance: number }>(sql`
    select balance from credit_accounts where user_id = ${person.uid}`);
  await restored.stop();
  expect(rows[0]?.balance).toBe(70);
});
