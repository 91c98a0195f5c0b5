import { describe, expect, test } from 'vitest';

import { mayFetch } from '../../../src/horde/results.ts';
import { engineErrorFrom, recordingContext } from './conformance.ts';
import { plainScript } from './horde-double-jobs.ts';
import { setUpHorde, until } from './horde-harness.ts';

const horde = setUpHorde();
const { ask } = horde;
const state = () => horde.double.state;
const run = (...args: Parameters<typeof ask>) => horde.engine.run(ask(...args), recordingContext());

function script(differs: Partial<typeof plainScript>): void {
  state().script = { ...plainScript, ...differs };
}

describe('bringing pictures home', () => {
  test('G10: a finished picture comes home while the others are still being made', async () => {
    script({ finishedAt: [1, 4], checksUntilDone: 8 });
    const context = recordingContext();
    const before = state().statusCalls;
    const outputs = await horde.engine.run(ask({ outputs: 3 }), context);
    // At least one poll before the last.
    expect(state().statusCalls - before).toBeGreaterThan(1);
    expect(outputs.map((output) => output.index)).toEqual([0, 1, 2]);
    expect(context.progress.map((told) => told.finished ?? 0)).toContain(1);
  });

  test('G10: a dead address is replaced by the one that the next poll signs', async () => {
    state().pictureFailures = 3;
    const before = state().statusCalls;
    expect(await run()).toHaveLength(1);
    expect(state().statusCalls - before).toBe(2);
  });

  test('G11: a download that fails twice is tried a third time', async () => {
    state().pictureFailures = 2;
    const before = state().statusCalls;
    expect(await run()).toHaveLength(1);
    expect(state().statusCalls - before).toBe(1);
  });

  test('G11: bytes that never reached the store, or only half, are not delivered', async () => {
    script({ fates: ['damaged'] });
    expect(await engineErrorFrom(run())).toMatchObject({
      code: 'result-damaged',
      retryable: false,
    });
    script({ fates: ['gone', 'good'] });
    const outputs = await run({ outputs: 2, input: { width: 128, height: 64 } });
    // Type and size are the file's own, whatever its name and the store say.
    expect(outputs).toMatchObject([{ width: 128, height: 64, mediaType: 'image/webp' }]);
  });

  test('only https on the public internet and the configured Horde itself are opened', async () => {
    expect(mayFetch('https://store.example/a.webp', horde.double.baseUrl)).toBe(true);
    expect(mayFetch(`${horde.double.baseUrl}/a.webp`, horde.double.baseUrl)).toBe(true);
    for (const address of [
      'http://10.0.0.1/a',
      'file:///etc/passwd',
      'https://me:secret@store.example/',
      'data:,x',
    ]) {
      expect({ address, may: mayFetch(address, horde.double.baseUrl) }).toEqual({
        address,
        may: false,
      });
    }
    for (const fate of ['unsafe-address', 'inner-address'] as const) {
      script({ fates: [fate] });
      const before = state().statusCalls;
      expect((await engineErrorFrom(run())).code).toBe('result-damaged');
      expect(state().statusCalls - before).toBe(1);
    }
  });
});

describe('reading answers', () => {
  test('G12: no mask is asked for, and answers that somebody else’s mask cut short are read', async () => {
    state().checkFaults.push({ status: 200, html: '{}' }, { status: 200, html: '{"done":false}' });
    expect(await run()).toHaveLength(1);
    expect([...state().headers]).not.toContain('x-fields');
  });

  test('G27: bad polls, HTML, empty answers and rate limits in between fail nothing', async () => {
    state().checkFaults.push(
      { status: 502, html: '<h1>Bad Gateway</h1>' },
      { status: 200, html: 'not json' },
      { status: 503 },
      { status: 429, headers: { 'Retry-After': '1' } },
    );
    expect(await run()).toHaveLength(1);
  });

  test('a gateway’s 404, 403 or 410 in between is no word of the Horde, whatever it is written in', async () => {
    state().checkFaults.push(
      { status: 404, html: '<h1>Not Found</h1>' },
      { status: 404, html: '{"message":"no route matched"}' },
      { status: 403, html: '{"code":"blocked","message":"firewall"}' },
      { status: 410 },
    );
    expect(await run()).toHaveLength(1);
  });

  test('G27: a Horde that says nothing for a long time is given up, and may be asked again', async () => {
    script({ checksUntilDone: -1 });
    const before = state().accepted.length;
    const running = engineErrorFrom(run());
    await until(() => (state().accepted[before]?.checks ?? 0) > 0);
    state().down = true;
    expect(await running).toMatchObject({ code: 'engine-unavailable', retryable: true });
  });

  test('G13: a censored placeholder is never delivered as a picture', async () => {
    script({ fates: ['censored', 'good'] });
    const context = recordingContext();
    expect(await horde.engine.run(ask({ outputs: 2 }), context)).toHaveLength(1);
    expect(context.progress.at(-1)?.missing).toBe('nsfw-content');
    script({ fates: ['censored'] });
    expect(await engineErrorFrom(run())).toMatchObject({ code: 'nsfw-content', retryable: false });
  });

  test('G14: what a worker could not do stands beside the picture', async () => {
    script({
      metadata: [
        { type: 'lora', value: 'download_failed', ref: '12345' },
        { type: 'ti', value: 'parse_failed', ref: '6' },
        { type: 'batch_index', value: 'see_ref', ref: '1' },
      ],
    });
    const [output] = await run();
    expect(output?.warnings).toEqual(['lora-download-failed', 'ti-parse-failed']);
  });

  test('G15: pictures of one request get seeds of their own, and each keeps the one it got', async () => {
    const outputs = await run({ outputs: 3, seed: '4294967295' });
    expect(outputs.map((output) => output.seed)).toEqual([
      '4294967295',
      '4294966295',
      '4294965295',
    ]);
    expect(outputs[2]?.parameters).toMatchObject({ seed: '4294965295', n: 1 });
  });

  test('G16: the size, the seed and the model are told as they came, not as they were asked', async () => {
    state().freeSide = 576;
    state().keys.set(horde.double.key, 0);
    const input = { width: 1024, height: 1024, steps: 40, allow_downgrade: true };
    const [output] = await run({ input });
    expect(output).toMatchObject({ width: 576, height: 576, model: 'Deliberate' });
    expect(output?.parameters).toMatchObject({ width: 576, height: 576 });
    // How many steps are left is said nowhere.
    expect(output?.parameters).not.toHaveProperty('steps');
    expect(output?.warnings).toEqual(['made-smaller-for-kudos']);
  });
});
