import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';

import * as contract from '../../src/api/contract/works.ts';
import type { Database } from '../database/connect.ts';
import { files, works } from '../database/schema.ts';
import type { FileStore } from '../files/store.ts';
import type { Mount } from '../http/mount.ts';
import { changeWorks } from './change.ts';
import { mountChanges } from './changes.ts';
import { mountCopies } from './copies.ts';
import { describeWorks, selectWorks } from './describe.ts';
import { mountMarks } from './marks.ts';
import type { Retention } from './retention.ts';

export interface WorksDependencies {
  database: Database;
  store: FileStore;
  retention: Retention;
}

export function mountWorks(mount: Mount, dependencies: WorksDependencies): void {
  const { database, store, retention } = dependencies;

  mount(contract.worksCount, async ({ user }) => {
    const [row] = await database
      .select({ data: count() })
      .from(works)
      .where(eq(works.userId, user.id));
    return { data: row?.data ?? 0 };
  });

  mount(contract.listWorks, async ({ user, body }) => {
    const rows = await selectWorks(database)
      .where(eq(works.userId, user.id))
      .orderBy(body.order === 'ASC' ? asc(works.seq) : desc(works.seq))
      .limit(body.page_size)
      .offset((body.page_number - 1) * body.page_size);
    return { data: await describeWorks(database, rows, retention) };
  });

  mount(contract.deleteWorks, async ({ user, body }) => {
    const removed = await changeWorks(database, user.id, async (transaction) => {
      const gone = await transaction
        .delete(works)
        .where(and(eq(works.userId, user.id), inArray(works.id, body.image_ids)))
        .returning({ fileId: works.fileId });
      if (gone.length === 0) return { count: 0, files: [] };
      const ids = gone.map((row) => row.fileId);
      const rows = await transaction.delete(files).where(inArray(files.id, ids)).returning();
      return { count: gone.length, files: rows };
    });
    // After the commit: a file without a row is swept, a row without a file would be a broken picture.
    await store.remove(removed.files);
    return { data: { deleted: removed.count } };
  });

  mountMarks(mount, database);
  mountChanges(mount, dependencies);
  mountCopies(mount, dependencies);

  mount(contract.log, ({ body, log, header }) => {
    const text = typeof body.log === 'string' ? body.log : JSON.stringify(body.log);
    log.warn(
      { device: text.slice(0, 4_000), agent: header('User-Agent')?.slice(0, 200) },
      'a device reports',
    );
    return { status: true as const };
  });
}
