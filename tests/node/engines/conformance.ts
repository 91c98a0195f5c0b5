import { describe, expect, test } from 'vitest';

import type {
  Engine,
  EngineContext,
  EngineJob,
  EngineProgress,
} from '../../../server/engines/contract/engine.ts';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import { modelItem, modelSchema } from '../../../src/api/contract/models.ts';
import type { JobId } from '../../../src/domain/ids.ts';
import { languages } from '../../../src/domain/languages.ts';
import { schemaDefaults } from '../../../src/domain/model.ts';
import { validateInput } from '../../../src/domain/validate-input.ts';

export interface RecordedContext extends EngineContext {
  progress: EngineProgress[];
  references: string[];
  controller: AbortController;
}

/** A context that remembers what the engine told. */
export function recordingContext(): RecordedContext {
  const controller = new AbortController();
  const progress: EngineProgress[] = [];
  const references: string[] = [];
  return {
    controller,
    progress,
    references,
    signal: controller.signal,
    reportProgress: (told) => progress.push(told),
    saveExternalReference(reference) {
      references.push(reference);
      return Promise.resolve();
    },
  };
}

/** A job of a model with its schema's defaults, and what differs. */
export function jobOf(engine: Engine, model: string, differs: Partial<EngineJob> = {}): EngineJob {
  const offered = engine.models().find((candidate) => candidate.model === model);
  const input = { ...schemaDefaults(engine.schema(model, 'en')), ...differs.input };
  return {
    id: '01900000-0000-7000-8000-000000000001' as JobId,
    model,
    jobType: (offered?.type.split(',')[0] ?? 'Text2Img') as EngineJob['jobType'],
    sources: [],
    seed: '42',
    outputs: 1,
    attempt: 1,
    externalReference: null,
    ...differs,
    input,
  };
}

export interface Specimen {
  engine: Engine;
  /** Jobs that end well, one for each kind of model. */
  jobs: () => EngineJob[];
  /** A job that takes long enough to be stopped in the middle. */
  longJob: () => EngineJob;
}

/** What every engine owes the platform, whatever makes its pictures. */
export function describeConformance(name: string, specimen: () => Specimen): void {
  describe(`the ${name} engine keeps the door's promises`, () => {
    test('its models are complete items in both languages', () => {
      const { engine } = specimen();
      expect(engine.models().length).toBeGreaterThan(0);
      for (const model of engine.models()) {
        const item = {
          ...model,
          value: 0,
          label: model.label_en,
          dstyle: '',
          engine: engine.name,
          available: true,
          unavailable_reason: null,
        };
        expect(modelItem.parse(item)).toEqual(item);
        expect(model.label_default).not.toBe('');
        expect(model.schema).toBe(model.model);
        expect(model.description.text).not.toBe('');
        expect(model.description.text_en).not.toBe('');
      }
    });

    test('its schemas are valid, ordered, and their defaults are accepted', () => {
      const { engine } = specimen();
      for (const { model } of engine.models()) {
        for (const language of languages) {
          const schema = engine.schema(model, language);
          expect(modelSchema.parse(schema)).toEqual(schema);
          const order = Object.values(schema.properties).map((property) => property['x-order']);
          expect(new Set(order).size).toBe(order.length);
          for (const field of schema.required) expect(schema.properties).toHaveProperty(field);
          const problems = validateInput(schema, schemaDefaults(schema));
          expect(problems.filter((found) => found.reason !== 'required')).toEqual([]);
        }
        const offered = engine.models().find((candidate) => candidate.model === model);
        for (const field of [offered?.upload, offered?.filed_mappings.prompt]) {
          if (field) expect(engine.schema(model, 'cn').properties).toHaveProperty(field);
        }
      }
    });

    test('a model that is not its own is not found', () => {
      const { engine } = specimen();
      expect(() => engine.schema('nobody/knows', 'en')).toThrowError(
        expect.objectContaining({ code: 'not-found' }),
      );
    });

    test('a run ends with outputs in order and progress that never goes back', async () => {
      const { engine, jobs } = specimen();
      for (const job of jobs()) {
        const context = recordingContext();
        const outputs = await engine.run(job, context);
        expect(outputs.map((output) => output.index)).toEqual(
          Array.from({ length: job.outputs }, (_, index) => index),
        );
        for (const output of outputs) {
          expect(output.data.length).toBeGreaterThan(0);
          expect(output.width * output.height).toBeGreaterThan(0);
          expect(output.mediaType).toMatch(/^image\//);
        }
        const fractions = context.progress.flatMap((told) => told.fraction ?? []);
        expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));
        for (const told of context.progress) {
          expect(Number.isFinite(told.waitSeconds ?? 0)).toBe(true);
          expect(told.waitSeconds ?? 0).toBeGreaterThanOrEqual(0);
        }
        expect(engine.estimateSeconds(job)).toBeGreaterThan(0);
      }
    });

    test('a cancelled run rejects with the reason, long before its end', async () => {
      const { engine, longJob } = specimen();
      const context = recordingContext();
      let toldAfterwards = 0;
      context.reportProgress = (told) => {
        context.progress.push(told);
        if (context.controller.signal.aborted) toldAfterwards += 1;
        else if (context.progress.length >= 2) context.controller.abort('cancelled');
      };
      await expect(engine.run(longJob(), context)).rejects.toBe('cancelled');
      expect(context.progress.length).toBeGreaterThanOrEqual(2);
      expect(toldAfterwards).toBeLessThanOrEqual(1);
    });

    test('a run that is aborted before it begins does nothing', async () => {
      const { engine, longJob } = specimen();
      const context = recordingContext();
      context.controller.abort('cancelled');
      await expect(engine.run(longJob(), context)).rejects.toBe('cancelled');
      expect(context.references).toEqual([]);
    });
  });
}

export async function engineErrorFrom(work: Promise<unknown>): Promise<EngineError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof EngineError) return error;
  throw new Error('expected an EngineError', { cause: error });
}
