import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import type { Log } from '../log.ts';
import { startCluster } from './cluster.ts';
import { lockDataFolder, lockSpaces } from './folder-lock.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Storage {
  database: Database;
  /** A connection of one's own, for advisory locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  /** Closes the connections and, where it is ours, ends the database. */
  stop(): Promise<void>;
}

/** Where the rows are: a database of one's own, or else a cluster in the data folder. */
export interface StorageConfig {
  databaseUrl: string | null;
  dataFolder: string;
}

const poolSize = 12;

async function runMigrations(client: pg.Client): Promise<void> {
  try {
    // Two servers that start together must not both migrate. Ending the connection gives the lock back.
    await client.query('select pg_advisory_lock($1, 0)', [lockSpaces.migration]);
    await client.query("set client_min_messages to 'warning'");
    await migrate(drizzle(client), {
      migrationsFolder: path.join(import.meta.dirname, 'migrations'),
    });
  } finally {
    await client.end();
  }
}

/** Starts or reaches the database and brings it to this version's schema. */
export async function openStorage(config: StorageConfig, log: Log): Promise<Storage> {
  const cluster = config.databaseUrl === null ? await startCluster(config.dataFolder, log) : null;
  const connection: pg.ClientConfig = {
    ...(cluster ? cluster.connection : { connectionString: config.databaseUrl ?? '' }),
    application_name: 'kiln',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(connection);
    // Without a listener a connection that breaks would end the process.
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
    await client.connect();
    return client;
  }
  // Before anything that could harm another server, its database above all.
  const lock = cluster ? await lockDataFolder(connect, log) : null;
  const pool = new pg.Pool({ ...connection, max: poolSize, statement_timeout: 30_000 });
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));

  async function stop(): Promise<void> {
    await pool.end();
    await lock?.release();
    await cluster?.stop();
  }
  try {
    await runMigrations(await connect());
  } catch (error) {
    await stop();
    throw error;
  }
  return { database: drizzle(pool), connect, stop };
}
