import { expose } from 'comlink';
import { onChanges } from '../../src/db/changes.ts';
import { databaseName } from '../../src/db/schema.ts';
import type { WorkEntry } from '../../src/domain/work-entry.ts';
import {
  listAllWorkIds,
  listMarkedWorks,
  readSearchRows,
  readSearchRowsBetween,
  type SearchRow,
} from '../../src/db/works/search-rows.ts';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';
import type { SearchRequest, SearchWorker } from './contract.ts';
import { readCollections } from './collections.ts';
import { PromptIndex } from './prompt-index.ts';

/** Rows of one reading: a cut between two of them lets a search in. */
const rowsAtOnce = 2_000;
/** While a sync brings thousands of works, their prompts need not be there within the second. */
const readAgainMs = 500;

interface Watched {
  owner: UserKey;
  index: PromptIndex;
  onChange: () => void;
  /** The reading under way, or the last one. */
  read: Promise<void>;
  stop: () => void;
}

let watched: Watched | null = null;

/** Brings the index to what the database says now. @returns whether anything was new */
async function refresh(owner: UserKey, index: PromptIndex): Promise<boolean> {
  const [all, marks, collections] = await Promise.all([
    listAllWorkIds(owner),
    listMarkedWorks(owner),
    readCollections(owner),
  ]);
  index.setCollections(collections);
  const shown = new Set(all);
  let isNew = index.keepOnly(shown) > 0;
  const missing = [...shown].filter((id) => !index.has(id)).toSorted();
  // Where most are missing nearly all that lies between two of them is wanted.
  const isDense = missing.length > shown.size / 2;
  for (let at = 0; at < missing.length; at += rowsAtOnce) {
    const ids = missing.slice(at, at + rowsAtOnce);
    const [first, last] = [ids[0], ids.at(-1)];
    if (!first || !last) break;
    index.put(
      isDense ? await readSearchRowsBetween(owner, first, last) : await readSearchRows(ids),
    );
    isNew = true;
  }
  const bit = (ids: ReadonlySet<WorkId>, id: WorkId) => (ids.has(id) ? 1 : 0);
  for (const id of index.ids()) {
    if (index.mark(id, bit(marks.starred, id), bit(marks.rated, id))) isNew = true;
  }
  return isNew;
}

function startWatching(owner: UserKey, onChange: () => void): Watched {
  const index = new PromptIndex();
  const watchedTables = ['works', 'albums', 'memberships'].map(
    (table) => `idb://${databaseName}/${table}/`,
  );
  const isWatched = (key: string) =>
    key === 'all' || watchedTables.some((table) => key.startsWith(table));
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Albums or tags have changed: what was found before may be old though no work is new. */
  let isRegrouped = false;
  const started: Watched = {
    owner,
    index,
    onChange,
    read: refresh(owner, index).then(() => undefined),
    stop: () => undefined,
  };
  const readAgain = async () => {
    const wasRegrouped = isRegrouped;
    isRegrouped = false;
    if ((await refresh(owner, index)) || wasRegrouped) started.onChange();
  };
  const stopListening = onChanges((touched) => {
    if (!touched.some(isWatched)) return;
    isRegrouped ||= touched.some((key) => !key.startsWith(`idb://${databaseName}/works/`));
    timer ??= setTimeout(() => {
      timer = undefined;
      // One after the other: two at once would read the same rows twice.
      started.read = started.read.then(readAgain, readAgain);
      // Whoever searches next hears of it.
      started.read.catch(() => undefined);
    }, readAgainMs);
  });
  started.stop = () => {
    clearTimeout(timer);
    stopListening();
  };
  return started;
}

/** Nothing where the person is not watched. */
function findAll({ owner, words, filter, order }: SearchRequest): SearchRow[] {
  return watched?.owner === owner ? watched.index.find(words, filter, order) : [];
}

const toWorkEntry = ({
  id,
  createdAtMs,
  width,
  height,
  intentId,
  groupId,
}: SearchRow): WorkEntry => ({
  id,
  createdAtMs,
  width,
  height,
  intentId,
  groupId,
});

const api: SearchWorker = {
  async watch(owner, onChange) {
    if (watched?.owner === owner) watched.onChange = onChange;
    else {
      watched?.stop();
      watched = startWatching(owner, onChange);
    }
    await watched.read;
  },
  async search(request, limit) {
    const found = findAll(request);
    return { entries: found.slice(0, limit).map(toWorkEntry), total: found.length };
  },
  async searchIds(request) {
    return findAll(request).map(({ id }) => id);
  },
  async glance(owner, queries) {
    return queries.map(({ words, filter }) => {
      const found = findAll({ owner, words, filter, order: 'newest' });
      return { total: found.length, newest: found[0]?.id ?? null };
    });
  },
};

expose(api);
