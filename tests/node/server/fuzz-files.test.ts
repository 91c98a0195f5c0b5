/**
 * Files made up by mutation, sent and worked on as anybody could. `npm test` sends 200 and works on every fifth; the full run works on all:
 * `KILN_FUZZ=10000 npx vitest run tests/node/server/fuzz-files.test.ts`, and KILN_FUZZ_SEED tells
 * another story, KILN_FUZZ_ONLY=webm,bmp of some kinds only. A failure names the file by its number and seed.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { jobs } from '../../../server/queue/tables.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { jobOf, recordingContext } from '../engines/conformance.ts';
import { bitmap, drawScene } from '../engines/pictures.ts';
import { zipOf } from '../engines/lying-zip.ts';
import { startTestPlatform, type Person, type TestPlatform } from './fixtures/platform.ts';

const total = Number(process.env.KILN_FUZZ ?? 200);
const seed = Number(process.env.KILN_FUZZ_SEED ?? 1);
const only = process.env.KILN_FUZZ_ONLY?.split(',');
/** Jobs cost more than intake does, and the suite has other things to do. */
const workedOnEvery = total > 200 ? 1 : 5;
const lanes = 3;

vi.setConfig({ testTimeout: 60_000 + total * 500, hookTimeout: 60_000 });

interface Specimen {
  name: string;
  data: Buffer;
  work: { model: string; job_type: string; field: string; input: object };
}

let platform: TestPlatform;
let stranger: Person;
let neighbour: Person;
let specimens: Specimen[];

const restore = { model: 'kiln-restore', job_type: 'Restore', field: 'image', input: {} };
const train = {
  model: 'kiln-train',
  job_type: 'Train',
  field: 'training_zip',
  input: { model_name: 'x' },
};
const sound = {
  model: 'kiln-soundtrack',
  job_type: 'VideoVoice',
  field: 'video',
  input: { prompt: 'calm', sound: 'music' },
};

beforeAll(async () => {
  const engine = createBuiltinEngine({ processes: 2 });
  platform = await startTestPlatform(engine);
  stranger = await platform.register(1_000_000);
  neighbour = await platform.register(1_000_000);
  const scene = await drawScene(48, 32);
  const png = await scene.clone().png().withIccProfile('p3').toBuffer();
  const jpeg = await scene
    .clone()
    .jpeg({ progressive: true })
    .withExif({ IFD0: { Artist: 'Ann' } })
    .toBuffer();
  const moving = sharp([png, await sharp(png).negate().png().toBuffer()], {
    join: { animated: true },
  });
  // Our own, since no other program here writes any.
  const film = { prompt: 'sea', duration: 1, width: 64, height: 64, steps: 5 };
  const [webm] = await engine.run(jobOf(engine, 'kiln-film', { input: film }), recordingContext());
  const all: Specimen[] = [
    { name: 'png', data: png, work: restore },
    { name: 'jpeg', data: jpeg, work: restore },
    { name: 'webp', data: await moving.clone().webp().toBuffer(), work: restore },
    { name: 'gif', data: await moving.clone().gif().toBuffer(), work: restore },
    {
      name: 'zip',
      data: zipOf([0, 1, 2, 3].map((at) => ({ name: `${at}.png`, data: png }))),
      work: train,
    },
    {
      name: 'mp4',
      data: await readFile(new URL('../../fixtures/film.mp4', import.meta.url)),
      work: sound,
    },
    { name: 'webm', data: Buffer.from(webm?.data ?? []), work: sound },
    { name: 'bmp', data: bitmap(48, 32), work: restore },
  ];
  specimens = all.filter(({ name }) => only?.includes(name) ?? true);
  for (const { name, data } of specimens) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(data)]), `file.${name}`);
    const sent = await platform.call('POST', '/api/v2/upload', { person: stranger, body: form });
    // What is refused as it is would tell nothing of what becomes of it.
    expect([name, sent.status]).toEqual([name, 200]);
  }
});
afterAll(() => platform?.stop());

/** One of the ways in which files go wrong, by chance or by intent. */
function mutated(data: Buffer, random: () => number): Buffer {
  const changed = Buffer.from(data);
  const at = (most: number): number => Math.floor(random() * most);
  const place = (): number => at(random() < 0.5 ? Math.min(64, changed.length) : changed.length);
  for (let times = 1 + at(4); times > 0; times -= 1) {
    const from = place();
    switch (at(6)) {
      case 0:
        changed[from] = at(256);
        break;
      case 1:
        changed[from] = (changed[from] ?? 0) ^ (1 << at(8));
        break;
      case 2:
        // Lengths live in four bytes.
        changed.fill(random() < 0.5 ? 0xff : 0, from, Math.min(changed.length, from + 4));
        break;
      case 3:
        changed.copyWithin(from, place(), Math.min(changed.length, from + 40));
        break;
      case 4:
        return Buffer.concat([changed.subarray(0, from), changed.subarray(place())]);
      default:
        return random() < 0.5
          ? changed.subarray(0, Math.max(1, from))
          : Buffer.concat([changed, changed.subarray(from)]);
    }
  }
  return changed;
}

async function submit(person: Person, key: string, body: object): Promise<string | null> {
  const headers = { 'Idempotency-Key': key };
  const answer = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers,
    body,
  });
  expect([200, 400]).toContain(answer.status);
  return answer.status === 200 ? (answer.body.id as string) : null;
}

test(`${total} files that nobody wrote: the platform is up, and other people's jobs never notice`, async () => {
  const waits: number[] = [];
  let isOver = false;
  const health = (async () => {
    while (!isOver) {
      const startedMs = performance.now();
      expect((await platform.call('GET', '/healthz')).status).toBe(200);
      waits.push(performance.now() - startedMs);
      await sleep(20);
    }
  })();

  const ends: Record<string, number> = {};
  const note = (what: string): void => void (ends[what] = (ends[what] ?? 0) + 1);

  async function send(number: number): Promise<void> {
    const random = seededRandom(seed * 1_000_003 + number);
    const specimen = specimens[number % specimens.length];
    if (!specimen) return;
    const { name, data, work } = specimen;
    const what = `${name} ${number} of seed ${seed}`;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(mutated(data, random))]), `file.${name}`);
    const sent = await platform.call('POST', '/api/v2/upload', { person: stranger, body: form });
    expect([what, [200, 413, 415].includes(sent.status), sent.status]).toEqual([
      what,
      true,
      sent.status,
    ]);
    if (sent.status !== 200) return note('refused at intake');
    if (number % workedOnEvery !== 0) return note('taken in');
    const { model, job_type, field, input } = work;
    const id = await submit(stranger, `fuzz-${number}`, {
      model,
      job_type,
      input: { ...input, [field]: sent.body.url as string },
    });
    if (id === null) return note('refused at submission');
    const { body } = await platform.ended(stranger, id);
    note(body.state === 'Finished' ? 'made' : `failed: ${body.code}`);
    const [row] = await platform.database.select().from(jobs).where(eq(jobs.id, id));
    if (row && row.endedProcesses > 0) note('ended a process');
  }

  let next = 0;
  const strangers = Array.from({ length: lanes }, async () => {
    while (next < total) {
      next += 1;
      await send(next - 1);
    }
  });
  let made = 0;
  const others = (async () => {
    while (next < total) {
      const id = await submit(neighbour, `other-${made}`, {
        model: 'kiln-logo',
        job_type: 'Txt2Logo',
        input: { prompt: 'Kiln', n: 1 },
      });
      if (id === null) throw new Error('a neighbour was refused');
      expect((await platform.ended(neighbour, id)).body.state).toBe('Finished');
      const [row] = await platform.database.select().from(jobs).where(eq(jobs.id, id));
      expect(row?.attempts).toBe(1);
      made += 1;
      await sleep(200);
    }
  })();
  await Promise.all([...strangers, others]);
  isOver = true;
  await health;

  waits.sort((one, other) => one - other);
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
  process.stdout.write(
    `${total} files, seed ${seed}: ${JSON.stringify(ends)}; ${made} jobs of a neighbour untouched; ` +
      `/healthz p99 ${p99.toFixed(0)} ms of ${waits.length}\n`,
  );
  expect(made).toBeGreaterThan(0);
});
