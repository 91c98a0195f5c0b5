import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openStorage } from '../../../server/database/connect.ts';
import {
  chooseDataFolder,
  closedFolderOnTheWay,
  databaseIdentity,
} from '../../../server/database/unprivileged.ts';
import { createLog } from '../../../server/log.ts';
import { startPlatform } from '../../../server/platform.ts';
import { temporaryFolder, testConfig } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

// Real processes start here, several times, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

const log = createLog('silent');
const isRoot = process.getuid?.() === 0;
let folder = '';

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('survives what a dead machine leaves: half a database, and a pid that is somebody else now', async () => {
  const data = path.join(folder, 'data');
  await mkdir(path.join(data, 'database.new-1'), { recursive: true });
  const first = await openStorage(testConfig(data), log);
  await first.database.execute(sql`insert into instances (host, pid) values ('here', 1)`);
  await first.stop();
  // The pid of this very process: alive, and no PostgreSQL.
  const pidFile = path.join(data, 'database/postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n${path.join(data, 'database')}\n`);

  const second = await openStorage(testConfig(data), log);
  const { rows } = await second.database.execute(sql`select host from instances`);
  expect(rows).toEqual([{ host: 'here' }]);
  expect((await second.database.execute(sql`show fsync`)).rows).toEqual([{ fsync: 'on' }]);
  expect((await second.database.execute(sql`show listen_addresses`)).rows).toEqual([
    { listen_addresses: '' },
  ]);
  await second.stop();
  expect(await readFile(pidFile, 'utf8').catch(() => 'gone')).toBe('gone');
});

test('a data folder too deep for a socket still works, and a second server on it is refused in words', async () => {
  const data = path.join(folder, 'x'.repeat(60), 'y'.repeat(60));
  const start = () => startPlatform(testConfig(data), [createTestEngine()], log);
  const platform = await start();
  await expect(start()).rejects.toThrow('Another Kiln is running with this data folder');
  // And the first goes on.
  const health = await fetch(`${platform.addresses[0]}/healthz`);
  expect(health.status).toBe(200);
  await platform.stop();
});

test.runIf(isRoot)(
  'under root the database is given to somebody harmless, who has to get there',
  async () => {
    const closed = path.join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const identity = databaseIdentity(path.join(closed, 'data/database'));
    if (!identity) throw new Error('root needs somebody');
    expect(identity.uid).not.toBe(0);
    expect(closedFolderOnTheWay(path.join(closed, 'data'), identity)).toBe(closed);
    expect(closedFolderOnTheWay(path.join(folder, 'data'), identity)).toBe(null);
    expect(chooseDataFolder(closed, true)).toBe('/var/lib/kiln');
    expect(chooseDataFolder(closed, false)).toBe(path.join(closed, 'data'));
    expect(chooseDataFolder(folder, true)).toBe(path.join(folder, 'data'));
    await expect(openStorage(testConfig(path.join(closed, 'data')), log)).rejects.toThrow(
      `can't walk through ${closed}`,
    );
  },
);
