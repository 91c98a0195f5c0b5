import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Engine, EngineJob, EngineSource } from '../../../server/engines/contract/engine.ts';
import { createOpenaiEngine } from '../../../server/engines/openai/engine.ts';
import type {
  OpenaiModelSettings,
  OpenaiSettings,
} from '../../../server/engines/openai/settings.ts';
import { createLog } from '../../../server/log.ts';
import { startOpenaiDouble } from '../../fixtures/engines/openai.ts';
import type { OpenaiDouble } from '../../fixtures/engines/openai.ts';
import { createSources } from '../../fixtures/engines/sources.ts';
import { describeConformance, engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const pace = {
  workMs: 20,
  busyMs: 15,
  admissionMs: 1_500,
  wellMs: 30,
  downMs: 20,
  downMaxMs: 40,
};

const gpt: OpenaiModelSettings = {
  id: 'gpt-image-1',
  label: { cn: '云画', en: 'Cloud painter' },
  cost: 8,
  tasks: ['generate', 'edit', 'inpaint'],
  sizes: ['1024x1024', '1536x1024', '1024x1536'],
  outputs: 4,
  qualities: ['low', 'medium', 'high'],
  promptMaxCharacters: 7_000,
  partialImages: 2,
  input: { background: 'opaque' },
};
const dalle: OpenaiModelSettings = {
  id: 'dall-e-3',
  cost: 4,
  tasks: ['generate'],
  sizes: ['1024x1024', '1792x1024'],
  outputs: 1,
  promptMaxCharacters: 4_000,
  partialImages: 0,
  responseFormat: 'url',
  input: {},
};

let double: OpenaiDouble;
let engine: Engine;
let files: Awaited<ReturnType<typeof createSources>>;
let sources: EngineSource[];

beforeAll(async () => {
  files = await createSources({ image: 'image', mask: 'mask' });
  ({ sources } = files);
});

afterAll(() => files.remove());

async function startEngine(more: Partial<OpenaiSettings> = {}): Promise<Engine> {
  const started = createOpenaiEngine(
    {
      kind: 'openai',
      name: 'cloud',
      url: double.apiUrl,
      key: double.key,
      models: [gpt, dalle],
      files: [],
      paid: true,
      timeoutMinutes: 1,
      ...more,
    },
    { log: createLog('silent') },
    pace,
  );
  await started.start();
  return started;
}

const isWell = (started: Engine) =>
  vi.waitFor(() => expect(started.unavailableReason()).toBeNull());

beforeEach(async () => {
  double = await startOpenaiDouble();
  engine = await startEngine();
  await isWell(engine);
});

afterEach(async () => {
  await engine.stop();
  await double.stop();
  expect(double.state.violations).toEqual([]);
});

const edit = { jobType: 'Img2Img' } as const;
const inpaint = { jobType: 'Inpainting' } as const;
const ask = (differs: Partial<EngineJob> = {}, model = 'gpt-image-1'): EngineJob =>
  jobOf(engine, `cloud/${model}`, { ...differs, input: { prompt: 'a cat', ...differs.input } });

describeConformance('OpenAI-compatible', () => ({
  engine,
  jobs: () => [
    ask(),
    ask({ outputs: 2 }),
    ask({}, 'dall-e-3'),
    ask({ ...edit, sources: sources.slice(0, 1) }, 'gpt-image-1/edit'),
    ask({ ...inpaint, sources }, 'gpt-image-1/inpaint'),
  ],
  longJob() {
    double.state.hangs = true;
    return ask();
  },
}));

describe('a model', () => {
  test('is what the configuration says of it', () => {
    expect(engine.models()).toMatchObject([
      {
        model: 'cloud/gpt-image-1',
        label_cn: '云画',
        type: 'Text2Img',
        upload: null,
        allow_dimensions: ['1024x1024', '1536x1024', '1024x1536'],
        num_outputs: [1, 2, 3, 4],
        cost: 8,
      },
      { model: 'cloud/gpt-image-1/edit', type: 'Img2Img', upload: 'image', mask: null },
      { model: 'cloud/gpt-image-1/inpaint', type: 'Inpainting', upload: 'image', mask: 'mask' },
      { model: 'cloud/dall-e-3', label_en: 'dall-e-3', type: 'Text2Img', upload: null, cost: 4 },
    ]);
    const { properties } = engine.schema('cloud/gpt-image-1', 'en');
    expect(properties['quality']).toMatchObject({
      enum: ['low', 'medium', 'high'],
      default: 'low',
    });
    expect(properties['width']).toMatchObject({ default: 1024, minimum: 1024, maximum: 1536 });
    expect(engine.schema('cloud/gpt-image-1/inpaint', 'en').required).toEqual([
      'image',
      'mask',
      'prompt',
    ]);
    expect(properties).not.toHaveProperty('image');
    expect(engine.schema('cloud/dall-e-3', 'en').properties['prompt']?.maxLength).toBe(4_000);
  });

  test('needs no list of models on its server', async () => {
    double.state.hasModels = false;
    await engine.stop();
    engine = await startEngine();
    await isWell(engine);
  });

  test('is hidden while the server is down, and while the key is wrong', async () => {
    await double.down();
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('can’t be reached'));
    await double.up();
    await isWell(engine);
    await engine.stop();
    engine = await startEngine({ key: 'sk-wrong' });
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('configured key'));
    expect(engine.unavailableReason()?.cn).toContain('密钥');
  });
});

describe('a request', () => {
  test('for text sends what the published description knows, and nothing else', async () => {
    const input = { width: 1536, height: 1024, quality: 'high' };
    const outputs = await engine.run(ask({ outputs: 2, input }), recordingContext());
    expect(double.state.requests).toEqual([
      {
        model: 'gpt-image-1',
        prompt: 'a cat',
        n: 2,
        size: '1536x1024',
        quality: 'high',
        background: 'opaque',
      },
    ]);
    expect(outputs).toMatchObject([{ width: 1536, height: 1024, seed: '' }, { index: 1 }]);
  });

  test('for an edit sends the picture, and a mask that is transparent where it is painted anew', async () => {
    await engine.run(ask({ ...inpaint, sources }, 'gpt-image-1/inpaint'), recordingContext());
    const [sent] = double.state.edits;
    expect(sent?.fields).toMatchObject({ prompt: 'a cat', size: '1024x1024', stream: 'true' });
    expect(await sharp(sent?.image).metadata()).toMatchObject({ format: 'png', width: 300 });
    const alpha = await sharp(sent?.mask ?? Buffer.alloc(0))
      .extractChannel(3)
      .raw()
      .toBuffer();
    expect([alpha[10], alpha[290]]).toEqual([0, 255]);
  });

  test('for an edit of several pictures sends them as a list, where the configuration says that it may', async () => {
    await engine.stop();
    engine = await startEngine({ models: [{ ...gpt, pictures: 4 }] });
    await isWell(engine);
    const { upload_limit, upload } = engine.models()[1]!;
    expect([upload, upload_limit]).toEqual(['image', 4]);
    expect(engine.models()[2]).toMatchObject({ upload_limit: 1 });
    expect(engine.schema('cloud/gpt-image-1/edit', 'en').properties['image']).toMatchObject({
      type: 'array',
      format: 'uri',
      maxItems: 4,
    });
    const [image] = sources;
    await engine.run(
      ask({ ...edit, sources: [image!, { ...image!, width: 30, height: 20 }] }, 'gpt-image-1/edit'),
      recordingContext(),
    );
    expect(double.state.edits[0]?.images).toEqual(['image-1.png', 'image-2.png']);
  });

  test('to inpaint without a mask is not sent', async () => {
    const job = ask({ ...inpaint, sources: sources.slice(0, 1) }, 'gpt-image-1/inpaint');
    const error = await engineErrorFrom(engine.run(job, recordingContext()));
    expect(error.code).toBe('source-missing');
    expect(double.state.paid).toBe(0);
  });

  test('streams previews where they are asked for', async () => {
    const context = recordingContext();
    await engine.run(ask(), context);
    expect(double.state.requests[0]).toMatchObject({ stream: true, partial_images: 2 });
    const previews = context.progress.flatMap(({ preview }) => preview ?? []);
    expect(previews.map(({ mediaType }) => mediaType)).toEqual(['image/png', 'image/png']);
    const fractions = context.progress.flatMap(({ fraction }) => fraction ?? []);
    expect(fractions.map((one) => one.toFixed(2))).toEqual(['0.33', '0.67']);
  });

  test('with addresses in its answer fetches them from configured hosts only, without the key', async () => {
    expect(await engine.run(ask({}, 'dall-e-3'), recordingContext())).toHaveLength(1);
    const other = await startOpenaiDouble();
    try {
      double.state.urlBase = other.url;
      const error = await engineErrorFrom(engine.run(ask({}, 'dall-e-3'), recordingContext()));
      expect(error).toMatchObject({ code: 'result-damaged', retryable: false });
      expect(error.message).not.toContain('sig');
      expect(other.state.files).toBe(0);
      await engine.stop();
      engine = await startEngine({ files: [other.url] });
      expect(await engine.run(ask({}, 'dall-e-3'), recordingContext())).toHaveLength(1);
      expect(other.state.authorizations.size).toBe(0);
    } finally {
      await other.stop();
    }
  });

  test('that is told to wait waits, as long as it is told', async () => {
    const error = { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' };
    const overloaded = { message: 'The engine is currently overloaded', type: 'server_error' };
    double.state.refusals.push(
      { status: 429, error, headers: { 'Retry-After': '1' } },
      { status: 503, error: overloaded, headers: { 'Retry-After': '0' } },
    );
    const context = recordingContext();
    const before = performance.now();
    expect(await engine.run(ask(), context)).toHaveLength(1);
    expect(performance.now() - before).toBeGreaterThan(990);
    expect(context.progress.map(({ phase }) => phase)).toContain('waiting');
    expect(double.state.paid).toBe(1);
  });
});

describe('an answer that is lost', () => {
  test.each([
    ['a connection that breaks', () => double.state.lostAnswers.push('drop')],
    ['a stream that breaks off', () => double.state.lostAnswers.push('cut')],
    [
      'an error of the front',
      () => double.state.refusals.push({ status: 502, html: '<h1>Bad</h1>' }),
    ],
  ])('(%s) is told in words, and never sent again', async (_, arrange) => {
    arrange();
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toContain('might cost twice');
    const paid = double.state.paid;
    const externalReference = context.references.at(-1) ?? null;
    const again = engine.run(ask({ attempt: 2, externalReference }), recordingContext());
    expect((await engineErrorFrom(again)).message).toContain('might cost twice');
    expect(double.state.paid).toBe(paid);
  });

  test('of a machine of one’s own is asked for again by the next attempt', async () => {
    await engine.stop();
    engine = await startEngine({ paid: false });
    await isWell(engine);
    double.state.lostAnswers.push('drop');
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(ask({ outputs: 2 }), context));
    expect(error).toMatchObject({ code: 'engine-unavailable', retryable: true });
    const externalReference = context.references.at(-1) ?? null;
    const again = ask({ attempt: 2, outputs: 2, externalReference });
    expect(await engine.run(again, recordingContext())).toHaveLength(2);
  });

  test('because nobody listens was no request at all', async () => {
    await double.down();
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(ask(), context));
    expect(error).toMatchObject({ code: 'engine-unavailable', retryable: true });
    expect(context.references.at(-1)).toContain('none');
    await double.up();
  });

  test('by a shutdown while it waits for its turn was none either', async () => {
    double.state.refusals.push({
      status: 429,
      error: { message: 'later' },
      headers: { 'Retry-After': '60' },
    });
    const context = recordingContext();
    const ended = engine.run(ask(), context).catch((reason: unknown) => reason);
    await vi.waitFor(() => {
      expect(context.progress.map(({ phase }) => phase)).toContain('waiting');
    });
    context.controller.abort('shutdown');
    expect(await ended).toBe('shutdown');
    expect(context.references.at(-1)).toContain('none');
  });
});

describe('a refusal', () => {
  const rejected = 'Your request was rejected by the safety system. safety_violations=[violence].';
  test.each([
    [400, rejected, 'moderation_blocked', 'nsfw-content', false],
    [400, rejected, null, 'nsfw-content', false],
    [400, 'Invalid value: size', 'invalid_value', 'invalid-input', false],
    [
      401,
      'Incorrect API key provided: sk-a-secret-key.',
      'invalid_api_key',
      'engine-unavailable',
      false,
    ],
    [404, 'The model `dall-e-2` does not exist', 'model_not_found', 'engine-unavailable', false],
    [429, 'You exceeded your current quota', 'insufficient_quota', 'engine-unavailable', false],
    [500, 'The server had an error', 'server_error', 'engine-unavailable', true],
    [500, 'RuntimeError: width must be divisible by 64', null, 'engine-failed', false],
    [500, 'CUDA out of memory', null, 'engine-unavailable', true],
    [500, '', null, 'engine-unavailable', true],
    [502, 'RuntimeError: no backend', null, 'engine-unavailable', true],
  ])('%i "%s" (%s) is %s', async (status, message, code, expected, retryable) => {
    double.state.refusals.push({ status, error: { message, code } });
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(ask(), context));
    expect([error.code, error.retryable]).toEqual([expected, retryable]);
    expect(error.message).not.toContain(double.key);
    expect(context.references.at(-1)).toContain('none');
    expect(double.state.paid).toBe(0);
  });

  test('in the middle of a stream is one', async () => {
    double.state.streamErrors.push({ message: rejected, code: 'moderation_blocked' });
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error.code).toBe('nsfw-content');
    // A model's own failure comes this way too, and would come again.
    double.state.streamErrors.push({ message: 'ValueError: steps', code: 'ValueError' });
    const own = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(own).toMatchObject({ code: 'engine-failed', retryable: false });
  });

  test('of some pictures leaves the others', async () => {
    double.state.withheld = 1;
    const context = recordingContext();
    expect(await engine.run(ask({ outputs: 2 }), context)).toHaveLength(1);
    expect(context.progress.at(-1)?.missing).toBe('nsfw-content');
    double.state.withheld = 2;
    const error = await engineErrorFrom(engine.run(ask({ outputs: 2 }), recordingContext()));
    expect(error.code).toBe('nsfw-content');
  });

  test('a damaged picture is no picture', async () => {
    double.state.damaged = true;
    const error = await engineErrorFrom(engine.run(ask(), recordingContext()));
    expect(error.code).toBe('result-damaged');
  });
});
