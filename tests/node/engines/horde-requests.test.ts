import { pino } from 'pino';
import { describe, expect, test } from 'vitest';

import type { EngineModel } from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, recordingContext } from './conformance.ts';
import { setUpHorde, until } from './horde-harness.ts';

const horde = setUpHorde();
const { ask } = horde;
const state = () => horde.double.state;
const run = (...args: Parameters<typeof ask>) => horde.engine.run(ask(...args), recordingContext());
const lastParams = () => state().bodies.at(-1)?.['params'] as Record<string, unknown>;

describe('what is sent', () => {
  test('G17: every value whose default is not what the document says is explicit', async () => {
    const input = { karras: false, cfg_scale: 7.5, seed_variation: 3 };
    await run({ outputs: 2, input });
    expect(state().bodies.at(-1)).toMatchObject({
      nsfw: false,
      censor_nsfw: true,
      validated_backends: false,
      trusted_workers: false,
      slow_workers: true,
      allow_downgrade: false,
      shared: false,
      r2: true,
      models: ['Deliberate'],
      params: { karras: false, cfg_scale: 7.5, n: 2, seed_variation: 3 },
    });
    expect([...state().clientAgents]).toEqual(['Kiln:1:test']);
  });

  test('G18: seeds are strings, nothing is null, and what is not wanted is left out', async () => {
    await run({ seed: '4294967295', input: { prompt: 'a cat ### dog', negative_prompt: 'blur' } });
    expect(state().bodies.at(-1)?.['prompt']).toBe('a cat   dog ### blur');
    expect(lastParams()).toMatchObject({ seed: '4294967295' });
    expect(JSON.stringify(state().bodies.at(-1))).not.toContain('null');
    for (const left of ['control_type', 'loras', 'tis', 'denoising_strength', 'seed_variation']) {
      expect(lastParams()).not.toHaveProperty(left);
    }
    expect(state().bodies.at(-1)).not.toHaveProperty('source_image');
  });

  test('LoRAs and textual inversions go as the Horde wants them', async () => {
    const loras = ['12345:0.8', '7@67890', 'Some: name:0.5:0.25'];
    await run({ input: { loras, tis: ['-99:1.5', '100'] } });
    expect(lastParams()['loras']).toEqual([
      { name: '12345', model: 0.8, clip: 0.8, is_version: false },
      { name: '67890', model: 1, clip: 1, is_version: true },
      { name: 'Some: name', model: 0.5, clip: 0.25, is_version: false },
    ]);
    expect(lastParams()['tis']).toEqual([
      { name: '99', inject_ti: 'negprompt', strength: 1.5 },
      { name: '100', inject_ti: 'prompt', strength: 1 },
    ]);
    const before = state().submits;
    for (const wrong of [['1', '2', '3', '4', '5'], ['1:9'], [':0.5']]) {
      const error = await engineErrorFrom(run({ input: { loras: wrong } }));
      expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    }
    expect(state().submits).toBe(before);
  });

  test('one upscaler, face fixing and a cut-out are done in order, however they are asked for', async () => {
    const input = { upscaler: 'RealESRGAN_x2plus', face_fixer: 'GFPGAN', remove_background: true };
    await run({ input });
    expect(lastParams()['post_processing']).toEqual([
      'GFPGAN',
      'RealESRGAN_x2plus',
      'strip_background',
    ]);
    await run({ input: { post_processing: ['NMKD_Siax'] } });
    expect(lastParams()['post_processing']).toEqual(['NMKD_Siax']);
    for (const post_processing of [['NMKD_Siax', '4x_AnimeSharp'], ['sparkles']]) {
      const error = await engineErrorFrom(run({ input: { post_processing } }));
      expect(error.code).toBe('invalid-input');
    }
  });

  test('the hires fix has a strength; models that refuse it are not asked for it', async () => {
    await run({ input: { hires_fix: true, hires_strength: 0.4, width: 1024, height: 1024 } });
    expect(lastParams()).toMatchObject({ hires_fix: true, hires_fix_denoising_strength: 0.4 });
  });
});

describe('what it costs', () => {
  const dear = { width: 1024, height: 1024, steps: 50 };

  test('G19, G23: short of kudos, the refusal tells the whole cost, not that of one picture', async () => {
    state().keys.set(horde.double.key, 10);
    const before = state().accepted.length;
    const error = await engineErrorFrom(run({ outputs: 2, input: dear }));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    expect(error.reasons).toEqual([{ field: null, reason: 'kudos-in-advance', values: [151] }]);
    expect(state().accepted.length).toBe(before);
  });

  test('G19: a refusal without a figure is followed by a dry run', async () => {
    state().submitFaults.push({
      kind: 'answer',
      status: 403,
      json: { message: 'no', rc: 'KudosUpfront' },
    });
    const error = await engineErrorFrom(run({ input: dear }));
    expect(state().dryRuns).toHaveLength(1);
    expect(error.reasons).toEqual([{ field: null, reason: 'kudos-in-advance', values: [76] }]);
  });

  test('G23: who allows it gets a smaller picture, in one request', async () => {
    state().keys.set(horde.double.key, 10);
    const before = state().accepted.length;
    const [output] = await run({ input: { ...dear, allow_downgrade: true } });
    expect(state().accepted.length).toBe(before + 1);
    expect(state().bodies.at(-1)).toMatchObject({ allow_downgrade: true });
    expect(output?.warnings).toContain('made-smaller-for-kudos');
    // With kudos enough nothing is made smaller, though it was allowed.
    state().keys.set(horde.double.key, 10_000);
    const [whole] = await run({ input: { ...dear, allow_downgrade: true } });
    expect(whole).toMatchObject({ width: 1024, warnings: [] });
  });
});

describe('whose key', () => {
  test('a job’s own key pays for it, and a wrong one is told to its owner', async () => {
    state().keys.set('my-own-key', 50);
    const context = recordingContext();
    context.ownKey = () => Promise.resolve('my-own-key');
    await horde.engine.run(ask(), context);
    expect(state().accepted.at(-1)?.key).toBe('my-own-key');
    expect(context.references.join()).not.toContain('my-own-key');

    const wrong = recordingContext();
    wrong.ownKey = () => Promise.resolve('mistyped');
    const error = await engineErrorFrom(horde.engine.run(ask(), wrong));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    expect(error.reasons).toEqual([{ field: null, reason: 'own-key-refused' }]);
    expect(error.message).not.toContain('mistyped');
  });

  test('after a change of keys a lost submission is not looked for in the other account', async () => {
    state().keys.set('other-key', 50);
    state().submitFaults.push({ kind: 'drop-answer' });
    const first = recordingContext();
    const accepted = state().accepted.length;
    const stopped = horde.engine.run(ask(), first);
    await until(() => first.references.length > 0);
    first.controller.abort('shutdown');
    await expect(stopped).rejects.toBe('shutdown');
    await until(() => state().accepted.length > accepted);
    const second = recordingContext();
    second.ownKey = () => Promise.resolve('other-key');
    const externalReference = first.references.at(-1) ?? null;
    const error = await engineErrorFrom(
      horde.engine.run(ask({ attempt: 2, externalReference }), second),
    );
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
  });
});

describe('refusals', () => {
  const refusal = async (status: number, json: object) => {
    state().submitFaults.push({ kind: 'answer', status, json });
    return engineErrorFrom(run());
  };

  test('G22: a model that nobody serves is not asked for, nor offered', async () => {
    const before = state().submits;
    const job = { ...ask(), model: 'horde/Empty Model' };
    const error = await engineErrorFrom(horde.engine.run(job, recordingContext()));
    expect(error.code).toBe('engine-unavailable');
    expect(state().submits).toBe(before);
    expect(horde.engine.models().map((model: EngineModel) => model.name)).not.toContain(
      'Empty Model',
    );
  });

  test('G24: a full window is waited out by its Retry-After, our own queue by patience', async () => {
    state().submitFaults.push(
      {
        kind: 'answer',
        status: 429,
        json: { message: '2 per 1 second' },
        headers: { 'Retry-After': '1' },
      },
      {
        kind: 'answer',
        status: 429,
        json: { message: 'Parallel requests (31) exceeded user limit (30).', rc: 'TooManyPrompts' },
        headers: { 'Retry-After': '1' },
      },
    );
    const before = state().submits;
    const startedMs = performance.now();
    const context = recordingContext();
    expect(await horde.engine.run(ask(), context)).toHaveLength(1);
    expect(state().submits).toBe(before + 3);
    // 5 s of the Horde's, although the header of that answer speaks of 1.
    expect(performance.now() - startedMs).toBeGreaterThan(5 * horde.double.secondMs);
    expect(context.progress.slice(0, 3).map((told) => told.phase)).toContain('waiting');
  });

  test('G24: while it waits to be let in it was never sent, so that a crash then loses nothing', async () => {
    const refused = { message: '90 per 1 minute' };
    state().submitFaults.push({
      kind: 'answer',
      status: 429,
      json: refused,
      headers: { 'Retry-After': '60' },
    });
    const context = recordingContext();
    const submits = state().submits;
    const running = horde.engine.run(ask(), context);
    await until(() => context.references.length === 2);
    const referenceAtCrash = context.references.at(-1) ?? null;
    expect(JSON.parse(referenceAtCrash ?? '')).toEqual({ state: 'none' });
    // A cancel now is the end: nothing leaves any more.
    context.controller.abort('cancelled');
    await expect(running).rejects.toBe('cancelled');
    expect(state().submits).toBe(submits + 1);
    const again = ask({ attempt: 2, externalReference: referenceAtCrash });
    expect(await horde.engine.run(again, recordingContext())).toHaveLength(1);
  });

  test('G25: shut out, nobody’s submissions leave until the penalty is over', async () => {
    const patient = await horde.start(horde.double.key, { shutOutMs: 400 });
    state().submitFaults.push({
      kind: 'answer',
      status: 403,
      json: { message: 'x', rc: 'TimeoutIP' },
    });
    const before = state().submits;
    const first = patient.run(ask(), recordingContext());
    await until(() => state().submits > before);
    const startedMs = performance.now();
    const own = recordingContext();
    state().keys.set('somebody', 50);
    own.ownKey = () => Promise.resolve('somebody');
    const second = patient.run(ask(), own);
    await Promise.all([first, second]);
    expect(performance.now() - startedMs).toBeGreaterThan(350);
    expect(state().submits).toBe(before + 3);
    expect(state().bodies.at(-1)).toMatchObject({ replacement_filter: true });
    await patient.stop();
  });

  test('G27: maintenance is waited for, and hides the models meanwhile', async () => {
    state().submitFaults.push({
      kind: 'answer',
      status: 400,
      json: { message: 'x', rc: 'MaintenanceMode' },
    });
    const hurried = await horde.start(horde.double.key, { maintenancePauseMs: 50, refreshMs: 50 });
    expect(await hurried.run(ask(), recordingContext())).toHaveLength(1);
    state().maintenance = true;
    await until(() => hurried.unavailableReason()?.en.includes('maintenance') === true);
    state().maintenance = false;
    await until(() => hurried.unavailableReason() === null);
    await hurried.stop();
  });

  test('G28: codes become ours, trailing dots or not, and unknown ones keep their words', async () => {
    expect(await refusal(400, { message: 'x', rc: 'CorruptPrompt.' })).toMatchObject({
      code: 'nsfw-content',
      retryable: false,
    });
    expect(await refusal(401, { message: 'x', rc: 'InvalidAPIKey' })).toMatchObject({
      code: 'engine-unavailable',
      retryable: false,
    });
    const unheard = await refusal(403, { message: 'words', rc: 'NeverHeardOf' });
    expect(unheard.code).toBe('engine-failed');
    expect(unheard.message).toContain('words');
    const invalid = await refusal(400, {
      errors: { 'params.width': 'not a multiple' },
      message: 'Input payload validation failed',
    });
    expect(invalid).toMatchObject({ code: 'invalid-input', retryable: false });
    expect(invalid.message).toContain('params.width - not a multiple');
    expect(invalid.reasons).toEqual([
      { field: null, reason: 'engine-refused', values: ['AI Horde'] },
    ]);
  });

  test('G28: the breakdown over a shared key’s limits is told as that, and not sent again', async () => {
    state().keys.set('a-shared-key', 50);
    const context = recordingContext();
    context.ownKey = () => Promise.resolve('a-shared-key');
    state().submitFaults.push({
      kind: 'answer',
      status: 500,
      json: { message: 'Internal Server Error' },
    });
    const before = state().submits;
    const error = await engineErrorFrom(horde.engine.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toMatch(/shared key/);
    expect(state().submits).toBe(before + 1);
  });

  test('G29: neither keys, request ids nor signed addresses are logged or told', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    state().script = { ...state().script, fates: ['gone'] };
    const errors = [
      await engineErrorFrom(run()),
      await refusal(404, { message: `no ${horde.lastId()}`, rc: 'RequestNotFound' }),
    ];
    for (const error of errors) log.warn({ err: error }, 'job failed');
    const told = [...lines, ...horde.logged, ...errors.map((error) => error.message)].join('\n');
    expect(told).not.toBe('');
    expect(told).not.toContain(horde.double.key);
    expect(told).not.toContain('X-Amz-Signature');
    for (const job of state().accepted) expect(told).not.toContain(job.id);
  });
});
