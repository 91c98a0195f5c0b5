import { afterAll, afterEach, beforeAll, vi } from 'vitest';

import type { Engine, EngineJob } from '../../../server/engines/contract/engine.ts';
import { createHordeEngine } from '../../../server/engines/horde/engine.ts';
import type { HordePace } from '../../../server/engines/horde/pace.ts';
import { jobOf } from './conformance.ts';
import { plainAlchemy } from './horde-double-alchemy.ts';
import { plainScript } from './horde-double-jobs.ts';
import { startHordeDouble, type HordeDouble } from './horde-double.ts';
import { paceOf } from './horde-pace.ts';

export interface HordeHarness {
  readonly double: HordeDouble;
  readonly engine: Engine;
  /** Everything the engine logged. */
  readonly logged: string[];
  /** Another engine on the same double, e.g. with another key; the caller stops it. */
  start: (apiKey: string, pace?: Partial<HordePace>, modelReferenceUrl?: string) => Promise<Engine>;
  ask: (differs?: Partial<EngineJob>, model?: string) => EngineJob;
  lastId: () => string;
}

/** A double and an engine for the tests of one file; between tests the double forgets what it was told to do. */
export function setUpHorde(secondMs = 20, pace: Partial<HordePace> = {}): HordeHarness {
  let double: HordeDouble;
  let engine: Engine;
  const logged: string[] = [];

  async function start(
    apiKey: string,
    differs: Partial<HordePace> = {},
    modelReferenceUrl?: string,
  ): Promise<Engine> {
    const started = createHordeEngine({
      apiKey,
      baseUrl: double.baseUrl,
      clientAgent: 'Kiln:1:test',
      ...(modelReferenceUrl && { modelReferenceUrl }),
      log: {
        warn: (fields, message) => logged.push(JSON.stringify(fields) + message),
      },
      pace: paceOf(double.secondMs, { silenceMs: 1_500, ...pace, ...differs }),
    });
    await started.start();
    await vi.waitFor(() => {
      if (started.unavailableReason() !== null) throw new Error('not yet');
    });
    return started;
  }

  beforeAll(async () => {
    double = await startHordeDouble(secondMs);
    engine = await start(double.key);
  });

  afterEach(() => {
    const { state } = double;
    state.script = { ...plainScript };
    state.submitFaults.length = 0;
    state.submitDelayMs = 0;
    state.checkFaults.length = 0;
    state.alchemy = { ...plainAlchemy };
    state.pictureFailures = 0;
    state.cancelFaults = 0;
    state.freeSide = 1024;
    state.maintenance = false;
    state.down = false;
    state.keys = new Map([[double.key, 10_000]]);
  });

  afterAll(async () => {
    await engine.stop();
    await double.stop();
  });

  return {
    get double() {
      return double;
    },
    get engine() {
      return engine;
    },
    logged,
    start,
    ask: (differs = {}, model = 'horde/Deliberate') =>
      jobOf(engine, model, { ...differs, input: { prompt: 'a cat', ...differs.input } }),
    lastId: () => double.state.accepted.at(-1)?.id ?? '',
  };
}

/** Waits for something to become true. */
export function until(check: () => boolean): Promise<void> {
  return vi.waitFor(
    () => {
      if (!check()) throw new Error('not yet');
    },
    { interval: 5 },
  );
}
