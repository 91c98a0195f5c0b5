/** The app's own verbs, for the harness to act as a person does; bundled and run in every page of a story. */
import { openDatabase, db } from '../../../src/db/database.ts';
import {
  requestCancel,
  removeIntent,
  retryIntent,
  saveDailyClaim,
  saveGenerateIntent,
} from '../../../src/db/intents/intents.ts';
import { listIntents } from '../../../src/db/intents/lists.ts';
import { rateWorks } from '../../../src/db/works/ratings.ts';
import { putSource } from '../../../src/db/media/media.ts';
import {
  endSession,
  getSession,
  isSessionUsable,
  startSession,
} from '../../../src/db/account/session.ts';
import { setSetting } from '../../../src/db/settings.ts';
import { binWorks, deleteForGood, restoreWorks } from '../../../src/db/works/bin.ts';
import { listWorks } from '../../../src/db/works/works.ts';
import { claimDay, timeZoneDefault } from '../../../src/domain/credits.ts';
import type { MediaId, UserKey, WorkId } from '../../../src/domain/ids.ts';
import { isEndedStage } from '../../../src/domain/intent.ts';
import type { IntentStage } from '../../../src/domain/intent.ts';

/** A row of the queue as the harness judges it. */
export interface IntentRecord {
  id: string;
  kind: string;
  stage: IntentStage;
  prompt: string | null;
  jobId: string | null;
  workIds: string[];
  isLeased: boolean;
  error: string | null;
  log: string[];
}

export interface DeviceRecord {
  intents: IntentRecord[];
  /** Works that are shown, with the checksum of the bytes that lie on the device; null without any. */
  works: {
    id: string;
    jobId: string | null;
    sha256: string;
    onDevice: string | null;
    starred: boolean;
  }[];
  /** Originals of no work. */
  unusedOriginals: string[];
}

async function hexOf(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Noise, so that the file has its size and every number its own bytes. */
async function picture(pixels: number, number: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(pixels, pixels);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const data = context.createImageData(pixels, pixels);
  let state = number + 1;
  for (let index = 0; index < data.data.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data.data[index] = index % 4 === 3 ? 255 : state >>> 24;
  }
  context.putImageData(data, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}

async function keepSource(pixels: number, number: number): Promise<MediaId> {
  const blob = await picture(pixels, number);
  return putSource({
    blob,
    mediaType: 'image/png',
    bytes: blob.size,
    sha256: await hexOf(blob),
    width: pixels,
    height: pixels,
    name: `${number}.png`,
  });
}

function ownerOf(userKey: string): UserKey {
  return userKey as UserKey;
}

/** In a browser that has not quite started yet. */
const opened =
  <Values extends unknown[], Result>(work: (...values: Values) => Promise<Result>) =>
  async (...values: Values): Promise<Result> => {
    await openDatabase();
    return work(...values);
  };

const rowsOf = (userKey: string) => listIntents(ownerOf(userKey), { limit: 10_000 });

async function keep(
  userKey: string,
  prompt: string,
  outputs: number,
  sources: { field: string; mediaId: MediaId }[],
): Promise<string> {
  const isUpscaling = sources.length > 0;
  const row = await saveGenerateIntent({
    owner: ownerOf(userKey),
    payload: {
      jobType: isUpscaling ? 'Upscaling' : 'Text2Img',
      place: 'platform',
      model: isUpscaling ? 'test-upscaler' : 'test-painter',
      modelLabel: { cn: '测试', en: 'Test' },
      input: isUpscaling ? {} : { prompt, n: outputs },
      cost: outputs,
      width: 64,
      height: 64,
    },
    sources,
  });
  return row.id;
}

const verbs = {
  signIn: opened(async (userKey: string, userToken: string) => {
    const session = await getSession();
    if (isSessionUsable(session) && session.userToken === userToken) return;
    await startSession({
      userKey: ownerOf(userKey),
      userToken,
      account: 'potter',
      nickname: 'Potter',
      isVip: false,
      isSuperUser: false,
      expiresAtMs: Date.now() + 365 * 86_400_000,
    });
  }),
  signOut: opened(endSession),
  /** @param pixels side of a source picture; 0 asks for a picture from words alone */
  request: opened(async (userKey: string, prompt: string, outputs: number, pixels: number) => {
    const number = Number(/\d+/.exec(prompt)?.[0] ?? 0);
    const sources =
      pixels > 0 ? [{ field: 'image', mediaId: await keepSource(pixels, number % 3) }] : [];
    return keep(userKey, prompt, outputs, sources);
  }),
  requestMany: opened(async (userKey: string, count: number) => {
    const ids: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      ids.push(await keep(userKey, `request ${number}`, 1, []));
    }
    return ids;
  }),
  cancel: opened(async (userKey: string, which: number) => {
    const rows = (await rowsOf(userKey)).filter(
      (row) => row.kind === 'generate' && !isEndedStage(row.stage),
    );
    const row = rows[Math.floor(which * rows.length)];
    if (row) await requestCancel(row.id);
  }),
  /** @returns how many were put back */
  retry: opened(async (userKey: string) => {
    const stopped = (await rowsOf(userKey)).filter(
      ({ stage, error }) =>
        stage === 'needs-attention' || (stage === 'failed' && error?.code !== 'nsfw-content'),
    );
    for (const row of stopped) await retryIntent(row.id);
    return stopped.length;
  }),
  remove: opened(async (userKey: string, which: number) => {
    const rows = (await rowsOf(userKey)).filter(
      (row) => row.kind === 'generate' && isEndedStage(row.stage),
    );
    const row = rows[Math.floor(which * rows.length)];
    return row && (await removeIntent(row.id)) ? row.id : null;
  }),
  claim: opened((userKey: string) =>
    saveDailyClaim(ownerOf(userKey), claimDay(Date.now(), timeZoneDefault)),
  ),
  pause: opened((isPaused: boolean) => setSetting('queuePaused', isPaused)),
  deleteWork: opened(async (userKey: string, which: number) => {
    const works = await listWorks({ owner: ownerOf(userKey), order: 'newest', limit: 20 });
    const work = works[Math.floor(which * works.length)];
    if (!work) return null;
    await binWorks(ownerOf(userKey), [work.id]);
    if (which * works.length * 2 - Math.floor(which * works.length * 2) < 0.5) {
      await deleteForGood(ownerOf(userKey), [work.id]);
    }
    return work.id;
  }),
  undoDelete: opened((userKey: string, id: string) =>
    restoreWorks(ownerOf(userKey), [id as WorkId]),
  ),
  favourite: opened(async (userKey: string, which: number, isStarred: boolean) => {
    const works = await listWorks({ owner: ownerOf(userKey), order: 'newest', limit: 20 });
    const work = works[Math.floor(which * works.length)];
    if (work) await rateWorks('set-favourite', ownerOf(userKey), [work.id], isStarred ? 1 : 0);
  }),
  stages: opened(async (userKey: string) => (await rowsOf(userKey)).map(({ stage }) => stage)),
  record: opened(async (userKey: string): Promise<DeviceRecord> => {
    const intents = await rowsOf(userKey);
    const listed = await listWorks({
      owner: ownerOf(userKey),
      order: 'oldest',
      limit: 10_000,
    });
    // What lies in the bin is still there, with its bytes.
    const binned = await db.bin.toArray();
    const works = [...listed, ...binned.filter(({ owner }) => owner === ownerOf(userKey))];
    const originals = await db.media.where('role').equals('original').toArray();
    // Somebody else may use the same device.
    const all = [...(await db.works.toArray()), ...binned];
    const shown = new Set(all.map(({ id }) => id as string));
    const bytesOf = async (id: WorkId) => {
      const original = originals.find((row) => (row.id as string) === (id as string));
      return original ? hexOf(original.blob) : null;
    };
    return {
      intents: intents.map((row) => ({
        id: row.id,
        kind: row.kind,
        stage: row.stage,
        prompt: row.kind === 'generate' ? String(row.payload.input.prompt ?? '') : null,
        jobId: row.kind === 'generate' ? row.jobId : null,
        workIds: row.kind === 'generate' ? row.workIds : [],
        isLeased: row.lease !== null,
        error: row.error && `${row.error.code} ${row.error.detail ?? ''}`,
        log: row.log.map(({ event, detail }) => `${event} ${detail ?? ''}`),
      })),
      works: await Promise.all(
        works.map(async (work) => ({
          id: work.id,
          jobId: work.jobId,
          sha256: work.sha256,
          onDevice: await bytesOf(work.id),
          starred: work.starred === 1,
        })),
      ),
      unusedOriginals: originals.map(({ id }) => id as string).filter((id) => !shown.has(id)),
    };
  }),
};

export type Verbs = typeof verbs;

Object.assign(globalThis, { kilnFaults: verbs });
