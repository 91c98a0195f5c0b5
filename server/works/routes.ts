import { addWork } from '../../src/api/contract/own-works.ts';
import * as sync from '../../src/api/contract/sync.ts';
import * as contract from '../../src/api/contract/works.ts';
import {
  deviceLogKeptCharacters,
  deviceLogMaxBytes,
  deviceLogMaxDepth,
} from '../../src/domain/limits.ts';
import type { Database } from '../database/connect.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Mount } from '../http/mount.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { setBinned } from './bin.ts';
import type { NoteBinned } from './bin.ts';
import { changesSince } from './changes.ts';
import { acknowledgeCopies, releaseCopies } from './copies.ts';
import { describeWorks } from './describe.ts';
import type { Describing } from './describe.ts';
import { keepOwnWork } from './own-works.ts';
import { rateWorks } from './ratings.ts';
import { deleteWorks, pageOfWorks, worksOf } from './service.ts';

export interface WorksDependencies extends Describing {
  database: Database;
  store: FileStore;
  limits: RateLimits;
  /** Where the person's albums stand, told with the works so that nobody has to ask. */
  albumsCursor: (userId: number) => Promise<string | null>;
  noteBinned: NoteBinned;
}

export function mountWorks(mount: Mount, dependencies: WorksDependencies): void {
  const { database, store, retention, addresses, limits, albumsCursor, noteBinned } = dependencies;
  const describing = { retention, addresses };

  mount(contract.worksCount, async ({ user }) => ({ data: await worksOf(database, user.id) }));

  mount(contract.listWorks, async ({ user, body }) => {
    const rows = await pageOfWorks(database, user.id, body);
    return { data: await describeWorks(database, rows, describing) };
  });

  mount(addWork, async ({ user, body }) => ({
    data: await keepOwnWork({ database, store, describing }, user.id, body),
  }));

  mount(contract.deleteWorks, async ({ user, body }) => ({
    data: { deleted: await deleteWorks(database, store, user.id, body.image_ids) },
  }));

  mount(contract.binWorks, ({ user, body }) =>
    setBinned(database, user.id, body, true, noteBinned),
  );

  mount(contract.restoreWorks, ({ user, body }) =>
    setBinned(database, user.id, body, false, noteBinned),
  );

  mount(contract.favouriteWorks, ({ user, body }) =>
    rateWorks(database, user.id, body, 'starredAt', { starred: body.starred === 1 }),
  );

  mount(contract.rateWorks, ({ user, body }) =>
    rateWorks(database, user.id, body, 'ratedAt', { rating: body.rating }),
  );

  mount(sync.worksChanges, async ({ user, body }) => ({
    data: {
      ...(await changesSince(database, describing, user.id, body)),
      albums: await albumsCursor(user.id),
    },
  }));

  mount(sync.acknowledgeWorks, async ({ user, body }) => ({
    data: { acknowledged: await acknowledgeCopies(database, user.id, body) },
  }));

  mount(sync.releaseWorks, async ({ user, body }) => ({
    data: { works: await releaseCopies(database, retention, user.id, body) },
  }));

  mount(
    contract.log,
    async ({ body, log, header, network }) => {
      await limits.deviceLog(network);
      const text = typeof body.log === 'string' ? body.log : JSON.stringify(body.log);
      log.warn(
        {
          device: text.slice(0, deviceLogKeptCharacters),
          agent: header('User-Agent')?.slice(0, 200),
        },
        'a device reports',
      );
      return { status: true as const };
    },
    { bodyLimitBytes: deviceLogMaxBytes, bodyMaxDepth: deviceLogMaxDepth },
  );
}
