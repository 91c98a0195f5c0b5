import type { Transaction } from 'dexie';
import type { Intent } from '../domain/intent.ts';
import type { WorkRow } from './schema.ts';

/** Frozen: what each version does to the rows of the one before. New columns of old rows get their values here. */

/**
 * Works know whether their small picture is still to be fetched, how long the platform keeps the original, and
 * their rating; requests have a place in line and know what they wait for.
 */
export async function toVersion2(transaction: Transaction): Promise<void> {
  await transaction
    .table<WorkRow>('works')
    .toCollection()
    .modify((work) => {
      work.pinned = 0;
      work.thumbnailWanted = 0;
      work.remote = 'kept';
      work.expiresAtMs = null;
      work.rating = 0;
    });
  await transaction
    .table<Intent>('intents')
    .toCollection()
    .modify((intent) => {
      intent.order = intent.createdAtMs;
      intent.after = [];
    });
}

/** A row as an older version wrote it. Its columns are checked one by one, since nothing is known about it. */
type OldRow = Record<string, unknown>;

interface OldSource {
  field: string;
  mediaId: string;
  uploadedUrl: string | null;
}

/** Version 3 keeps what is private under its owner; `own:{owner}:{key}` in `caches` and `settings`. */
const guest = 'guest';
const community = 'community';
const personalSettings = ['currentModel', 'toldUpToMs', 'hordeKey'];
const personalCaches = ['balance', 'ledger'];

function isOld(value: unknown): value is OldRow {
  return typeof value === 'object' && value !== null;
}

/** The owner of rows that have none: the person who is signed in, else the owner of the newest request. */
async function ownerOfTheRest(transaction: Transaction): Promise<string> {
  const session = (await transaction.table<OldRow>('settings').get('session'))?.['value'];
  if (isOld(session) && typeof session['userKey'] === 'string') return session['userKey'];
  let latest: OldRow | undefined;
  for (const intent of await transaction.table<OldRow>('intents').toArray()) {
    if (Number(intent['createdAtMs']) > Number(latest?.['createdAtMs'] ?? 0)) latest = intent;
  }
  return typeof latest?.['owner'] === 'string' ? latest['owner'] : guest;
}

/** The sources of a request as those of the works that it made. */
function sourcesOf(payload: OldRow): { sources: OldRow[]; keptSources: string[] } {
  const old = (payload['sources'] ?? []) as OldSource[];
  const sources = old.map(({ field, mediaId, uploadedUrl: url }) => {
    // Without a platform an address named a file of this device.
    const isRemote = url !== null && !url.startsWith('/community-source/');
    return { field, mediaId, kept: isRemote ? { url, sha256: null, bytes: null } : null };
  });
  const keptSources = sources.flatMap(({ mediaId, kept }) => (kept === null ? [mediaId] : []));
  return { sources, keptSources };
}

async function worksToVersion3(transaction: Transaction): Promise<void> {
  const requests = new Map<unknown, OldRow>();
  await transaction.table<OldRow>('intents').each((intent) => {
    if (intent['kind'] === 'generate') requests.set(intent['id'], intent['payload'] as OldRow);
  });
  await transaction
    .table<OldRow>('works')
    .toCollection()
    .modify((work) => {
      const payload = requests.get(work['intentId']);
      const { modelName } = work;
      const isNamed = typeof modelName === 'string' && modelName !== work['model'];
      Object.assign(work, payload ? sourcesOf(payload) : { sources: [], keptSources: [] }, {
        // No request of this device made it and its original was never here, so it was made on another device.
        origin: payload || work['onDevice'] === 1 ? 'generated' : 'synced',
        place: work['owner'] === community ? 'horde' : 'platform',
        modelLabel: payload?.['modelLabel'] ?? (isNamed ? { cn: modelName, en: modelName } : null),
      });
      delete work['modelName'];
    });
}

async function privateRowsToVersion3(transaction: Transaction): Promise<void> {
  const owner = await ownerOfTheRest(transaction);
  const drafts = await transaction.table<OldRow>('drafts').toArray();
  await transaction.table('personalDrafts').bulkAdd(drafts.map((row) => ({ ...row, owner })));
  for (const [table, keys] of [
    ['settings', personalSettings],
    ['caches', personalCaches],
  ] as const) {
    const rows = await transaction.table<OldRow>(table).bulkGet(keys);
    const own = rows.filter((row) => row !== undefined);
    await transaction
      .table(table)
      .bulkPut(own.map((row) => ({ ...row, key: `own:${owner}:${String(row['key'])}` })));
    await transaction.table(table).bulkDelete(keys);
  }
  await transaction
    .table<OldRow>('quarantine')
    .toCollection()
    .modify((entry) => {
      const row = entry['row'];
      entry['owner'] = isOld(row) && typeof row['owner'] === 'string' ? row['owner'] : owner;
    });
}

/** The list was the same for everybody; from now on it may differ, and each model says who answers for it. */
async function modelsToVersion3(transaction: Transaction): Promise<void> {
  const settings = transaction.table<OldRow>('settings');
  const alone = (await settings.get('community'))?.['value'];
  if (isOld(alone)) await settings.put({ key: 'hordeUrl', value: alone['hordeUrl'] });
  const place = isOld(alone) ? 'horde' : 'platform';
  const caches = transaction.table<OldRow>('caches');
  const known = await caches.get('models');
  if (!known) return;
  const value = (known['value'] as OldRow[]).map((model) => ({ ...model, place }));
  await caches.put({ ...known, key: `own:${guest}:models`, value });
  await caches.delete('models');
}

/**
 * Works know where they come from and what they were made from; a model's name is looked up when it is shown.
 * What is private belongs to its owner, and a request to whoever answers for its model.
 */
export async function toVersion3(transaction: Transaction): Promise<void> {
  await worksToVersion3(transaction);
  await transaction
    .table<OldRow>('intents')
    .toCollection()
    .modify((intent) => {
      if (intent['kind'] !== 'generate' || !isOld(intent['payload'])) return;
      intent['payload']['place'] = intent['owner'] === community ? 'horde' : 'platform';
    });
  // The works are synced again from the beginning, because the platform knows what each was made from.
  await transaction.table('syncs').clear();
  await privateRowsToVersion3(transaction);
  await modelsToVersion3(transaction);
}

/**
 * Works that were being deleted lie in the bin, where only the deletion for good is left to be told. Their requests
 * name them: walking fifty thousand works for a handful would take seconds.
 */
export async function toVersion9(transaction: Transaction): Promise<void> {
  const ids = new Set<string>();
  await transaction.table<OldRow>('intents').each((intent) => {
    if (intent['kind'] !== 'delete-works' || !isOld(intent['payload'])) return;
    for (const id of (intent['payload']['workIds'] ?? []) as string[]) ids.add(id);
  });
  const works = transaction.table<OldRow>('works');
  const rows = (await works.bulkGet([...ids])).filter(
    (work) => work !== undefined && work['deletedAtMs'] !== null,
  ) as OldRow[];
  await transaction
    .table('bin')
    .bulkAdd(rows.map((work) => ({ ...work, binnedAtMs: work['deletedAtMs'] })));
  await works.bulkDelete(rows.map((work) => work['id']));
}
