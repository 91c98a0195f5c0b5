import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Engine, EngineJob } from '../../../server/engines/contract/engine.ts';
import { startCogDouble } from '../../fixtures/engines/cog.ts';
import type { CogDouble } from '../../fixtures/engines/cog.ts';
import { cogJob, startCogPlatform } from './cog-platform.ts';
import type { CogPlatform } from './cog-platform.ts';
import { engineErrorFrom, recordingContext } from './conformance.ts';

let platform: CogPlatform;
let double: CogDouble;
let engine: Engine;

beforeAll(async () => {
  platform = await startCogPlatform();
});
afterAll(() => platform.stop());

beforeEach(async () => {
  double = await startCogDouble();
});
afterEach(async () => {
  await engine.stop();
  await double.stop();
});

const ask = (differs: Partial<EngineJob> = {}): EngineJob => cogJob(engine, differs);

describe('webhooks', () => {
  test('that found nobody during a restart are taken when they come again, without a second run', async () => {
    engine = await platform.startEngine(double, { webhooks: true });
    double.state.steps = 20;
    const first = recordingContext();
    const ended = engine.run(ask(), first).catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(double.running.size).toBe(1));
    first.controller.abort('shutdown');
    expect(await ended).toBe('shutdown');
    await engine.stop();
    engine = await platform.startEngine(double, { webhooks: true });
    await vi.waitFor(() =>
      expect(double.state.webhooks.map(({ status }) => status)).toContain(503),
    );
    const externalReference = first.references.at(-1) ?? null;
    const again = ask({ attempt: 2, externalReference });
    expect(await engine.run(again, recordingContext())).toHaveLength(1);
    expect(double.state.runs).toHaveLength(1);
  });

  test('that never arrive are told in words, and the container is not kept busy for ever', async () => {
    engine = await platform.startEngine(double, { webhooks: true, pace: { quietMs: 60 } });
    double.state.muteWebhooks = true;
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error.message).toContain('KILN_WEBHOOK_URL');
    expect(error.retryable).toBe(false);
    expect(double.state.runs).toHaveLength(2);
    await vi.waitFor(() => expect(double.running.size).toBe(0));
  });

  test('come to an address that nobody can guess, and a forged one changes nothing', async () => {
    engine = await platform.startEngine(double, { webhooks: true });
    double.state.steps = 20;
    const context = recordingContext();
    const running = engine.run(ask(), context);
    await vi.waitFor(() => expect(double.state.webhooks.length).toBeGreaterThan(0));
    const own = new URL(double.state.webhooks[0]?.url ?? '');
    expect(own.pathname).toMatch(/^\/api\/engines\/studio\/[\w-]{43}$/);
    const send = (path: string, body: object) =>
      fetch(platform.url + path, {
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
    expect(platform.logged()).toContain('/api/engines/studio/*');
    expect(platform.logged()).not.toContain(token);
  });

  test('of Cog 0.16 name files inside the container: it is asked to answer itself, once and from then on', async () => {
    engine = await platform.startEngine(double, { webhooks: true });
    double.state.generation = '0.16';
    expect(await engine.run(ask({ outputs: 1 }), recordingContext())).toHaveLength(1);
    expect(double.state.runs).toHaveLength(2);
    double.state.webhooks.length = 0;
    const next = ask({ id: 'next' as EngineJob['id'] });
    expect(await engine.run(next, recordingContext())).toHaveLength(1);
    expect(double.state.runs).toHaveLength(3);
    expect(double.state.webhooks).toEqual([]);
  });

  test('of Cog 0.16 that never arrive are told in words as well', async () => {
    engine = await platform.startEngine(double, { webhooks: true, pace: { quietMs: 60 } });
    double.state.generation = '0.16';
    double.state.muteWebhooks = true;
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error.message).toContain('KILN_WEBHOOK_URL');
    expect(double.state.runs).toHaveLength(2);
  });

  test('have no address where no engine wants any', async () => {
    engine = await platform.startEngine(double);
    const answer = await fetch(`${platform.url}/api/engines/studio/${'x'.repeat(43)}`, {
      method: 'POST',
    });
    expect(answer.status).toBe(404);
  });

  test('a container that dies and comes back begins anew', async () => {
    engine = await platform.startEngine(double, { webhooks: true, pace: { quietMs: 150 } });
    double.state.steps = 400;
    const running = engine.run(ask(), recordingContext());
    await vi.waitFor(() => expect(double.state.webhooks.length).toBeGreaterThan(2));
    double.state.steps = 2;
    double.crash();
    expect(await running).toHaveLength(1);
    expect(double.state.runs).toHaveLength(2);
  });
});
