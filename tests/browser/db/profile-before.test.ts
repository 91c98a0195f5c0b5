import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../../src/api/client.ts';
import { playgroundGenerate } from '../../../src/api/contract/generate.ts';
import { getBalance, getModels, getOwnCache } from '../../../src/db/caches.ts';
import { databaseName } from '../../../src/db/schema.ts';
import type { MediaRow, QuarantineRow, WorkRow } from '../../../src/db/schema.ts';
import { db, openDatabase } from '../../../src/db/database.ts';
import { loadDraft } from '../../../src/db/drafts.ts';
import { getSession } from '../../../src/db/account/session.ts';
import { getOwnSetting, getSetting, setSetting } from '../../../src/db/settings.ts';
import { listOpenIntents } from '../../../src/db/intents/lists.ts';
import { getMedia, getOriginal } from '../../../src/db/media/media.ts';
import { listQuarantine } from '../../../src/db/media/storage-use.ts';
import { getThumbnail } from '../../../src/db/media/thumbnails.ts';
import { getWork } from '../../../src/db/works/works.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import type { GenerateIntent, Intent } from '../../../src/domain/intent.ts';
import { runQueue } from '../../../src/jobs/engine/run.ts';
import { FakePlatform } from '../../fixtures/fake-platform.ts';
import { restoreVersion2 } from '../../fixtures/profile/restore.ts';
import type { ProfileRows } from '../../fixtures/profile/restore.ts';

/** A device as the version before left it, opened by this build; see tests/fixtures/profile/write.ts. */
let before: ProfileRows;
let owner: UserKey;
/** The page of the credit list that was read last. */
const ledger = { entries: [{ id: 1, type: 1, typeDetail: 6, amount: 50 }], total: 1 };

const rowsOf = <Row>(table: string) => before[table] as Row[];

beforeEach(async () => {
  db.close();
  await db.delete();
  before = await restoreVersion2(databaseName, {
    caches: [{ key: 'ledger', value: ledger, fetchedAtMs: 1 }],
  });
  await openDatabase();
  owner = (await getSession())?.userKey as UserKey;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

async function bytesOf(blob: Blob | undefined): Promise<number[]> {
  return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())];
}

test('every work is there with its facts, rating, bytes and small picture, and knows where it comes from', async () => {
  const works = rowsOf<WorkRow & { modelName: string }>('works');
  expect(works).toHaveLength(4);
  for (const old of works) {
    const { modelName: _name, ...facts } = old;
    // What was being deleted when the app was left lies in the bin now, on its way.
    const table = old.deletedAtMs === null ? db.works : db.bin;
    expect(await table.get(old.id)).toMatchObject(facts);
  }
  for (const old of rowsOf<MediaRow>('media')) {
    expect(await bytesOf((await getMedia(old.id))?.blob)).toEqual(await bytesOf(old.blob));
  }
  const shown = works.filter(({ deletedAtMs }) => deletedAtMs === null);
  expect(shown).toHaveLength(3);
  for (const { id, onDevice } of shown) {
    expect((await getOriginal(id)) !== undefined).toBe(onDevice === 1);
    expect((await getThumbnail(id))?.blob.size).toBeGreaterThan(0);
  }
  const byPrompt = new Map(works.map(({ prompt, id }) => [prompt, id]));
  const bridge = await getWork(byPrompt.get('a stone bridge')!);
  expect(bridge).toMatchObject({ origin: 'generated', place: 'platform', starred: 1, sources: [] });
  expect(bridge?.modelLabel).toEqual({ cn: '窑内画师', en: 'Kiln Painter' });
  const elsewhere = await getWork(byPrompt.get('made on another device')!);
  expect(elsewhere).toMatchObject({ origin: 'synced', modelLabel: null, starred: 1 });
});

test('a work that was made from a photo keeps it, where the platform has it and where it lies here', async () => {
  const request = rowsOf<GenerateIntent>('intents').find(
    (row) => row.stage === 'done' && row.kind === 'generate' && row.payload.sources.length > 0,
  );
  const [source] = request?.payload.sources ?? [];
  const work = await getWork(request!.workIds[0]!);
  expect(work?.sources).toEqual([
    {
      field: 'image',
      mediaId: source?.mediaId,
      kept: { url: source?.uploadedUrl, sha256: null, bytes: null },
    },
  ]);
});

test('forms, settings, balance, models and what was set aside belong to who was signed in', async () => {
  expect((await loadDraft(owner, 'Text2Img'))?.input['prompt']).toBe('asked for on the train');
  const [photo] = (await loadDraft(owner, 'Upscaling'))?.sources ?? [];
  expect((await getMedia(photo!.mediaId))?.name).toBe('photo 4.jpg');
  expect(await loadDraft('2@kiln' as UserKey, 'Upscaling')).toBeUndefined();
  expect(await getSetting('queuePaused')).toBe(true);
  expect(await getOwnSetting(owner, 'currentModel')).toMatchObject({ model: 'kiln-painter' });
  expect(await getOwnSetting(owner, 'toldUpToMs')).toBeGreaterThan(0);
  expect((await getBalance())?.value.balance).toBeGreaterThan(0);
  expect((await getOwnCache(owner, 'ledger'))?.value).toEqual(ledger);
  for (const key of ['balance', 'ledger'] as const) {
    expect(await getOwnCache('2@kiln' as UserKey, key)).toBeUndefined();
  }
  const models = await getModels();
  expect(models?.length).toBeGreaterThan(10);
  expect(models?.every(({ place }) => place === 'platform')).toBe(true);
  const [damaged] = rowsOf<QuarantineRow>('quarantine');
  expect(await listQuarantine(owner)).toEqual([{ ...damaged, owner }]);
  expect(await listQuarantine('2@kiln' as UserKey)).toEqual([]);
});

test('every request goes on where it stood: what waits leaves once, what was sent is not sent again', async () => {
  const open = rowsOf<Intent>('intents').filter(
    ({ stage }) => !['done', 'failed', 'cancelled'].includes(stage),
  );
  expect((await listOpenIntents(owner)).map(({ id }) => id)).toEqual(open.map(({ id }) => id));
  const stages = (rows: Intent[]) => rows.map(({ kind, stage }) => `${kind} ${stage}`);
  expect(stages(open)).toEqual(stages(await listOpenIntents(owner)));
  expect(stages(open)).toContain('generate uploading');
  expect(stages(open)).toContain('generate submitted');

  const platform = new FakePlatform();
  const session = await getSession();
  platform.tokens = new Set([session!.userToken]);
  vi.stubGlobal('fetch', platform.fetch);
  await runQueue({ host: 'page' });
  // The queue was left paused: deletions and ratings go, no request does.
  expect(platform.requests.filter(({ key }) => key !== null)).toEqual([]);

  // The version before may have sent one and died before its answer was written: the platform has it already.
  const train = open.find(
    (row) => row.kind === 'generate' && row.payload.input['prompt'] === 'asked for on the train',
  ) as GenerateIntent;
  const { model, jobType: job_type, input } = train.payload;
  const lost = await call(playgroundGenerate, {
    body: { model, job_type, input },
    session: session!,
    idempotencyKey: train.id,
  });

  await setSetting('queuePaused', false);
  const unsent = open.filter((row) => row.kind === 'generate' && row.jobId === null);
  await vi.waitFor(
    async () => {
      await runQueue({ host: 'page', ignoreNetworkWaits: true });
      expect(platform.jobs.size).toBe(unsent.length);
    },
    { timeout: 15_000, interval: 50 },
  );
  const keys = new Set(platform.requests.flatMap(({ key }) => (key ? [key] : [])));
  expect([...keys].toSorted()).toEqual(unsent.map(({ id }) => id as string).toSorted());
  expect(platform.jobsOf(train.id)).toHaveLength(1);
  expect(((await db.intents.get(train.id)) as GenerateIntent).jobId).toBe(lost.id);
  const sent = open.find((row) => row.stage === 'submitted') as GenerateIntent;
  const now = (await db.intents.get(sent.id)) as GenerateIntent;
  expect(now.jobId).toBe(sent.jobId);
});

test('sources of waiting requests survive the tidying up', async () => {
  const { removeUnusedSources } = await import('../../../src/db/media/media.ts');
  const sources = rowsOf<MediaRow>('media').filter(({ role }) => role === 'source');
  expect(sources).toHaveLength(4);
  await removeUnusedSources();
  for (const { id } of sources) expect(await getMedia(id)).toBeDefined();
});
