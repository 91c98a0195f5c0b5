import { describe, expect, test } from 'vitest';

import { schemaDefaults } from '../../../src/domain/model.ts';
import { validateInput } from '../../../src/domain/validate-input.ts';
import { upfrontReason } from '../../../src/domain/upfront.ts';
import { sizeFor, traitsOf } from '../../../src/horde/baselines.ts';
import { pictureSchema } from '../../../src/horde/fields.ts';
import { readModelId, type PictureType } from '../../../src/horde/model-ids.ts';
import { anyOf, anyTraitsOf, offeredModels } from '../../../src/horde/models.ts';
import { readModelReference } from '../../../src/horde/read-model-reference.ts';
import { requestOf, seedRangeOf } from '../../../src/horde/request.ts';
import { mayBeOurs } from '../../../src/horde/results.ts';
import { engineErrorFrom, recordingContext } from './conformance.ts';
import { anonymousKey } from './horde-double-store.ts';
import { createRemoteJob, plainScript } from './horde-double-jobs.ts';
import { checkTogether, generateBody, judgeKudos, modelReference } from './horde-double-rules.ts';
import { setUpHorde } from './horde-harness.ts';

const reference = readModelReference(modelReference)!;
const names = Object.keys(modelReference);
const shapes = [
  { width: 640, height: 640 },
  { width: 4000, height: 3000 },
  { width: 1000, height: 1500 },
  { width: 1920, height: 1080 },
  { width: 300, height: 2400 },
];

/** What an untouched form sends, in every shape of a picture that it may begin with. */
function untouched(type: PictureType, models: string[], name: string) {
  const traits = traitsOf(name, reference);
  const schema = pictureSchema(type, traits, 'en');
  const input = { ...schemaDefaults(schema), prompt: 'a cat' };
  const problems = validateInput(schema, {
    ...input,
    image: 'uploaded',
    mask: 'uploaded',
  }).filter(({ reason }) => reason !== 'unknown-field');
  expect(problems, name).toEqual([]);
  expect(upfrontReason(schema, input), name).toBeNull();
  const sources =
    type === 'Text2Img'
      ? [null]
      : shapes.map((shape) => ({
          ...sizeFor(shape, traits),
          source_image: 'UklGRg==',
        }));
  return sources.map((source) =>
    generateBody.parse(
      requestOf({
        job: { input, seed: '1', outputs: 1 },
        type,
        models,
        traits,
        sources: source,
      }),
    ),
  );
}

describe('untouched forms', () => {
  const offered = offeredModels(
    names.map((name) => ({ name, count: 1, eta: 0 })),
    reference,
  );

  test('of every model in the reference are taken with the anonymous key', () => {
    expect(names).toHaveLength(161);
    const refused: string[] = [];
    for (const name of names) {
      const types: PictureType[] = traitsOf(name, reference).inpainting
        ? ['Inpainting', 'Outpainting']
        : ['Text2Img', 'Img2Img', 'Condition'];
      for (const type of types) {
        if (type === 'Condition' && !traitsOf(name, reference).control) continue;
        if (type === 'Text2Img' && /pix2pix|2 Depth/.test(name)) continue;
        for (const body of untouched(type, [name], name)) {
          checkTogether(body);
          if (judgeKudos(body, 1024).needed) refused.push(`${type} ${name}`);
          // When the Horde is as busy as can be; it has no word of the second family's for that.
          const isLargeOld = traitsOf(name, reference).baseline === 'sd2';
          if (!isLargeOld && judgeKudos(body, 576).needed) refused.push(`busy: ${type} ${name}`);
        }
      }
    }
    expect(refused).toEqual([]);
  });

  test('take every guide, and everything that is done to a picture afterwards, as the Horde wants them', () => {
    const sources = { width: 512, height: 512, source_image: 'UklGRg==' };
    const sent: string[] = [];
    for (const name of ['Deliberate', 'Stable Diffusion 2.1 512', 'AlbedoBase XL (SDXL)']) {
      const traits = traitsOf(name, reference);
      const types: PictureType[] = traits.control ? ['Text2Img', 'Condition'] : ['Text2Img'];
      for (const type of types) {
        const schema = pictureSchema(type, traits, 'en');
        for (const field of ['control_type', 'face_fixer', 'upscaler', 'remove_background']) {
          const values =
            schema.properties[field]?.enum ?? (field in schema.properties ? [true] : []);
          for (const value of values) {
            const input = { ...schemaDefaults(schema), prompt: 'a cat', [field]: value };
            const request = requestOf({
              job: { input, seed: '1', outputs: 1 },
              type,
              models: [name],
              traits,
              sources: type === 'Text2Img' ? null : sources,
            });
            const { params } = generateBody.parse(request);
            checkTogether(generateBody.parse(request));
            if (field === 'control_type') expect(params.control_type).toBe(value);
            else if (value === 'none') expect(params.post_processing).toEqual([]);
            else if (value === true) expect(params.post_processing).toEqual(['strip_background']);
            else expect(params.post_processing).toEqual([value]);
            sent.push(`${field} ${String(value)}`);
          }
        }
        // Only what is guided names a guide: "none" is no answer.
        if (type === 'Text2Img') expect(schema.properties).not.toHaveProperty('control_type');
      }
    }
    expect(new Set(sent.filter((one) => one.startsWith('control_type'))).size).toBe(9);
  });

  test('of whichever is free as well, whoever serves: none with wishes of its own is in the list', () => {
    expect(offered[0]?.model).toBe('horde-any/sdxl');
    const models = anyOf(
      names.map((name) => ({ name, count: 1, eta: 0 })),
      reference,
    );
    expect(models.length).toBeGreaterThan(1);
    for (const name of models) expect(modelReference[name]?.requirements ?? {}).toEqual({});
    for (const body of untouched('Text2Img', models, anyTraitsOf)) {
      expect(judgeKudos(body, 576).needed).toBe(false);
    }
    // Such as has got wishes since.
    const [first = ''] = models;
    const changed = {
      ...reference,
      [first]: { ...reference[first]!, requirements: { steps: { max: 6 } } },
    };
    expect(anyOf([{ name: first, count: 1, eta: 0 }], changed)).toEqual([]);
  });

  test('a form tells before it is sent that kudos are wanted, as the Horde then does', () => {
    const samplers = ['k_euler', 'k_heun', 'k_dpmpp_sde', 'lcm', 'k_dpm_adaptive'];
    for (const name of ['Deliberate', 'Juggernaut XL', 'DreamShaper XL', 'Stable Cascade 1.0']) {
      const traits = traitsOf(name, reference);
      const schema = pictureSchema('Text2Img', traits, 'en');
      for (const sampler_name of samplers) {
        for (const steps of [1, 3, 5, 6, 10, 11, 20, 21, 40, 41]) {
          for (const width of [512, 1024, 1088]) {
            const input = {
              prompt: 'a cat',
              sampler_name,
              steps,
              width,
              height: 1024,
            };
            const body = generateBody.parse(
              requestOf({
                job: { input, seed: '1', outputs: 1 },
                type: 'Text2Img',
                models: [name],
                traits,
                sources: null,
              }),
            );
            const told = upfrontReason(schema, input) !== null;
            const label = `${name} ${sampler_name} ${steps} ${width}`;
            expect(told, label).toBe(judgeKudos(body, 1024).needed);
          }
        }
      }
    }
  });
});

describe('several pictures', () => {
  test.each(['0', '1', '2', '3', '4', '77', '4294967295'])(
    'G32: have the person’s seed %s among theirs, however many a worker takes at once',
    (seed) => {
      for (const outputs of [1, 2, 3, 4]) {
        for (const atOnce of [1, 2, 3, 4]) {
          for (const seed_variation of [undefined, 1, 30, 1_000]) {
            const input = { prompt: 'a cat', ...(seed_variation && { seed_variation }) };
            const request = generateBody.parse(
              requestOf({
                job: { input, seed, outputs },
                type: 'Text2Img',
                models: ['Deliberate'],
                traits: traitsOf('Deliberate'),
                sources: null,
              }),
            );
            const { generations } = createRemoteJob({
              key: anonymousKey,
              request,
              source: null,
              mask: null,
              script: { ...plainScript, atOnce },
              expiresMs: 0,
            });
            const seeds = generations.map((one) => one.seed);
            const label = `${outputs} pictures, ${atOnce} at once, ${seed_variation} apart`;
            expect(seeds, label).toContain(seed);
            const range = seedRangeOf({ input, seed, outputs });
            for (const one of seeds) expect(mayBeOurs(one, range), label).toBe(true);
            // Where there is room below the seed, workers stand as far apart as the person wants.
            const steps = seeds.slice(1).map((one, at) => Number(seeds[at]) - Number(one));
            if (Number(seed) >= 4_000 && atOnce === 1)
              expect(steps, label).toEqual(steps.map(() => seed_variation ?? 1));
          }
        }
      }
    },
  );
});

describe('the reference', () => {
  test('and what is known without it say the same of all its models', () => {
    for (const name of names) {
      expect(traitsOf(name), name).toEqual(traitsOf(name, reference));
    }
  });

  test('decides what a form begins with and offers', () => {
    const of = (name: string) =>
      pictureSchema('Text2Img', traitsOf(name, reference), 'en').properties;
    expect(of('DreamShaper XL')).toMatchObject({
      steps: { default: 3, minimum: 3, maximum: 6 },
      cfg_scale: { default: 2 },
      sampler_name: { default: 'k_dpmpp_sde', enum: ['k_dpmpp_sde'] },
    });
    const realism = of('Pony Realism')['sampler_name'];
    expect(realism?.enum).not.toContain('k_euler');
    expect(realism?.default).toBe('k_euler_a');
    for (const name of ['Hassaku XL', 'ICBINP XL', '2DN', 'ZavyChromaXL', 'HolyMix ILXL']) {
      expect(of(name)['clip_skip']?.default, name).toBe(2);
    }
  });

  test('of a strange shape is none, and strange entries of a good one are passed over', () => {
    for (const value of [null, 'x', [], {}, { Zoo: 7 }])
      expect(readModelReference(value)).toBeNull();
    const read = readModelReference({
      Zoo: {
        baseline: 'stable_diffusion_xl',
        requirements: { max_steps: 'x', samplers: [7] },
      },
      New: { baseline: 'never heard of' },
      Bad: 7,
    });
    expect(read).toEqual({
      Zoo: { baseline: 'sdxl', inpainting: false, requirements: {} },
      New: { baseline: null, inpainting: false, requirements: {} },
    });
  });
});

describe('the platform’s engine', () => {
  const horde = setUpHorde();

  test('makes whichever is free for somebody without a single kudos, on first use', async () => {
    const { state } = horde.double;
    const before = state.models;
    state.models = ['AlbedoBase XL (SDXL)', 'Juggernaut XL', 'DreamShaper XL', 'ICBINP XL'].map(
      (name, index) => ({ name, count: 9 - index, eta: 9 - index }),
    );
    state.keys.set(anonymousKey, 0);
    const engine = await horde.start(anonymousKey);
    const model = engine.models()[0]?.model ?? '';
    expect(readModelId(model)).toEqual({ kind: 'any' });
    const input = {
      ...schemaDefaults(engine.schema(model, 'en')),
      prompt: 'a cat',
    };
    const job = { ...horde.ask(), model, input };
    await expect(engine.run(job, recordingContext())).resolves.toHaveLength(1);
    // The one with wishes of its own is still there for whoever means it.
    const own = 'horde/DreamShaper XL';
    const dear = { ...job, model: own, input: { ...input, steps: 30 } };
    expect((await engineErrorFrom(engine.run(dear, recordingContext()))).code).toBe(
      'invalid-input',
    );
    const plain = {
      ...schemaDefaults(engine.schema(own, 'en')),
      prompt: 'a cat',
    };
    await expect(
      engine.run({ ...job, model: own, input: plain }, recordingContext()),
    ).resolves.toHaveLength(1);
    await engine.stop();
    state.models = before;
  });

  test('reads the reference at run time', async () => {
    const { state } = horde.double;
    const before = state.models;
    state.models = [{ name: 'Deliberate', count: 1 }];
    state.reference = {
      Deliberate: {
        baseline: 'stable_diffusion_xl',
        inpainting: false,
        requirements: { clip_skip: 2, max_steps: 8 },
      },
    };
    const engine = await horde.start(
      horde.double.key,
      {},
      new URL('/reference.json', horde.double.baseUrl).href,
    );
    await expect
      .poll(() => engine.schema('horde/Deliberate', 'en').properties)
      .toMatchObject({
        clip_skip: { default: 2 },
        steps: { maximum: 8 },
        width: { default: 1024 },
      });
    await engine.stop();
    state.models = before;
  });
});
