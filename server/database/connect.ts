import path from 'node:path';

import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { startCluster } from './cluster.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Storage {
  database: Database;
  /** A connection of one's own, for advisory locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  isEmbedded: boolean;
  /** Closes the connections and, where it is ours, ends the database. */
  stop(): Promise<void>;
}

/** First halves of our two-part advisory lock numbers. */
export const lockSpaces = { migration: 0x4b11, dataFolder: 0x4b12, instance: 0x4b13 } as const;

const poolSize = 12;

async function runMigrations(client: pg.Client): Promise<void> {
  await client.connect();
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
export async function openStorage(config: Config, log: Log): Promise<Storage> {
  const cluster = config.databaseUrl === null ? await startCluster(config.dataFolder, log) : null;
  const connection: pg.ClientConfig = {
    ...(cluster ? cluster.connection : { connectionString: config.databaseUrl ?? '' }),
    application_name: 'kiln',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
  const pool = new pg.Pool({ ...connection, max: poolSize, statement_timeout: 30_000 });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  try {
    await runMigrations(new pg.Client(connection));
  } catch (error) {
    await pool.end();
    await cluster?.stop();
    throw error;
  }
  return {
    database: drizzle(pool),
    isEmbedded: cluster !== null,
    async connect() {
      const client = new pg.Client(connection);
      await client.connect();
      return client;
    },
    async stop() {
      await pool.end();
      await cluster?.stop();
    },
  };
}
