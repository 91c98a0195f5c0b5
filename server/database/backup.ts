import { constants } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

import pg from 'pg';

import { clusterConnection, runningPostmaster } from './cluster.ts';

/** Of the data folder, what can be made again, or belongs to one run. */
const madeAgain = new Set(['thumbnails', 'renditions', 'incoming', 'run', 'postgres']);
/** Of the database's folder, what belongs to one run; PostgreSQL's documentation, 25.3.4.2. */
const ofOneRun = /^(postmaster\.pid|postmaster\.opts|pg_internal\.init.*|pgsql_tmp.*)$/;
const emptied = new Set(['pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots']);
const databaseFolder = 'database';
/** While it is there, the platform removes no file: rows of the backup may name it. */
export const backupMark = 'backing-up';

export interface BackedUp {
  files: number;
  bytes: number;
  /** Whether the platform's database was running. */
  wasRunning: boolean;
}

const isThere = (file: string): Promise<boolean> =>
  access(file, constants.F_OK).then(
    () => true,
    () => false,
  );

/** Copies a tree with owners and modes; what is gone when its turn comes is left out. */
async function copyTree(
  from: string,
  to: string,
  leave: (name: string, relative: string) => boolean,
  tell: (bytes: number) => void,
  relative = '',
): Promise<void> {
  const stats = await lstat(from).catch(() => null);
  if (!stats) return;
  if (stats.isSymbolicLink()) {
    await symlink(await readlink(from), to).catch(() => undefined);
    return;
  }
  if (stats.isDirectory()) {
    await mkdir(to, { recursive: true });
    await chmod(to, stats.mode);
    await lchown(to, stats.uid, stats.gid).catch(() => undefined);
    for (const name of await readdir(from)) {
      const below = path.join(relative, name);
      if (leave(name, below)) continue;
      await copyTree(path.join(from, name), path.join(to, name), leave, tell, below);
    }
    return;
  }
  // Sockets and the like are of one run.
  if (!stats.isFile()) return;
  const known = await lstat(to).catch(() => null);
  // Files of works never change under their names.
  if (known?.size === stats.size && relative.startsWith('files')) return;
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await chmod(to, stats.mode);
  await lchown(to, stats.uid, stats.gid).catch(() => undefined);
  tell(stats.size);
}

/**
 * Copies an embedded database, running or not, as PostgreSQL's documentation has it (25.3.4, low-level backups): what is
 * written meanwhile is in the log that is copied last, from which the copy is made whole at its first start.
 */
async function copyDatabase(
  dataFolder: string,
  target: string,
  tell: (bytes: number) => void,
): Promise<boolean> {
  const from = path.join(dataFolder, databaseFolder);
  const to = path.join(target, databaseFolder);
  const isRunning = (await runningPostmaster(from)) !== null;
  const leave = (name: string, relative: string) => {
    const [first = '', second] = relative.split(path.sep);
    if (ofOneRun.test(name) || (emptied.has(first) && second !== undefined)) return true;
    return isRunning && first === 'pg_wal' && second !== undefined;
  };
  if (!isRunning) {
    await copyTree(from, to, leave, tell);
    return false;
  }
  const client = new pg.Client(clusterConnection(dataFolder));
  await client.connect();
  try {
    // Temporary: it keeps what was written since, however long this lasts, and goes with the connection.
    await client.query("select pg_create_physical_replication_slot('kiln_backup', true, true)");
    await client.query("select pg_backup_start('kiln', true)");
    await copyTree(from, to, leave, tell);
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop(false)',
    );
    const { labelfile = '', spcmapfile = '' } = rows[0] ?? {};
    await writeFile(path.join(to, 'backup_label'), labelfile, { mode: 0o600 });
    if (spcmapfile !== '') await writeFile(path.join(to, 'tablespace_map'), spcmapfile);
    const { uid, gid } = await lstat(path.join(from, 'PG_VERSION'));
    await lchown(path.join(to, 'backup_label'), uid, gid);
    await copyTree(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), () => false, tell, 'pg_wal');
  } finally {
    await client.end();
  }
  return true;
}

/**
 * Copies a data folder with its embedded database, while the platform runs or not: every row's file is in it, because
 * files are copied before and after the database, and none is removed meanwhile.
 * @param target a folder that is not there yet
 * @throws an error with a sentence for people
 */
export async function backUp(dataFolder: string, target: string): Promise<BackedUp> {
  if (await isThere(target)) throw new Error(`${target} is there already: name another folder.`);
  const inside = path.relative(dataFolder, target);
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) {
    throw new Error('A backup inside the data folder would be lost with it: name another folder.');
  }
  if (!(await isThere(path.join(dataFolder, databaseFolder, 'PG_VERSION')))) {
    throw new Error(`${dataFolder} holds no embedded database.`);
  }
  const partial = `${target}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o755 });
  const mark = path.join(dataFolder, backupMark);
  let files = 0;
  let bytes = 0;
  const tell = (size: number) => {
    files += 1;
    bytes += size;
  };
  const plain = (_name: string, relative: string) => {
    const [first = ''] = relative.split(path.sep);
    return first === databaseFolder || first === backupMark || madeAgain.has(first);
  };
  await writeFile(mark, new Date().toISOString());
  try {
    await copyTree(dataFolder, partial, plain, tell);
    const wasRunning = await copyDatabase(dataFolder, partial, tell);
    // What came while the database was copied.
    await copyTree(dataFolder, partial, plain, tell);
    await rename(partial, target);
    return { files, bytes, wasRunning };
  } finally {
    await rm(mark, { force: true });
  }
}

/**
 * Puts a backup where a data folder is to be. What is there is put aside, not overwritten.
 * @returns where the former data folder is now; null where there was none
 * @throws an error with a sentence for people
 */
export async function restore(backup: string, dataFolder: string): Promise<string | null> {
  if (!(await isThere(path.join(backup, databaseFolder, 'PG_VERSION')))) {
    throw new Error(`${backup} is no backup of a Kiln.`);
  }
  if ((await runningPostmaster(path.join(dataFolder, databaseFolder))) !== null) {
    throw new Error('Kiln is running with this data folder. Stop it first.');
  }
  let aside: string | null = null;
  if (await isThere(dataFolder)) {
    aside = `${dataFolder}.before-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`;
    await rename(dataFolder, aside);
  }
  await copyTree(
    backup,
    dataFolder,
    () => false,
    () => undefined,
  );
  return aside;
}

/** Whether a backup is being made now. One that was cut off is forgotten after a day. */
export async function isBackingUp(dataFolder: string): Promise<boolean> {
  const since = await readFile(path.join(dataFolder, backupMark), 'utf8').catch(() => '');
  return Date.now() - Date.parse(since) < 86_400_000;
}
