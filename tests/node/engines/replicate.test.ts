import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { createCogEngine } from '../../../server/engines/cog/engine.ts';
import type { CogSettings } from '../../../server/engines/cog/settings.ts';
import type { Engine, EngineJob, EngineSource } from '../../../server/engines/contract/engine.ts';
import { createLog } from '../../../server/log.ts';
import { startReplicateDouble } from '../../fixtures/engines/replicate.ts';
import type { ReplicateDouble } from '../../fixtures/engines/replicate.ts';
import { createSources } from '../../fixtures/engines/sources.ts';
import { describeConformance, engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const pace = {
  pollMs: 15,
  busyMs: 15,
  admissionMs: 2_000,
  // Several bad polls in a row on a busy machine are no silence.
  silenceMs: 1_500,
  wellMs: 30,
  downMs: 20,
  downMaxMs: 40,
};

let double: ReplicateDouble;
let engine: Engine;
let files: Awaited<ReturnType<typeof createSources>>;
let sources: EngineSource[];

beforeAll(async () => {
  files = await createSources({ image: 'image', mask: 'mask' });
  ({ sources } = files);
});

afterAll(() => files.remove());

async function startEngine(more: Partial<CogSettings> = {}): Promise<Engine> {
  const started = createCogEngine(
    {
      kind: 'cog',
      name: 'cloud',
      url: double.apiUrl,
      key: double.key,
      replicate: { model: 'artist/brush' },
      files: [],
      cost: 5,
      fields: {},
      input: {},
      timeoutMinutes: 1,
      ...more,
    },
    { log: createLog('silent'), webhookUrl: null },
    pace,
  );
  await started.start();
  return started;
}

const isWell = (started: Engine) =>
  vi.waitFor(() => expect(started.unavailableReason()).toBeNull());

beforeEach(async () => {
  double = await startReplicateDouble();
  engine = await startEngine();
  await isWell(engine);
});

afterEach(async () => {
  await engine.stop();
  await double.stop();
  expect(double.state.violations).toEqual([]);
});

const ask = (differs: Partial<EngineJob> = {}): EngineJob =>
  jobOf(engine, `cloud/${(differs.jobType ?? 'Text2Img').toLowerCase()}`, {
    ...differs,
    input: { prompt: 'a cat', ...differs.input },
  });
const paid = () => double.predictions.size;

describeConformance('Replicate', () => ({
  engine,
  jobs: () => [
    ask({ outputs: 2, input: { num_outputs: 2 } }),
    ask({ jobType: 'Img2Img', sources: sources.slice(0, 1) }),
  ],
  longJob() {
    double.state.pollsUntilDone = -1;
    return ask();
  },
}));

describe('a request', () => {
  test('is paid for once, and its pictures are fetched home', async () => {
    const context = recordingContext();
    const outputs = await engine.run(ask(), context);
    expect(outputs).toMatchObject([{ width: 96, height: 64, mediaType: 'image/webp' }]);
    expect(paid()).toBe(1);
    expect(context.references.map((text) => /"state":"(\w+)"/.exec(text)?.[1])).toEqual([
      'submitting',
      'submitted',
    ]);
    expect(context.progress.some(({ fraction }) => (fraction ?? 0) > 0)).toBe(true);
  });

  test('of a version names it', async () => {
    await engine.stop();
    engine = await startEngine({ replicate: { model: 'artist/brush', version: double.version } });
    await isWell(engine);
    await engine.run(ask(), recordingContext());
    expect(double.state.versions).toEqual([double.version]);
  });

  test('carries small files itself and uploads large ones first', async () => {
    const large = { ...sources[0]!, path: path.join(path.dirname(sources[0]!.path), 'large.webp') };
    await writeFile(large.path, Buffer.alloc(300 * 1024, 7));
    await engine.run(
      ask({ jobType: 'Inpainting', sources: [large, sources[1]!] }),
      recordingContext(),
    );
    expect(double.state.uploads).toEqual([{ type: 'image/webp', bytes: 300 * 1024 }]);
    expect(double.state.inputs[0]?.['image']).toBe(`${double.apiUrl}/files/f1`);
    expect(String(double.state.inputs[0]?.['mask'])).toMatch(/^data:image\/png/);
  });

  test('after a restart is followed, not sent again', async () => {
    const first = recordingContext();
    await engine.run(ask(), first);
    const externalReference = first.references.at(-1) ?? null;
    const outputs = await engine.run(ask({ attempt: 2, externalReference }), recordingContext());
    expect(outputs).toHaveLength(1);
    expect(paid()).toBe(1);
  });

  test('that is told to wait waits', async () => {
    double.state.refusals.push({ status: 429, headers: { 'Retry-After': '0' } }, { status: 429 });
    const context = recordingContext();
    expect(await engine.run(ask(), context)).toHaveLength(1);
    expect(context.progress.map(({ phase }) => phase)).toContain('waiting');
    expect(paid()).toBe(1);
  });

  test('survives bad polls', async () => {
    double.state.pollFaults.push('drop', 500, 429, 404, 404);
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
  });
});

describe('a lost answer to a paid request', () => {
  test.each(['drop', 502] as const)('(%s) is told in words and never sent again', async (fault) => {
    double.state.lostAnswers.push(fault);
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toContain('might cost twice');
    const externalReference = context.references.at(-1) ?? null;
    const again = engine.run(ask({ attempt: 2, externalReference }), recordingContext());
    expect((await engineErrorFrom(again)).message).toContain('might cost twice');
    expect(paid()).toBe(1);
  });

  test('while nobody listens is a refusal that may be tried again', async () => {
    await double.down();
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-unavailable', retryable: true });
    expect(context.references.at(-1)).toContain('none');
    await double.up();
  });
});

describe('a cancel', () => {
  test('is passed on', async () => {
    double.state.pollsUntilDone = -1;
    const context = recordingContext();
    const ended = engine.run(ask(), context).catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(context.references).toHaveLength(2));
    context.controller.abort('cancelled');
    expect(await ended).toBe('cancelled');
    await vi.waitFor(() => expect(double.state.cancels).toHaveLength(1));
  });

  test('that overtakes the answer is passed on when that comes', async () => {
    const { promise: hold, resolve: answer } = Promise.withResolvers<void>();
    double.state.hold = hold;
    const context = recordingContext();
    const ended = engine.run(ask(), context).catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(paid()).toBe(1));
    context.controller.abort('cancelled');
    expect(await ended).toBe('cancelled');
    answer();
    await vi.waitFor(() => expect(double.state.cancels).toHaveLength(1));
  });

  test('a shutdown waits for the answer, so that the restart knows of it', async () => {
    const { promise: hold, resolve: answer } = Promise.withResolvers<void>();
    double.state.hold = hold;
    const context = recordingContext();
    const ended = engine.run(ask(), context).catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(paid()).toBe(1));
    context.controller.abort('shutdown');
    answer();
    expect(await ended).toBe('shutdown');
    expect(context.references.at(-1)).toContain('submitted');
    expect(double.state.cancels).toEqual([]);
  });
});

describe('a refusal', () => {
  test.each([
    [402, 'engine-unavailable', 'no credit left'],
    [403, 'engine-unavailable', 'does not take the configured key'],
    [422, 'invalid-input', '- input.prompt: too long'],
  ])('%i is told in words', async (status, code, words) => {
    double.state.refusals.push({ status, body: { detail: '- input.prompt: too long' } });
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect([error.code, error.retryable]).toEqual([code, false]);
    expect(error.message).toContain(words);
    expect(paid()).toBe(0);
  });

  test('by the model’s own filter is one, and a failure is not paid for again', async () => {
    double.state.fail = 'The input or output was flagged as sensitive. Please try again. (E005)';
    const flagged = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect([flagged.code, flagged.retryable]).toEqual(['nsfw-content', false]);
    double.state.fail = 'Prediction interrupted; please retry (code: PA)';
    const failed = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect([failed.code, failed.retryable]).toEqual(['engine-failed', false]);
  });

  test('of the key hides the model, in both languages', async () => {
    await engine.stop();
    engine = await startEngine({ key: 'wrong' });
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('configured key'));
    expect(engine.unavailableReason()?.cn).toContain('不接受配置的密钥');
  });
});
