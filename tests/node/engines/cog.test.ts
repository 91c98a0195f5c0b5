import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Engine, EngineJob, EngineSource } from '../../../server/engines/contract/engine.ts';
import { cogDocument } from '../../fixtures/engines/cog-schema.ts';
import { startCogDouble } from '../../fixtures/engines/cog.ts';
import type { CogDouble } from '../../fixtures/engines/cog.ts';
import { createSources } from '../../fixtures/engines/sources.ts';
import { cogJob, startCogPlatform } from './cog-platform.ts';
import type { CogPlatform } from './cog-platform.ts';
import { describeConformance, engineErrorFrom, recordingContext } from './conformance.ts';

let platform: CogPlatform;
let double: CogDouble;
let engine: Engine;
let files: Awaited<ReturnType<typeof createSources>>;
let sources: EngineSource[];

beforeAll(async () => {
  platform = await startCogPlatform();
  files = await createSources({ image: 'image', mask: 'mask' });
  ({ sources } = files);
});
afterAll(async () => {
  platform.stop();
  await files.remove();
});

beforeEach(async () => {
  double = await startCogDouble();
});
afterEach(async () => {
  await engine.stop();
  await double.stop();
});

const ask = (differs: Partial<EngineJob> = {}): EngineJob => cogJob(engine, differs);

const ways = [
  { way: 'one long answer', webhooks: false, streams: false },
  { way: 'a stream of events', webhooks: false, streams: true },
  { way: 'webhooks', webhooks: true, streams: false },
];

describe.each(ways)('by $way', ({ way, webhooks, streams }) => {
  beforeEach(async () => {
    double.state.streams = streams;
    double.state.document = cogDocument({ streams });
    engine = await platform.startEngine(double, { webhooks });
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
    ['It might have run out of memory? (exitcode -9)', 'engine-failed', true],
    // What the model makes of its input it makes of it every time.
    ['height must be a multiple of 8', 'engine-failed', false],
    ['list index out of range', 'engine-failed', false],
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
  engine = await platform.startEngine(double, { webhooks: given.webhooks });
  double.state.stepMs = 40;
  const context = recordingContext();
  await engine.run(ask(), context);
  const fractions = new Set(context.progress.flatMap(({ fraction }) => fraction ?? []));
  expect(fractions.size).toBeGreaterThan(2);
  expect([...fractions].every((one) => one > 0 && one <= 1)).toBe(true);
});

describe('files that lie elsewhere', () => {
  test('are fetched from the engine’s own host, key in hand', async () => {
    double.state.fileBase = double.url;
    engine = await platform.startEngine(double, { settings: { key: 'the key' } });
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
    expect(double.state.files).toBe(1);
    expect(double.state.authorizations).toEqual(new Set(['Bearer the key']));
    await double.down();
    await vi.waitFor(() => expect(engine.unavailableReason()).not.toBeNull());
    await double.up();
    expect(platform.logged()).toContain('an engine cannot be used now');
    expect(platform.logged()).not.toContain('the key');
  });

  test('are fetched from a configured host without the key, and from no other', async () => {
    const other = await startCogDouble();
    try {
      double.state.fileBase = other.url;
      engine = await platform.startEngine(double, {
        settings: { key: 'the key', files: [other.url] },
      });
      expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
      expect(other.state.authorizations).toEqual(new Set([undefined]));
      await engine.stop();
      engine = await platform.startEngine(double, { settings: { key: 'the key' } });
      const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
      expect(error.message).toContain('not allowed to ask');
      expect(other.state.files).toBe(1);
    } finally {
      await other.stop();
    }
  });
});
