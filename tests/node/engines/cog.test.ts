import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { serve } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createCogEngine } from '../../../server/engines/cog/engine.ts';
import type { CogSettings } from '../../../server/engines/cog/kind.ts';
import type { Engine, EngineJob, EngineSource } from '../../../server/engines/engine.ts';
import { mountEngineWebhooks } from '../../../server/engines/webhooks.ts';
import { addFrame } from '../../../server/http/frame.ts';
import type { App, HttpEnvironment } from '../../../server/http/mount.ts';
import { cogDocument } from '../../fixtures/engines/cog-schema.ts';
import { startCogDouble } from '../../fixtures/engines/cog.ts';
import type { CogDouble } from '../../fixtures/engines/cog.ts';
import { createSources } from '../../fixtures/engines/sources.ts';
import { describeConformance, engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const pace = {
  pollMs: 15,
  busyMs: 15,
  admissionMs: 3_000,
  quietMs: 250,
  repeatMs: 1_500,
  silenceMs: 500,
  wellMs: 30,
  downMs: 20,
  downMaxMs: 40,
};
const lines: string[] = [];
/** Everything that would be logged at all. */
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });

let double: CogDouble;
let engine: Engine;
let platform: Server;
let platformUrl: string;
let app: App;
let files: Awaited<ReturnType<typeof createSources>>;
let sources: EngineSource[];

beforeAll(async () => {
  files = await createSources({ image: 'image', mask: 'mask' });
  ({ sources } = files);
  await new Promise<void>((resolve) => {
    platform = serve({ fetch: (...given) => app.fetch(...given), port: 0 }, () =>
      resolve(),
    ) as Server;
  });
  platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
});

afterAll(async () => {
  platform.closeAllConnections();
  platform.close();
  await files.remove();
});

const settingsOf = (more: Partial<CogSettings> = {}): CogSettings => ({
  kind: 'cog',
  name: 'studio',
  url: double.url,
  files: [],
  cost: 3,
  fields: {},
  input: {},
  timeoutMinutes: 1,
  ...more,
});

/** An engine, and the part of a platform that its webhooks come to. */
async function startEngine(
  options: {
    settings?: Partial<CogSettings>;
    webhooks?: boolean;
    pace?: Partial<typeof pace>;
  } = {},
): Promise<Engine> {
  const started = createCogEngine(
    settingsOf(options.settings),
    { log, webhookUrl: options.webhooks ? platformUrl : null },
    { ...pace, ...options.pace },
  );
  app = new OpenAPIHono<HttpEnvironment>();
  addFrame(app, log);
  mountEngineWebhooks(app, [started]);
  await started.start();
  await vi.waitFor(() => expect(started.unavailableReason()).toBeNull());
  return started;
}

beforeEach(async () => {
  double = await startCogDouble();
});

afterEach(async () => {
  await engine.stop();
  await double.stop();
});

const ask = (differs: Partial<EngineJob> = {}): EngineJob =>
  jobOf(engine, `studio/${(differs.jobType ?? 'Text2Img').toLowerCase()}`, {
    ...differs,
    input: { prompt: 'a cat', ...differs.input },
  });

const ways = [
  { way: 'one long answer', webhooks: false, streams: false },
  { way: 'a stream of events', webhooks: false, streams: true },
  { way: 'webhooks', webhooks: true, streams: false },
];

describe.each(ways)('by $way', ({ way, webhooks, streams }) => {
  beforeEach(async () => {
    double.state.streams = streams;
    double.state.document = cogDocument({ streams });
    engine = await startEngine({ webhooks });
  });

  afterEach(() => expect(double.state.violations).toEqual([]));

  describeConformance(`Cog (${way})`, () => ({
    engine,
    jobs: () => [
      ask({ outputs: 2, input: { num_outputs: 2 } }),
      ask({ jobType: 'Img2Img', sources: sources.slice(0, 1) }),
    ],
    longJob() {
      double.state.steps = 400;
      return ask();
    },
  }));

  test('pictures arrive, with what was really asked for', async () => {
    const input = { num_outputs: 2, seed: 42, style_preset: 'ink' };
    const outputs = await engine.run(
      ask({ jobType: 'Inpainting', outputs: 2, input, sources }),
      recordingContext(),
    );
    expect(
      outputs.map(({ width, height, mediaType, seed }) => [width, height, mediaType, seed]),
    ).toEqual(Array.from({ length: 2 }, () => [96, 64, 'image/webp', '42']));
    const sent = double.state.requests[0]?.input ?? {};
    expect(sent).toMatchObject({
      prompt: 'a cat',
      scheduler: 'DDIM',
      seed: 42,
      style_preset: 'ink',
    });
    expect(String(sent['image'])).toMatch(/^data:image\/webp;base64,/);
    const mask = /^data:image\/png;base64,(.*)$/.exec(String(sent['mask']))?.[1] ?? '';
    const drawn = await sharp(Buffer.from(mask, 'base64')).greyscale().raw().toBuffer();
    expect([drawn.length, drawn[10], drawn[290]]).toEqual([300 * 200, 255, 0]);
  });

  test('a full container and one that still starts are waited for', async () => {
    double.state.slots = 0;
    const context = recordingContext();
    context.reportProgress = (told) => {
      if (told.phase !== 'waiting') return;
      if (double.state.slots === 0) {
        double.state.slots = 1;
        double.state.health = 'STARTING';
      } else double.state.health = 'READY';
    };
    expect(await engine.run(ask(), context)).toHaveLength(1);
    expect(double.state.runs).toHaveLength(1);
  });

  test('a lost connection never makes two pictures at once', async () => {
    double.state.dropAnswers = 1;
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
    // A connection that waits for the whole answer takes its run along; others leave theirs running.
    expect(double.state.runs.length).toBe(webhooks ? 1 : 2);
  });

  test('a cancel stops the container', async () => {
    double.state.steps = 400;
    const context = recordingContext();
    const ended = engine.run(ask(), context).catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(double.running.size).toBe(1));
    context.controller.abort('cancelled');
    expect(await ended).toBe('cancelled');
    await vi.waitFor(() => expect(double.running.size).toBe(0));
    await vi.waitFor(() => expect(double.state.cancels).toHaveLength(1));
  });

  test.each([
    ['CUDA out of memory', 'engine-failed', true],
    ['NSFW content detected. Try running it again.', 'nsfw-content', false],
  ])('a run that fails with "%s" says so', async (words, code, retryable) => {
    double.state.fail = words;
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect([error.code, error.retryable]).toEqual([code, retryable]);
    expect(error.message).toContain(words);
  });

  test('a damaged picture is no picture', async () => {
    double.state.damaged = true;
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error.code).toBe('result-damaged');
  });
});

test.each(ways.slice(1))('by $way the bars in its log are the progress', async (given) => {
  double.state.streams = given.streams;
  double.state.document = cogDocument({ streams: given.streams });
  engine = await startEngine({ webhooks: given.webhooks });
  double.state.stepMs = 40;
  const context = recordingContext();
  await engine.run(ask(), context);
  const fractions = new Set(context.progress.flatMap(({ fraction }) => fraction ?? []));
  expect(fractions.size).toBeGreaterThan(2);
  expect([...fractions].every((one) => one > 0 && one <= 1)).toBe(true);
});

describe('webhooks', () => {
  test('that found nobody during a restart are taken when they come again, without a second run', async () => {
    engine = await startEngine({ webhooks: true });
    double.state.steps = 20;
    const first = recordingContext();
    const ended = engine.run(ask(), first).catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(double.running.size).toBe(1));
    first.controller.abort('shutdown');
    expect(await ended).toBe('shutdown');
    await engine.stop();
    engine = await startEngine({ webhooks: true });
    await vi.waitFor(() =>
      expect(double.state.webhooks.map(({ status }) => status)).toContain(503),
    );
    const externalReference = first.references.at(-1) ?? null;
    const again = ask({ attempt: 2, externalReference });
    expect(await engine.run(again, recordingContext())).toHaveLength(1);
    expect(double.state.runs).toHaveLength(1);
  });

  test('that never arrive are told in words, and the container is not kept busy for ever', async () => {
    engine = await startEngine({ webhooks: true, pace: { quietMs: 60 } });
    double.state.muteWebhooks = true;
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error.message).toContain('KILN_WEBHOOK_URL');
    expect(error.retryable).toBe(false);
    expect(double.state.runs).toHaveLength(2);
    await vi.waitFor(() => expect(double.running.size).toBe(0));
  });

  test('come to an address that nobody can guess, and a forged one changes nothing', async () => {
    engine = await startEngine({ webhooks: true });
    double.state.steps = 20;
    const context = recordingContext();
    const running = engine.run(ask(), context);
    await vi.waitFor(() => expect(double.state.webhooks.length).toBeGreaterThan(0));
    const own = new URL(double.state.webhooks[0]?.url ?? '');
    expect(own.pathname).toMatch(/^\/api\/engines\/studio\/[\w-]{43}$/);
    const send = (path: string, body: object) =>
      fetch(platformUrl + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then(({ status }) => status);
    const forged = { id: ask().id, status: 'succeeded', output: ['data:image/png;base64,AAAA'] };
    expect(await send('/api/engines/studio/guess', forged)).toBe(404);
    expect(await send(`/api/engines/studio/${'x'.repeat(43)}`, forged)).toBe(503);
    expect(await send(`/api/engines/elsewhere/${'x'.repeat(43)}`, forged)).toBe(404);
    // Even at the right address: another prediction's end is not this one's.
    expect(await send(own.pathname, { ...forged, id: 'another' })).toBe(200);
    expect(await send(own.pathname, { nonsense: true })).toBe(200);
    expect(await running).toHaveLength(1);
    expect(await send(own.pathname, forged)).toBe(200);
    const token = own.pathname.split('/').at(-1) ?? '';
    expect(lines.join('')).toContain('/api/engines/studio/*');
    expect(lines.join('')).not.toContain(token);
  });

  test('have no address where no engine wants any', async () => {
    engine = await startEngine();
    const answer = await fetch(`${platformUrl}/api/engines/studio/${'x'.repeat(43)}`, {
      method: 'POST',
    });
    expect(answer.status).toBe(404);
  });

  test('a container that dies and comes back begins anew', async () => {
    engine = await startEngine({ webhooks: true, pace: { quietMs: 150 } });
    double.state.steps = 400;
    const running = engine.run(ask(), recordingContext());
    await vi.waitFor(() => expect(double.state.webhooks.length).toBeGreaterThan(2));
    double.state.steps = 2;
    double.crash();
    expect(await running).toHaveLength(1);
    expect(double.state.runs).toHaveLength(2);
  });
});

describe('the model', () => {
  beforeEach(async () => {
    engine = await startEngine({
      settings: {
        label: { cn: '画室', en: 'Studio' },
        input: { hf_token: 'hush', apply_watermark: false },
        fields: {
          guidance_scale: { title: { cn: '听话程度', en: 'Obedience' }, default: 5 },
          style_preset: { hidden: true },
        },
      },
    });
  });

  test('has the fields of its document in their order, with our words and limits', () => {
    const { properties, required } = engine.schema('studio/inpainting', 'cn');
    expect(Object.keys(properties)).toEqual([
      'prompt',
      'image',
      'mask',
      'num_outputs',
      'scheduler',
      'guidance_scale',
      'style_preset',
      'seed',
    ]);
    expect(required).toEqual(['prompt', 'image', 'mask']);
    expect(properties['prompt']).toMatchObject({
      title: '提示词',
      'x-widget': 'prompt',
      minLength: 1,
    });
    expect(properties['image']).toMatchObject({ format: 'uri', 'x-widget': 'image' });
    expect(properties['mask']).toMatchObject({ format: 'uri', 'x-widget': 'mask' });
    expect(properties['num_outputs']).toMatchObject({
      minimum: 1,
      maximum: 4,
      'x-widget': 'count',
    });
    expect(properties['scheduler']).toMatchObject({
      type: 'string',
      enum: ['DDIM', 'K_EULER', 'PNDM'],
      default: 'DDIM',
      description: 'Choose a scheduler.',
    });
    expect(properties['style_preset']).toMatchObject({ enum: ['ink', 'oil'], 'x-hidden': true });
    expect(properties['guidance_scale']).toMatchObject({
      title: '听话程度',
      default: 5,
      maximum: 50,
    });
    expect(properties['seed']).not.toHaveProperty('default');
    expect(engine.schema('studio/inpainting', 'en').properties['seed']?.title).toBe('Seed');
  });

  test('is a model for every tool that its inputs speak of, with the pictures that it needs', () => {
    const shared = { label_cn: '画室', label_en: 'Studio', cost: 3, num_outputs: [1, 2, 3, 4] };
    expect(engine.models()).toMatchObject([
      { ...shared, model: 'studio/text2img', type: 'Text2Img', upload: null, mask: null },
      { ...shared, model: 'studio/img2img', type: 'Img2Img', upload: 'image', mask: null },
      { ...shared, model: 'studio/inpainting', type: 'Inpainting', upload: 'image', mask: 'mask' },
    ]);
    expect(engine.schema('studio/text2img', 'en').properties).not.toHaveProperty('image');
    expect(engine.schema('studio/img2img', 'en').required).toEqual(['prompt', 'image']);
    expect(engine.schema('studio/img2img', 'en').properties).not.toHaveProperty('mask');
  });

  test('gets the fixed values of the configuration, which no form ever sees', async () => {
    await engine.run(ask(), recordingContext());
    expect(double.state.requests[0]?.input).toMatchObject({
      hf_token: 'hush',
      apply_watermark: false,
    });
    expect(JSON.stringify(engine.schema('studio/text2img', 'en'))).not.toContain('hush');
  });

  test.each([
    ['STARTING', 'still loading', '正在加载'],
    ['SETUP_FAILED', 'failed to start', '启动失败'],
    ['DEFUNCT', 'failed to start', '启动失败'],
    ['UNHEALTHY', 'not well', '状态不好'],
  ])('is hidden while its container is %s', async (health, en, cn) => {
    double.state.health = health;
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain(en));
    expect(engine.unavailableReason()?.cn).toContain(cn);
    double.state.health = 'READY';
    await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
  });

  test('is not hidden by being busy', async () => {
    double.state.steps = 50;
    const running = engine.run(ask(), recordingContext());
    await vi.waitFor(() => expect(double.state.busyLooks).toBeGreaterThan(1));
    expect(engine.unavailableReason()).toBeNull();
    await running;
  });

  test('of another output than files, or with inputs that nobody can give, says so', async () => {
    double.state.document = cogDocument({ output: { title: 'Output', type: 'string' } });
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('no pictures'));
    const demanding = cogDocument();
    demanding.components.schemas.Input.required = ['prompt', 'regions', 'lora_weights'];
    double.state.document = demanding;
    await vi.waitFor(() => {
      expect(engine.unavailableReason()?.en).toContain('regions, lora_weights');
    });
  });

  test('refused requests say which field', async () => {
    const job = ask({ input: { guidance_scale: 99 } });
    const error = await engineErrorFrom(engine.run(job, recordingContext()));
    expect(error.code).toBe('invalid-input');
    expect(error.message).toContain('guidance_scale: ensure this value is smaller');
  });
});

describe('files that lie elsewhere', () => {
  test('are fetched from the engine’s own host, key in hand', async () => {
    double.state.fileBase = double.url;
    engine = await startEngine({ settings: { key: 'the key' } });
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
    expect(double.state.files).toBe(1);
    expect(double.state.authorizations).toEqual(new Set(['Bearer the key']));
    await double.down();
    await vi.waitFor(() => expect(engine.unavailableReason()).not.toBeNull());
    await double.up();
    expect(lines.join('')).toContain('an engine cannot be used now');
    expect(lines.join('')).not.toContain('the key');
  });

  test('are fetched from a configured host without the key, and from no other', async () => {
    const other = await startCogDouble();
    try {
      double.state.fileBase = other.url;
      engine = await startEngine({ settings: { key: 'the key', files: [other.url] } });
      expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
      expect(other.state.authorizations).toEqual(new Set([undefined]));
      await engine.stop();
      engine = await startEngine({ settings: { key: 'the key' } });
      const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
      expect(error.message).toContain('not allowed to ask');
      expect(other.state.files).toBe(1);
    } finally {
      await other.stop();
    }
  });
});
