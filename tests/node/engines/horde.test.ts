import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Engine, EngineJob } from '../../../server/engines/engine.ts';
import { createHordeEngine } from '../../../server/engines/horde/engine.ts';
import { mayFetch } from '../../../server/engines/horde/pictures.ts';
import { offeredModels } from '../../../server/engines/horde/models.ts';
import { describeConformance, engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { startHordeDouble, type HordeDouble } from './horde-double.ts';

const pace = {
  checkMs: 25,
  checkMaxMs: 100,
  statusMs: 30,
  admissionMs: 2_000,
  busyPauseMs: 20,
  busyPauseMaxMs: 50,
  findLostMs: 600,
  findLostStepMs: 40,
  silenceMs: 1_500,
};

let double: HordeDouble;
let engine: Engine;
const logged: string[] = [];

async function startEngine(apiKey: string): Promise<Engine> {
  const started = createHordeEngine({
    apiKey,
    baseUrl: double.baseUrl,
    clientAgent: 'Kiln:1:test',
    log: { warn: (fields, message) => logged.push(JSON.stringify(fields) + message) },
    pace,
  });
  await started.start();
  await vi.waitFor(() => {
    if (started.unavailableReason() !== null) throw new Error('not yet');
  });
  return started;
}

beforeAll(async () => {
  double = await startHordeDouble();
  engine = await startEngine(double.key);
});

afterAll(async () => {
  await engine.stop();
  await double.stop();
});

beforeEach(() => {
  double.state.script = { fates: ['good'], restarts: 0, faulted: false, checksUntilDone: 2 };
});

afterEach(() => {
  double.state.submitFaults.length = 0;
  double.state.checkFaults.length = 0;
  double.state.pictureFailures = 0;
});

const ask = (differs: Partial<EngineJob> = {}): EngineJob =>
  jobOf(engine, 'horde/Deliberate', { ...differs, input: { prompt: 'a cat', ...differs.input } });

const submits = () => double.state.submits;
const lastId = () => [...double.jobs.keys()].at(-1) ?? '';

describeConformance('Horde', () => ({
  engine,
  jobs: () => [ask({ outputs: 2 })],
  longJob() {
    double.state.script = { ...double.state.script, checksUntilDone: -1 };
    return ask();
  },
}));

describe('requests', () => {
  test('every value is explicit and of the type that the contract wants', async () => {
    const input = {
      prompt: 'a cat ### dog',
      negative_prompt: 'blur',
      cfg_scale: 7.5,
      karras: false,
    };
    await engine.run(ask({ outputs: 3, seed: '4294967295', input }), recordingContext());
    expect(double.state.bodies.at(-1)).toMatchObject({
      prompt: 'a cat   dog ### blur',
      models: ['Deliberate'],
      nsfw: false,
      censor_nsfw: true,
      validated_backends: false,
      params: { seed: '4294967295', n: 3, seed_variation: 1, cfg_scale: 7.5, karras: false },
    });
    expect([...double.state.clientAgents]).toEqual(['Kiln:1:test']);
  });

  test('the reference is saved before the request is followed', async () => {
    const context = recordingContext();
    await engine.run(ask(), context);
    expect(context.references.map((text) => /"state":"(\w+)"/.exec(text)?.[1])).toEqual([
      'submitting',
      'submitted',
    ]);
    expect(context.references[1]).toContain(lastId());
  });

  test('a saved reference is gone on with, and nothing is sent again', async () => {
    const first = recordingContext();
    await engine.run(ask(), first);
    const before = submits();
    const externalReference = first.references.at(-1) ?? null;
    const outputs = await engine.run(ask({ attempt: 2, externalReference }), recordingContext());
    expect(outputs).toHaveLength(1);
    expect(submits()).toBe(before);
  });

  test('a model that nobody serves is not asked for', async () => {
    const before = submits();
    const error = await engineErrorFrom(
      engine.run({ ...ask(), model: 'horde/Empty Model' }, recordingContext()),
    );
    expect(error.code).toBe('engine-unavailable');
    expect(submits()).toBe(before);
  });
});

describe('a lost answer to a submission', () => {
  test('is found again in the account of a registered key, without sending twice', async () => {
    double.state.submitFaults.push({ kind: 'drop-answer' });
    const before = submits();
    const context = recordingContext();
    const outputs = await engine.run(ask(), context);
    expect(outputs).toHaveLength(1);
    expect(submits()).toBe(before + 1);
    expect(context.references.at(-1)).toContain(lastId());
  });

  test('is found after a restart too', async () => {
    double.state.submitFaults.push({ kind: 'drop-answer' });
    const context = recordingContext();
    const stopped = engine.run(ask(), context);
    await vi.waitFor(() => {
      if (context.references.length === 0) throw new Error('not yet');
    });
    context.controller.abort('shutdown');
    await expect(stopped).rejects.toBe('shutdown');
    await vi.waitFor(() => {
      if (!double.jobs.has(lastId())) throw new Error('not yet');
    });
    const before = submits();
    const externalReference = context.references.at(-1) ?? null;
    const outputs = await engine.run(ask({ attempt: 2, externalReference }), recordingContext());
    expect(outputs).toHaveLength(1);
    expect(submits()).toBe(before);
  });

  test('ends in words, not in a second payment, when the account does not show it', async () => {
    double.state.submitFaults.push({ kind: 'answer', status: 502, html: '<h1>Bad Gateway</h1>' });
    const before = submits();
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toMatch(/cost twice/);
    expect(submits()).toBe(before + 1);
  });

  test('ends in words for the anonymous key, whose requests the Horde does not list', async () => {
    const anonymous = await startEngine('0000000000');
    try {
      double.state.submitFaults.push({ kind: 'drop-answer' });
      const error = await engineErrorFrom(anonymous.run(ask(), recordingContext()));
      expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    } finally {
      await anonymous.stop();
    }
  });

  test('a request that never left may be sent again', async () => {
    const gone = await startHordeDouble();
    const closed = gone.baseUrl;
    await gone.stop();
    const elsewhere = createHordeEngine({
      apiKey: double.key,
      baseUrl: closed,
      clientAgent: 'Kiln:1:test',
      pace,
    });
    const context = recordingContext();
    const error = await engineErrorFrom(elsewhere.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-unavailable', retryable: true });
    expect(JSON.parse(context.references.at(-1) ?? '')).toEqual({ state: 'none' });
    await elsewhere.stop();
  });
});

describe('refusals', () => {
  const refusal = async (status: number, json: object) => {
    double.state.submitFaults.push({ kind: 'answer', status, json });
    return engineErrorFrom(engine.run(ask(), recordingContext()));
  };

  test('codes become ours, trailing dots or not', async () => {
    expect(await refusal(400, { message: 'x', rc: 'CorruptPrompt.' })).toMatchObject({
      code: 'nsfw-content',
      retryable: false,
    });
    expect(await refusal(400, { message: 'x', rc: 'MaintenanceMode' })).toMatchObject({
      code: 'engine-unavailable',
      retryable: true,
    });
    expect(await refusal(403, { message: 'x', rc: 'KudosUpfront' })).toMatchObject({
      code: 'invalid-input',
      retryable: false,
    });
    expect(await refusal(403, { message: 'x', rc: 'TimeoutIP' })).toMatchObject({
      code: 'engine-unavailable',
      retryable: true,
    });
    expect(await refusal(401, { message: 'x', rc: 'InvalidAPIKey' })).toMatchObject({
      code: 'engine-unavailable',
      retryable: false,
    });
    const invalid = await refusal(400, {
      errors: { 'params.width': 'not a multiple' },
      message: 'Input payload validation failed',
    });
    expect(invalid).toMatchObject({ code: 'invalid-input', retryable: false });
    expect(invalid.message).toContain('params.width - not a multiple');
  });

  test('"too many requests" is waited out, by Retry-After or by patience', async () => {
    double.state.submitFaults.push(
      {
        kind: 'answer',
        status: 429,
        json: { message: '2 per 1 second' },
        headers: { 'Retry-After': '1' },
      },
      {
        kind: 'answer',
        status: 429,
        json: { message: 'Parallel requests exceeded', rc: 'TooManyPrompts' },
      },
    );
    const before = submits();
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
    expect(submits()).toBe(before + 3);
  });
});

describe('following a request', () => {
  test('progress carries the wait, the position and the phase', async () => {
    const context = recordingContext();
    await engine.run(ask(), context);
    expect(context.progress).toContainEqual(
      expect.objectContaining({ phase: 'generating', waitSeconds: 12, queuePosition: 3 }),
    );
  });

  test('bad polls, HTML and rate limits in between fail nothing', async () => {
    double.state.checkFaults.push(
      { status: 502, html: '<h1>Bad Gateway</h1>' },
      { status: 200, html: 'not json' },
      { status: 429, headers: { 'Retry-After': '1' } },
    );
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
  });

  test('a premature "done" while a lost worker is replaced is not believed', async () => {
    double.state.script = { fates: ['good'], restarts: 2, faulted: false, checksUntilDone: 2 };
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
  });

  test('fewer pictures than asked for are a partial success', async () => {
    double.state.script = {
      fates: ['good', 'missing', 'good'],
      restarts: 1,
      faulted: false,
      checksUntilDone: 1,
    };
    const outputs = await engine.run(ask({ outputs: 3 }), recordingContext());
    expect(outputs.map((output) => output.index)).toEqual([0, 1]);
    expect(outputs[0]).toMatchObject({
      width: 128,
      height: 64,
      mediaType: 'image/webp',
      model: 'Deliberate',
    });
    expect(outputs[0]?.parameters).toMatchObject({ width: 128, height: 64, seed: '42' });
  });

  test('a faulted request still delivers what was finished', async () => {
    double.state.script = {
      fates: ['good', 'missing'],
      restarts: 3,
      faulted: true,
      checksUntilDone: 1,
    };
    expect(await engine.run(ask({ outputs: 2 }), recordingContext())).toHaveLength(1);
  });

  test('"done" with nothing made may be tried again as a new request', async () => {
    double.state.script = { fates: ['missing'], restarts: 2, faulted: false, checksUntilDone: 1 };
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: true });
    expect(JSON.parse(context.references.at(-1) ?? '')).toEqual({ state: 'none' });
  });

  test('an expired request is gone, and is not sent again', async () => {
    const context = recordingContext();
    await engine.run(ask(), context);
    double.forget(lastId());
    const before = submits();
    const externalReference = context.references.at(-1) ?? null;
    const error = await engineErrorFrom(
      engine.run(ask({ attempt: 2, externalReference }), recordingContext()),
    );
    expect(error).toMatchObject({ code: 'result-gone', retryable: false });
    expect(submits()).toBe(before);
  });

  test('cancelling cancels the remote request; a shutdown leaves it running', async () => {
    double.state.script = { ...double.state.script, checksUntilDone: -1 };
    for (const [reason, deletes] of [
      ['shutdown', 0],
      ['cancelled', 1],
    ] as const) {
      const before = double.state.deletes.length;
      const context = recordingContext();
      const running = engine.run(ask(), context);
      await vi.waitFor(() => {
        if (context.references.length < 2) throw new Error('not yet');
      });
      context.controller.abort(reason);
      await expect(running).rejects.toBe(reason);
      await vi.waitFor(() => {
        expect(double.state.deletes.length - before).toBe(deletes);
      });
    }
  });
});

describe('results', () => {
  test('a censored placeholder is never delivered as a picture', async () => {
    double.state.script = { ...double.state.script, fates: ['censored', 'good'] };
    expect(await engine.run(ask({ outputs: 2 }), recordingContext())).toHaveLength(1);
    double.state.script = { ...double.state.script, fates: ['censored'] };
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error).toMatchObject({ code: 'nsfw-content', retryable: false });
  });

  test('a download that fails twice is tried a third time', async () => {
    double.state.pictureFailures = 2;
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
  });

  test('damaged bytes are not delivered', async () => {
    double.state.script = { ...double.state.script, fates: ['damaged'] };
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error).toMatchObject({ code: 'result-damaged', retryable: false });
  });

  test('only https and the configured Horde itself are opened', async () => {
    expect(mayFetch('https://store.example/a.webp', double.baseUrl)).toBe(true);
    expect(mayFetch(`${double.baseUrl}/a.webp`, double.baseUrl)).toBe(true);
    for (const address of [
      'http://10.0.0.1/a',
      'file:///etc/passwd',
      'https://me:secret@store.example/',
      'data:,x',
    ]) {
      expect({ address, may: mayFetch(address, double.baseUrl) }).toEqual({ address, may: false });
    }
    double.state.script = { ...double.state.script, fates: ['unsafe-address'] };
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error.code).toBe('result-damaged');
  });
});

describe('models', () => {
  test('well-known names come first, unserved and picture-needing ones not at all', () => {
    expect(engine.models().map((model) => model.name)).toEqual([
      'Deliberate',
      'stable_diffusion',
      'Zoo',
    ]);
    const long = offeredModels([
      { name: 'A very long model name that goes on and on [SDXL]', count: 1 },
    ]);
    expect([...(long[0]?.label_en ?? '')].length).toBeLessThanOrEqual(35);
  });

  test('while the Horde is down the models stay listed, with the reason in both languages', async () => {
    double.state.down = true;
    const offline = createHordeEngine({
      apiKey: double.key,
      baseUrl: double.baseUrl,
      clientAgent: 'Kiln:1:test',
      pace,
    });
    await offline.start();
    expect(offline.models().length).toBeGreaterThan(0);
    expect(offline.unavailableReason()?.cn).toMatch(/AI Horde/);
    expect(offline.unavailableReason()?.en).toMatch(/AI Horde/);
    double.state.down = false;
    await offline.stop();
  });
});

test('neither the key nor a request id is ever logged', () => {
  for (const line of logged) {
    expect(line).not.toContain(double.key);
    for (const id of double.jobs.keys()) expect(line).not.toContain(id);
  }
});
