import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, openSync, closeSync } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import type { Log } from '../log.ts';
import { preparePostgres } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { closedFolderOnTheWay, databaseIdentity } from './unprivileged.ts';
import type { Identity } from './unprivileged.ts';

/** A running embedded PostgreSQL. */
export interface Cluster {
  connection: { host: string; port: number; user: string; database: string };
  /** Ends it in order; connections must be closed before. */
  stop(): Promise<void>;
}

const user = 'kiln';
const database = 'kiln';
const port = 5432;
const startWithinMs = 120_000;
const stopWithinMs = 20_000;
/** sockaddr_un holds 108 bytes with the closing zero; PostgreSQL adds its file name. */
const socketPathMaxBytes = 107;

/** Two cores and little memory; durability untouched (fsync and synchronous_commit stay on). */
const settings: Record<string, string> = {
  listen_addresses: '',
  port: String(port),
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Backups of a running database need it.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  max_worker_processes: '2',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
  jit: 'off',
  idle_in_transaction_session_timeout: '60s',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
};

/** A number in a left-over pid file may belong to any other program by now, or to a zombie. */
async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  // Without /proc (macOS) PostgreSQL's own check of its shared memory decides.
  return commandLine === null ? !existsSync('/proc/self') : commandLine.includes('postgres');
}

/** The process that runs the database of a folder; null when none does. */
export async function runningPostmaster(folder: string): Promise<number | null> {
  const file = path.join(folder, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!(pid > 1)) return null;
  if (await isPostgres(pid)) return pid;
  // PostgreSQL itself takes a number that lives again for a running server, and would refuse to start.
  await rm(file, { force: true });
  return null;
}

async function ownedFolder(folder: string, mode: number, identity: Identity | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode });
  const stats = await lstat(folder);
  const uid = identity?.uid ?? process.getuid?.() ?? 0;
  if (!stats.isDirectory()) throw new Error(`${folder} is in the way: it is not a folder.`);
  if (identity && stats.uid === 0) await chown(folder, identity.uid, identity.gid);
  else if (stats.uid !== uid) {
    throw new Error(
      `${folder} belongs to another user (${stats.uid}). Start Kiln as that user, or choose ` +
        'another data folder with KILN_DATA.',
    );
  }
  await chmod(folder, mode);
}

function socketFolder(dataFolder: string): string {
  const near = path.join(dataFolder, 'run');
  const name = `.s.PGSQL.${port}.lock`;
  if (Buffer.byteLength(path.join(near, name)) <= socketPathMaxBytes) return near;
  const id = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir();
  return path.join(base, `kiln-${id}`);
}

/** How the running database of a data folder is reached. */
export const clusterConnection = (dataFolder: string): Cluster['connection'] => ({
  host: socketFolder(dataFolder),
  port,
  user,
  database,
});

/** Runs a program to its end as the given user; its words are in the error when it fails. */
function runToEnd(program: string, args: string[], identity: Identity | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      ...(identity && { uid: identity.uid, gid: identity.gid }),
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(program)} failed: ${words.trim().slice(-2_000)}`));
    });
  });
}

/** Made beside its place and renamed: a start that dies half-way leaves nothing that looks whole. */
async function createCluster(
  folder: string,
  binaries: PostgresBinaries,
  identity: Identity | null,
): Promise<void> {
  const fresh = `${folder}.new-${process.pid}`;
  // What earlier starts left half done.
  for (const name of await readdir(path.dirname(folder))) {
    if (!name.startsWith(`${path.basename(folder)}.new-`)) continue;
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
  }
  await ownedFolder(fresh, 0o700, identity);
  const args = ['-D', fresh, '-U', user, '-E', 'UTF8', '--auth=trust', '--no-instructions'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  await runToEnd(binaries.initdb, [...args, ...locale], identity);
  await rename(fresh, folder);
}

async function answers(host: string): Promise<boolean> {
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
    return true;
  } catch {
    // Not there yet, recovering, shutting down, or another start just made the database.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function launch(
  folder: string,
  sockets: string,
  logFile: string,
  binaries: PostgresBinaries,
  identity: Identity | null,
): Promise<number> {
  const output = openSync(logFile, 'a', 0o600);
  const options = { ...settings, unix_socket_directories: sockets };
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      folder,
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: '/',
      // In a group of its own: Ctrl-C in the terminal must not end it before our last transaction.
      detached: true,
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      ...(identity && { uid: identity.uid, gid: identity.gid }),
    },
  );
  closeSync(output);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      if (child.pid === undefined) reject(new Error('PostgreSQL did not start'));
      else resolve(child.pid);
    });
  });
}

async function lastWords(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}

/**
 * Starts the database of a data folder, creating it at the first start, or goes on with the one that an
 * ended server left running.
 */
export async function startCluster(dataFolder: string, log: Log): Promise<Cluster> {
  const folder = path.join(dataFolder, 'database');
  const identity = databaseIdentity(folder);
  if (identity) {
    const closed = closedFolderOnTheWay(dataFolder, identity);
    if (closed !== null) {
      throw new Error(
        `The embedded database runs as user "${identity.name}", because PostgreSQL refuses root, and ` +
          `that user can't walk through ${closed}. Choose another folder with KILN_DATA (such as ` +
          '/var/lib/kiln), or set DATABASE_URL.',
      );
    }
  }
  const sockets = socketFolder(dataFolder);
  const logFile = path.join(dataFolder, 'database.log');
  await ownedFolder(sockets, 0o700, identity);

  let pid = await runningPostmaster(folder);
  let isFresh = false;
  if (pid !== null) log.info({ pid }, 'going on with the running database');

  const giveUpAt = Date.now() + startWithinMs;
  while (pid === null || !(await answers(sockets))) {
    if (pid === null || !(await isPostgres(pid))) {
      // One that was found may have been shutting down; one that we started must stay.
      if (isFresh && !(await answers(sockets))) {
        throw new Error(`The embedded database ended at its start:\n${await lastWords(logFile)}`);
      }
      pid = await startFresh();
      isFresh = true;
    }
    if (Date.now() > giveUpAt) {
      throw new Error(`The embedded database does not answer:\n${await lastWords(logFile)}`);
    }
    await sleep(25);
  }
  const running = pid;
  return {
    connection: { host: sockets, port, user, database },
    async stop() {
      if (!(await isPostgres(running))) return;
      process.kill(running, 'SIGINT');
      const stopBy = Date.now() + stopWithinMs;
      while ((await isPostgres(running)) && Date.now() < stopBy) await sleep(20);
    },
  };

  async function startFresh(): Promise<number> {
    const binaries = await preparePostgres(dataFolder, identity);
    if (!existsSync(path.join(folder, 'PG_VERSION'))) {
      log.info({ folder }, 'creating the database');
      await createCluster(folder, binaries, identity);
    }
    await truncate(logFile).catch(() => undefined);
    return launch(folder, sockets, logFile, binaries, identity);
  }
}
