import { randomUUID } from 'node:crypto';

import type { JobId } from '../src/domain/ids.ts';
import type { InputValues } from '../src/domain/model.ts';
import type { Engine } from './engines/contract/engine.ts';
import type { MadeSample, Sample } from './gallery/samples.ts';

/** Of the built-in workshop, which every installation has. */
const sampleModel = 'kiln-painter';

/**
 * What paints the gallery's samples: the workshop's painter, by the same door as a person's request.
 * @returns null where there is no such engine
 */
export function createSampleMaker(
  engines: readonly Engine[],
): ((sample: Sample, signal: AbortSignal) => Promise<MadeSample>) | null {
  const engine = engines.find(({ name }) => name === 'builtin');
  const model = engine?.models().find((each) => each.model === sampleModel);
  if (!engine || !model) return null;
  return async ({ prompt, width, height, seed }, signal) => {
    const { properties } = engine.schema(sampleModel, 'en');
    const defaults = Object.entries(properties).flatMap(
      ([field, { default: value, ...property }]) =>
        value === undefined || property['x-needs'] !== undefined ? [] : [[field, value] as const],
    );
    const input: InputValues = {
      ...Object.fromEntries(defaults),
      prompt,
      width,
      height,
      seed: Number(seed),
    };
    const [output] = await engine.run(
      {
        id: randomUUID() as JobId,
        model: sampleModel,
        jobType: 'Text2Img',
        input,
        sources: [],
        seed,
        outputs: 1,
        attempt: 1,
        externalReference: null,
      },
      { signal, reportProgress: () => undefined, saveExternalReference: () => Promise.resolve() },
    );
    if (!output) throw new Error('The painter made no picture');
    const { data, mediaType, parameters } = output;
    return {
      data,
      mediaType,
      width: output.width,
      height: output.height,
      jobType: 'Text2Img',
      model: output.model,
      modelName: model.name,
      parameters,
      seed: output.seed,
    };
  };
}
