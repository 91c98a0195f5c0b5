import 'fake-indexeddb/auto';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { db } from '../../../src/db/database.ts';
import { saveGenerateIntent } from '../../../src/db/intents/intents.ts';
import { getIntent } from '../../../src/db/intents/lists.ts';
import { putSource } from '../../../src/db/media/media.ts';
import { startSession } from '../../../src/db/account/session.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../src/domain/intent.ts';
import { runQueue } from '../../../src/jobs/engine/run.ts';
import { startCutter } from '../../faults/cutter.ts';
import type { Cutter } from '../../faults/cutter.ts';
import { session } from '../../fixtures/device.ts';
import { layPreparedDatabase } from '../../fixtures/prepared-database.ts';
import { createClient, temporaryFolder } from '../server/fixtures/platform.ts';

const megabyte = 1_000_000;
/** More for a long run: `KILN_UPLOAD_MB=100`. */
const size = Number(process.env.KILN_UPLOAD_MB ?? 40) * megabyte;
const cutEvery = 3 * megabyte;

let folder = '';
let url = '';
let child: ChildProcess;
let line: Cutter | undefined;

async function startServer(): Promise<void> {
  const script = path.join(import.meta.dirname, '../server/fixtures/serve.ts');
  child = spawn(process.execPath, [script, path.join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(createInterface(child.stdout!), 'line')) as [string];
  url = (JSON.parse(text) as { url: string }).url;
}

async function endServer(signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

beforeEach(async () => {
  folder = await temporaryFolder();
  await layPreparedDatabase(path.join(folder, 'data'));
  await startServer();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await line?.stop();
  await endServer('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function row(id: GenerateIntent['id']): Promise<GenerateIntent> {
  const found = await getIntent(id);
  if (found?.kind !== 'generate') throw new Error('no such request');
  return found;
}

test(
  `${size / megabyte} MB over a line that breaks every 3 MB, past a killed server and a closed browser, arrive whole and once`,
  { timeout: 240_000 },
  async () => {
    const client = createClient(() => url);
    const person = await client.register();
    const { userKey = '', userToken = '' } = person.headers;
    const owner = userKey as UserKey;

    const data = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), randomBytes(size - 4)]);
    const sha256 = createHash('sha256').update(data).digest('hex');
    const mediaType = 'application/zip';
    const blob = new Blob([data], { type: mediaType });

    const server: { killing?: Promise<void>; isRestarted: boolean } = { isRestarted: false };
    const closing = new AbortController();
    line = await startCutter(url, cutEvery, (sentBytes) => {
      if (sentBytes > size / 4) closing.abort(new Error('the browser was closed'));
      if (sentBytes > size / 2) server.killing ??= endServer('SIGKILL');
    });
    let handedOver = 0;
    const realFetch = fetch;
    vi.stubGlobal('location', { origin: line.url });
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      if (init.body instanceof ArrayBuffer) handedOver += init.body.byteLength;
      return realFetch(input, init);
    });

    await db.delete();
    await db.open();
    await startSession({ ...session, userKey: owner, userToken });
    const facts = { mediaType, bytes: size, sha256, width: 0, height: 0 };
    const mediaId = await putSource({ ...facts, blob, name: 'pictures.zip' });
    const { id } = await saveGenerateIntent({
      owner,
      payload: {
        jobType: 'Train',
        model: 'test-trainer',
        place: 'platform',
        modelLabel: { cn: '训练', en: 'Trainer' },
        input: {},
        cost: 1,
        width: null,
        height: null,
      },
      sources: [{ field: 'archive', mediaId }],
    });

    await runQueue({ host: 'service-worker', signal: closing.signal });
    expect((await row(id)).stage).toBe('uploading');
    while ((await row(id)).jobId === null) {
      await runQueue({ host: 'page', ignoreNetworkWaits: true });
      if (!server.killing || server.isRestarted) continue;
      server.isRestarted = true;
      await server.killing;
      await startServer();
      line.target = url;
    }

    const sent = await row(id);
    const address = sent.payload.sources[0]?.uploadedUrl ?? '';
    const arrived = (await client.call('GET', address, { person })).body as Buffer;
    expect(createHash('sha256').update(arrived).digest('hex')).toBe(sha256);
    expect(server.isRestarted).toBe(true);
    expect(line.cuts).toBeGreaterThanOrEqual(Math.floor(size / cutEvery));
    expect(line.sentBytes).toBeLessThan(size + 10 * megabyte);
    // Also if each cut had cost its whole chunk, as a proxy does that waits for all of it.
    expect(handedOver).toBeLessThan(size + 10 * megabyte);
    // The queue took it for one upload all along, and the job has it.
    expect(sent.log.filter((entry) => entry.event === 'source-uploaded')).toHaveLength(1);
    const ended = await client.ended(person, sent.jobId ?? '');
    expect((ended.body as { state: string }).state).toBe('Finished');
  },
);
