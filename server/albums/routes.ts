import { albumsChanges } from '../../src/api/contract/album-changes.ts';
import * as contract from '../../src/api/contract/albums.ts';
import type { Database } from '../database/connect.ts';
import type { Mount } from '../http/mount.ts';
import { albumChangesSince, changeAlbums, collectWorks } from './service.ts';

export function mountAlbums(mount: Mount, database: Database): void {
  mount(contract.changeAlbums, async ({ user, body }) => ({
    data: await changeAlbums(database, user.id, body),
  }));

  mount(contract.collectWorks, async ({ user, body }) => ({
    data: await collectWorks(database, user.id, body),
  }));

  mount(albumsChanges, async ({ user, body }) => ({
    data: await albumChangesSince(database, user.id, body),
  }));
}
