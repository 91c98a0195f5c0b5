import { describe, expect, test } from 'vitest';

import { createHordeEngine } from '../../../server/engines/horde/engine.ts';
import { describeConformance, engineErrorFrom, recordingContext } from './conformance.ts';
import { plainScript } from './horde-double-jobs.ts';
import { startHordeDouble } from './horde-double.ts';
import { until, setUpHorde } from './horde-harness.ts';

const horde = setUpHorde();
const { ask } = horde;
const state = () => horde.double.state;
const run = (...args: Parameters<typeof ask>) => horde.engine.run(ask(...args), recordingContext());

function script(differs: Partial<typeof plainScript>): void {
  state().script = { ...plainScript, ...differs };
}

describeConformance('Horde', () => ({
  engine: horde.engine,
  jobs: () => [ask({ outputs: 2 })],
  longJob() {
    script({ checksUntilDone: -1 });
    return ask();
  },
}));

describe('the life of a request', () => {
  test('G1: "done" with fewer pictures than asked for is a partial success', async () => {
    script({ fates: ['good', 'missing', 'good'], restarts: 1 });
    const outputs = await run({ outputs: 3 });
    expect(outputs.map((output) => output.index)).toEqual([0, 1]);
  });

  test('G1: "done" with nothing made may be tried again as a new request', async () => {
    script({ fates: ['missing'], restarts: 2, checksUntilDone: 1 });
    const context = recordingContext();
    const error = await engineErrorFrom(horde.engine.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: true });
    expect(JSON.parse(context.references.at(-1) ?? '')).toEqual({ state: 'none' });
  });

  test('G2: "done" while a picture is still being made is not believed', async () => {
    script({ restarts: 2 });
    expect(await run()).toHaveLength(1);
  });

  test('G3: a request faulted late, with something waiting still, delivers what was finished', async () => {
    script({ fates: ['good', 'missing'], restarts: 3, faulted: true });
    expect(await run({ outputs: 2 })).toHaveLength(1);
  });

  test('G4: "impossible" is a hint and fails nothing', async () => {
    script({ checksInLine: 4, checksUntilDone: 6 });
    const context = recordingContext();
    expect(await horde.engine.run(ask(), context)).toHaveLength(1);
    // It is told, and taken back once somebody works on it.
    expect(context.progress).toContainEqual(
      expect.objectContaining({ phase: 'waiting', isPossible: false }),
    );
    expect(context.progress.findLast((told) => told.isPossible !== undefined)).toMatchObject({
      isPossible: true,
    });
  });

  test('G5: attempts that were lost are no pictures that failed', async () => {
    script({ lostAt: [2, 4], checksUntilDone: 6 });
    const context = recordingContext();
    expect(await horde.engine.run(ask({ outputs: 2 }), context)).toHaveLength(2);
    // Lost means that it waits for somebody again.
    const phases = context.progress.map((told) => told.phase);
    expect(phases.indexOf('waiting', phases.indexOf('generating'))).toBeGreaterThan(0);
    expect(context.progress.every((told) => (told.finished ?? 0) <= 2)).toBe(true);
  });

  test('G6: nothing is told of a wait or a place that is not known yet', async () => {
    script({ checksInLine: 3, checksUntilDone: 5 });
    const context = recordingContext();
    await horde.engine.run(ask(), context);
    const inLine = context.progress.filter((told) => told.phase === 'waiting');
    expect(inLine[0]).not.toHaveProperty('waitSeconds');
    expect(inLine.map((told) => told.queuePosition)).toEqual([3, 2, 1]);
    expect(inLine[1]).toMatchObject({ waitSeconds: 12 });
    expect(context.progress).toContainEqual(
      expect.objectContaining({ phase: 'generating', queuePosition: 0 }),
    );
  });

  test('G7: a cancel is asked for until the request is seen to be over', async () => {
    script({ checksUntilDone: -1 });
    state().cancelFaults = 1;
    const context = recordingContext();
    const running = horde.engine.run(ask(), context);
    await until(() => context.references.length >= 2);
    const id = horde.lastId();
    context.controller.abort('cancelled');
    await expect(running).rejects.toBe('cancelled');
    await until(() => state().cancels.includes(id));
    const job = horde.double.jobs.get(id);
    const checks = job?.checks ?? 0;
    await until(() => (job?.checks ?? 0) > checks);
  });

  test('G7: a shutdown leaves the request running', async () => {
    script({ checksUntilDone: -1 });
    const context = recordingContext();
    const running = horde.engine.run(ask(), context);
    await until(() => context.references.length >= 2);
    context.controller.abort('shutdown');
    await expect(running).rejects.toBe('shutdown');
    expect(state().cancels).not.toContain(horde.lastId());
  });

  test('G8: a request that expired is gone, and is not sent again', async () => {
    const context = recordingContext();
    await horde.engine.run(ask(), context);
    horde.double.forget(horde.lastId());
    const before = state().submits;
    const externalReference = context.references.at(-1) ?? null;
    const error = await engineErrorFrom(
      horde.engine.run(ask({ attempt: 2, externalReference }), recordingContext()),
    );
    expect(error).toMatchObject({ code: 'result-gone', retryable: false });
    expect(state().submits).toBe(before);
  });

  test('G8: what was brought home before it expired is a partial success', async () => {
    script({ finishedAt: [1], checksUntilDone: -1 });
    const before = state().statusCalls;
    const running = run({ outputs: 2 });
    await until(() => state().statusCalls > before);
    horde.double.forget(horde.lastId());
    expect(await running).toHaveLength(1);
  });

  test('G8: one that nobody ever took says so', async () => {
    script({ checksInLine: 1_000, checksUntilDone: -1 });
    const before = state().accepted.length;
    const running = engineErrorFrom(run());
    await until(() => (state().accepted[before]?.checks ?? 0) > 1);
    horde.double.forget(horde.lastId());
    const error = await running;
    expect(error).toMatchObject({ code: 'engine-unavailable', retryable: false });
    expect(error.message).toMatch(/No worker/);
  });

  test('what an attempt left behind is cancelled by its reference alone', async () => {
    state().script.checksUntilDone = -1;
    const context = recordingContext();
    const running = horde.engine.run(ask(), context).catch((reason: unknown) => reason);
    await until(() => context.references.length === 2);
    context.controller.abort('shutdown');
    await running;
    const id = horde.lastId();
    expect(state().cancels).not.toContain(id);
    await horde.engine.abandon?.(ask(), context.references.at(-1) ?? '');
    await until(() => state().cancels.includes(id));
  });

  test('a saved reference is gone on with, and nothing is sent again', async () => {
    const first = recordingContext();
    await horde.engine.run(ask(), first);
    const states = first.references.map((text) => /"state":"(\w+)"/.exec(text)?.[1]);
    expect(states).toEqual(['submitting', 'submitted']);
    const before = state().submits;
    const externalReference = first.references.at(-1) ?? null;
    const context = recordingContext();
    expect(await horde.engine.run(ask({ attempt: 2, externalReference }), context)).toHaveLength(1);
    expect(state().submits).toBe(before);
  });
});

describe('G9: a lost answer to a submission', () => {
  test('is found again in the account of a registered key, without sending twice', async () => {
    state().submitFaults.push({ kind: 'drop-answer' });
    const before = state().submits;
    const context = recordingContext();
    const [output] = await horde.engine.run(ask(), context);
    expect(output?.seed).toBe('42');
    expect(state().submits).toBe(before + 1);
    expect(context.references.at(-1)).toContain(horde.lastId());
  });

  test.each([404, 403, 429])(
    'is lost as well where a gateway answers %i in its place: nothing is sent twice, nothing given up',
    async (status) => {
      state().submitFaults.push({ kind: 'replace-answer', status });
      const before = state().submits;
      expect(await horde.engine.run(ask(), recordingContext())).toHaveLength(1);
      expect(state().submits).toBe(before + 1);
    },
  );

  test('is told from others that were lost with it, by its pictures', async () => {
    const requests = ['1000', '2000', '3000'].map((seed) => ({
      seed,
      context: recordingContext(),
    }));
    for (const _ of requests) state().submitFaults.push({ kind: 'drop-answer' });
    const { submits, accepted } = state();
    const before = { submits, accepted: accepted.length };
    const outputs = await Promise.all(
      requests.map(({ seed, context }) => horde.engine.run(ask({ seed }), context)),
    );
    expect(outputs.map((own) => own.map(({ seed }) => seed))).toEqual([
      ['1000'],
      ['2000'],
      ['3000'],
    ]);
    expect(state().submits).toBe(before.submits + 3);
    const ids = requests.map(({ context }) => context.references.at(-1) ?? '');
    expect(new Set(ids).size).toBe(3);
  });

  test('is not made up for by a request that arrived just then, when its own never did', async () => {
    // A proxy refuses the one; the other's answer is lost behind the same fault.
    state().submitFaults.push(
      { kind: 'answer', status: 502, html: '<h1>Bad Gateway</h1>' },
      { kind: 'drop-answer' },
    );
    const before = state().submits;
    const [one, other] = await Promise.allSettled([
      horde.engine.run(ask({ seed: '1000' }), recordingContext()),
      horde.engine.run(ask({ seed: '2000' }), recordingContext()),
    ]);
    const ended = [one, other].filter(({ status }) => status === 'rejected');
    expect(ended).toHaveLength(1);
    expect(ended[0]).toMatchObject({ reason: { code: 'engine-failed', retryable: false } });
    expect(state().submits).toBe(before + 2);
  });

  test('is found after a restart too', async () => {
    state().submitFaults.push({ kind: 'drop-answer' });
    const context = recordingContext();
    const accepted = state().accepted.length;
    const stopped = horde.engine.run(ask(), context);
    await until(() => context.references.length > 0);
    context.controller.abort('shutdown');
    await expect(stopped).rejects.toBe('shutdown');
    await until(() => state().accepted.length > accepted);
    const before = state().submits;
    const externalReference = context.references.at(-1) ?? null;
    const again = ask({ attempt: 2, externalReference });
    expect(await horde.engine.run(again, recordingContext())).toHaveLength(1);
    expect(state().submits).toBe(before);
  });

  test('is not taken for somebody else’s request of the same account', async () => {
    // Another program with the same key asks for as many pictures just then.
    state().submitFaults.push({ kind: 'answer', status: 502, html: '<h1>Bad Gateway</h1>' });
    const engine = await horde.start(horde.double.key);
    const running = engineErrorFrom(engine.run(ask(), recordingContext()));
    await until(() => state().submitFaults.length === 0);
    const other = recordingContext();
    const stranger = await horde.start(horde.double.key);
    const elsewhere = stranger.run(ask({ seed: '4000' }), other);
    const error = await running;
    await elsewhere;
    await stranger.stop();
    await engine.stop();
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toMatch(/somebody else/);
  });

  test('ends in words, not in a second payment, when the account does not show it', async () => {
    state().submitFaults.push({ kind: 'answer', status: 502, html: '<h1>Bad Gateway</h1>' });
    const before = state().submits;
    const error = await engineErrorFrom(run());
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toMatch(/cost twice/);
    expect(state().submits).toBe(before + 1);
  });

  test('ends in words for the anonymous key, whose requests the Horde does not list', async () => {
    const anonymous = await horde.start('0000000000');
    state().submitFaults.push({ kind: 'drop-answer' });
    const error = await engineErrorFrom(anonymous.run(ask(), recordingContext()));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    await anonymous.stop();
  });

  test('a request that never left may be sent again', async () => {
    const gone = await startHordeDouble();
    await gone.stop();
    const elsewhere = createHordeEngine({
      apiKey: gone.key,
      baseUrl: gone.baseUrl,
      clientAgent: 'Kiln:1:test',
    });
    const context = recordingContext();
    const error = await engineErrorFrom(elsewhere.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-unavailable', retryable: true });
    expect(JSON.parse(context.references.at(-1) ?? '')).toEqual({ state: 'none' });
    await elsewhere.stop();
  });
});
