import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import type { Storage } from '../database/connect.ts';
import { listen } from '../database/listen.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import { defaultSettings, differences, readSettings } from './form.ts';
import {
  addSettings,
  latestSettings,
  readVersion,
  readVersions,
  settingsChannel,
} from './store.ts';

/** The deployment's settings as they are now; a change anywhere is here within moments. */
export interface Settings {
  current(): DeploymentSettings;
  /** 0 while nobody has changed anything. */
  version(): number;
  /**
   * Sets all of them, in every process.
   * @param after the version that was changed
   * @throws Problem 409 when it is not the newest any more
   */
  change(after: number, settings: DeploymentSettings, userId: number): Promise<void>;
  /** Who made which version when, the newest first. */
  versions(page: { limit: number; offset: number }): Promise<{
    rows: { version: number; userId: number | null; createdAt: Date }[];
    total: number;
  }>;
  /** The settings as they were; 0 is the defaults. @throws Problem 404 */
  at(version: number): Promise<DeploymentSettings>;
  stop(): Promise<void>;
}

/**
 * Reads the settings and follows them from then on.
 * @throws when what is stored can't be understood
 */
export async function openSettings(storage: Storage, log: Log): Promise<Settings> {
  const { database } = storage;
  let known = { version: 0, settings: defaultSettings };

  async function read(): Promise<void> {
    const latest = await latestSettings(database);
    // An answer that is late must not take back a newer one.
    if (!latest || latest.version <= known.version) return;
    known = { version: latest.version, settings: readSettings(latest.value) };
    log.info({ version: latest.version }, 'settings read');
  }

  const follow = (): void => {
    read().catch((error: unknown) => log.error({ err: error }, 'new settings could not be read'));
  };
  // Listening before reading: a change in between is told, and read once more.
  const listener = await listen(storage, log, {
    channels: [settingsChannel],
    onNotification: follow,
    onReconnected: follow,
  });
  try {
    await read();
  } catch (error) {
    await listener.stop();
    throw error;
  }

  return {
    current: () => known.settings,
    version: () => known.version,
    async change(after, settings, userId) {
      const value = differences(settings);
      if (!(await addSettings(database, { after, value, userId }))) {
        throw new Problem(409, 'conflict', 'Somebody else has changed the settings meanwhile');
      }
      await read();
    },
    versions: (page) => readVersions(database, page),
    async at(version) {
      if (version === 0) return defaultSettings;
      const value = await readVersion(database, version);
      if (!value) throw notFound('Version');
      return readSettings(value);
    },
    stop: () => listener.stop(),
  };
}
