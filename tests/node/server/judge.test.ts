import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Engine, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { withheldShare } from '../../../server/local/judge.ts';
import { realRuntime } from '../../fixtures/packs/onnxruntime.ts';
import { startRegistry, type RegistryDouble } from '../../fixtures/packs/registry.ts';
import { judgePack, writeManifests } from '../../fixtures/packs/tiny.ts';
import { startTestPlatform, type Person, type TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

// The real runtime is fetched and unpacked, and a process starts.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const colours = { red: { r: 210, g: 20, b: 20 }, green: { r: 30, g: 160, b: 60 } };

/** What is painted slowly waits for it. */
let release = (): void => undefined;
let held: Promise<void> = Promise.resolve();

/** Paints in the colours that the prompt names, one output after the other. */
function colouredEngine(): Engine {
  const engine = createTestEngine();
  const named = (prompt: string) =>
    prompt.split(' ').filter((word): word is keyof typeof colours => word in colours);
  return {
    ...engine,
    async run(job, context) {
      const words = named(String(job.input['prompt']));
      const preview = await sharp({
        create: { width: 8, height: 8, channels: 3, background: colours.red },
      })
        .png()
        .toBuffer();
      context.reportProgress({
        phase: 'generating',
        fraction: 0.5,
        preview: { data: preview, mediaType: 'image/png' },
      });
      if (String(job.input['prompt']).includes('slowly')) await held;
      return Promise.all(
        Array.from({ length: job.outputs }, async (_, index): Promise<EngineOutput> => {
          const background = colours[words[index % words.length] ?? 'green'];
          const data = await sharp({
            create: { width: 64, height: 48, channels: 3, background },
          })
            .webp()
            .toBuffer();
          return {
            index,
            data: words.length === 0 ? new Uint8Array([1, 2, 3]) : data,
            mediaType: 'image/webp',
            width: 64,
            height: 48,
            seed: job.seed,
            model: job.model,
            parameters: job.input,
            censored: false,
            warnings: [],
          };
        }),
      );
    },
  };
}

let folder: string;
let registry: RegistryDouble;
let platform: TestPlatform;
let operator: Person;
let version = 0;

async function put(settings: object): Promise<void> {
  const answer = await platform.call('PUT', '/api/manage/settings', {
    person: operator,
    body: { version, settings },
  });
  expect(answer.status).toBe(200);
  version = answer.body.data.version as number;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-judge-'));
  const pack = await judgePack();
  await writeManifests(path.join(folder, 'manifests'), [pack]);
  registry = await startRegistry([
    ...(await realRuntime()),
    { npm: pack.npm, version: pack.version, bytes: pack.archive.bytes },
  ]);
  platform = await startTestPlatform(colouredEngine(), {
    superUsers: new Set(['10001']),
    packs: {
      manifests: path.join(folder, 'manifests'),
      models: path.join(folder, 'models'),
      hub: registry.url,
      registry: registry.url,
      threads: 1,
      gpu: 'off',
    },
  });
  operator = await platform.register(100);
  expect(operator.uid).toBe(10_001);
});
afterAll(async () => {
  await platform?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function make(prompt: string, n = 1) {
  const accepted = await platform.generate(operator, prompt, { n });
  const ended = await platform.ended(operator, accepted.body.data?.[0]?.job_id ?? accepted.body.id);
  return ended.body;
}

test('nobody looks at results before an operator wants it and has a model for it', async () => {
  expect((await make('red')).state).toBe('Finished');
  await put({ judges_pictures: true });
  // Wanted, and there is none.
  expect((await make('red')).state).toBe('Finished');
});

test('what the model takes for pornographic is withheld and not charged; the rest is shown', async () => {
  await put({ judges_pictures: true });
  await platform.call('POST', '/api/manage/packs/judge/install', { person: operator });
  await vi.waitFor(async () => {
    const { body } = await platform.call('GET', '/api/manage/packs', { person: operator });
    const pack = (body.data.packs as { id: string; state: string }[]).find(
      ({ id }) => id === 'judge',
    );
    expect(pack?.state).toBe('installed');
  }, 60_000);
  const before = await platform.credits(operator);
  expect(await make('red')).toMatchObject({ state: 'Failed' });
  expect(await platform.credits(operator)).toEqual(before);
  expect(await make('green')).toMatchObject({ state: 'Finished' });
  expect((await platform.credits(operator)).balance).toBe(before.balance - 1);

  const both = await make('red green', 2);
  expect(both).toMatchObject({ state: 'Finished' });
  expect((await platform.credits(operator)).balance).toBe(before.balance - 2);

  // The setting decides at the moment of the job.
  await put({ judges_pictures: false });
  expect((await make('red')).state).toBe('Finished');
});

test('while results are looked at nobody sees how far a picture is, and otherwise everybody does', async () => {
  async function previewOf(isJudged: boolean): Promise<number | null> {
    await put({ judges_pictures: isJudged });
    held = new Promise((resolve) => (release = resolve));
    const accepted = await platform.generate(operator, 'green slowly');
    const id = accepted.body.data?.[0]?.job_id ?? accepted.body.id;
    const check = async () =>
      (await platform.call('GET', `/api/v2/generate/check/${id}`, { person: operator })).body;
    await vi.waitFor(
      async () => expect(await check()).toMatchObject({ state: 'Processing' }),
      30_000,
    );
    // Previews are kept within about a second.
    const untilMs = performance.now() + 4_000;
    let seen: number | null = null;
    while (seen === null && performance.now() < untilMs) {
      seen = (await check()).preview as number | null;
      await sleep(100);
    }
    release();
    expect((await platform.ended(operator, id)).body.state).toBe('Finished');
    return seen;
  }
  expect(await previewOf(false)).toBeGreaterThan(0);
  expect(await previewOf(true)).toBeNull();
});

test('the share of what is withheld counts the named classes alone', () => {
  const run = {
    classes: ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'],
    withheld: ['Hentai', 'Porn'],
  };
  expect(withheldShare(run, [0.1, 0.2, 0.3, 0.35, 0.05])).toBeCloseTo(0.55);
  expect(withheldShare(run, [])).toBe(0);
});
