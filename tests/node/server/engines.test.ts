import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { ConfigurationError, readConfig } from '../../../server/config.ts';
import { createCogEngine } from '../../../server/engines/cog/engine.ts';
import type { Engine } from '../../../server/engines/contract/engine.ts';
import { createOpenaiEngine } from '../../../server/engines/openai/engine.ts';
import { configuredEngines } from '../../../server/engines/registry.ts';
import { createLog } from '../../../server/log.ts';
import { startCogDouble } from '../../fixtures/engines/cog.ts';
import type { CogDouble } from '../../fixtures/engines/cog.ts';
import { startOpenaiDouble } from '../../fixtures/engines/openai.ts';
import type { OpenaiDouble } from '../../fixtures/engines/openai.ts';
import { solidPng } from '../../fixtures/png.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';

const log = createLog('silent');
const root = path.resolve(import.meta.dirname, '../../..');

/** A port that was free a moment ago: an engine's webhooks need to know it before the platform starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a Cog container behind the platform', () => {
  const pace = { busyMs: 20, wellMs: 40, downMs: 30, downMaxMs: 60, silenceMs: 300 };
  let double: CogDouble;
  let platform: TestPlatform;
  let webhookUrl: string;
  let person: Person;

  const engine = (): Engine =>
    createCogEngine(
      {
        kind: 'cog',
        name: 'studio',
        url: double.url,
        files: [],
        cost: 3,
        fields: {},
        input: { hf_token: 'hush' },
        timeoutMinutes: 1,
      },
      { log, webhookUrl },
      pace,
    );
  const model = async () => (await platform.call('GET', '/pgmodels.json')).body[0];
  const generate = (input: object) =>
    platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body: { model: 'studio/text2img', job_type: 'Text2Img', input },
    });
  const isAvailable = (expected: boolean) =>
    vi.waitFor(async () => expect((await model()).available).toBe(expected));

  beforeAll(async () => {
    double = await startCogDouble();
    const port = await freePort();
    webhookUrl = `http://127.0.0.1:${port}`;
    platform = await startTestPlatform(engine(), { port });
  });
  afterAll(async () => {
    await platform?.stop();
    await double?.stop();
  });
  beforeEach(async () => {
    person = await platform.register();
    double.state.steps = 4;
    await isAvailable(true);
  });

  test('makes pictures by webhooks, which are charged, kept, and come without its secrets', async () => {
    const schema = await platform.call('POST', '/api/v2/playground_get_model_schema', {
      body: { model: 'studio/text2img', lang: 'cn' },
    });
    expect(schema.body.properties.prompt.title).toBe('提示词');
    expect(JSON.stringify(schema.body)).not.toMatch(/hush|hf_token/);

    const accepted = await generate({ prompt: 'a quiet kiln', num_outputs: 2 });
    expect(accepted.body).toMatchObject({ state: 'Pending', cost: 6 });
    const { body } = await platform.ended(person, accepted.body.id);
    expect(body).toMatchObject({ state: 'Finished', finished: 2 });
    const picture = await platform.call('GET', body.generations[0].img);
    expect(picture.headers.get('Content-Type')).toBe('image/webp');
    expect(await platform.credits(person)).toEqual({ balance: 44, reserved: 0 });
    expect(JSON.stringify(body)).not.toContain('hush');
  });

  test('gets several pictures of one field as a list, in their order, and no more than it takes', async () => {
    const send = (shades: number[]) =>
      Promise.all(
        shades.map(async (shade) => {
          const form = new FormData();
          const png = new Blob([new Uint8Array(solidPng(16, 16, [shade, 0, 0]))]);
          form.append('file', png, 'a.png');
          const { body } = await platform.call('POST', '/api/v2/upload', { person, body: form });
          return body.url as string;
        }),
      );
    const [image, ...references] = await send([1, 2, 3, 4, 5]);
    const ask = (reference_images: unknown) =>
      platform.call('POST', '/api/v2/playground_generate', {
        person,
        headers: { 'Idempotency-Key': randomUUID() },
        body: {
          model: 'studio/img2img',
          job_type: 'Img2Img',
          input: { prompt: 'a kiln', image, reference_images },
        },
      });
    const tooMany = await ask(references);
    expect([tooMany.status, tooMany.body.reasons]).toEqual([
      400,
      [{ field: 'reference_images', reason: 'too-many-files', values: [3] }],
    ]);
    const accepted = await ask([references[2], references[0]]);
    await platform.ended(person, accepted.body.id);
    const shadesOf = (files: unknown) =>
      Promise.all(
        (files as string[]).map(async (file) => {
          const { data } = await sharp(Buffer.from(file.split(',')[1]!, 'base64'))
            .raw()
            .toBuffer({ resolveWithObject: true });
          return data[0];
        }),
      );
    const sent = double.state.requests.at(-1)!.input['reference_images'];
    expect(await shadesOf(sent)).toEqual([4, 2]);
    // A form from before the model took several sends a single address.
    const single = await ask(references[1]);
    await platform.ended(person, single.body.id);
    expect(await shadesOf(double.state.requests.at(-1)!.input['reference_images'])).toEqual([3]);
  });

  test('goes on with a prediction that outlived a restart of the platform, and runs it once', async () => {
    double.state.steps = 30;
    const before = double.state.runs.length;
    const accepted = await generate({ prompt: 'two kilns' });
    await vi.waitFor(() => expect(double.running.size).toBe(1));
    await platform.restart(engine());
    const { body } = await platform.ended(person, accepted.body.id);
    expect(body).toMatchObject({ state: 'Finished', finished: 1 });
    expect(double.state.runs.length).toBe(before + 1);
    expect(await platform.credits(person)).toEqual({ balance: 47, reserved: 0 });
  });

  test('that is cancelled stops, and costs nothing', async () => {
    double.state.steps = 400;
    const accepted = await generate({ prompt: 'no kiln' });
    await vi.waitFor(() => expect(double.running.size).toBe(1));
    await platform.call('DELETE', `/api/v2/generate/status/${accepted.body.id}`, { person });
    await vi.waitFor(() => expect(double.running.size).toBe(0));
    expect((await platform.ended(person, accepted.body.id)).body.state).toBe('Cancelled');
    expect(await platform.credits(person)).toEqual({ balance: 50, reserved: 0 });
  });

  test('that is down is shown with the reason, takes no jobs, and is back by itself', async () => {
    await double.down();
    await isAvailable(false);
    expect((await model()).unavailable_reason).toEqual({
      cn: '连不上这个引擎，Kiln 会继续尝试。',
      en: 'This engine can’t be reached; Kiln keeps trying.',
    });
    expect((await generate({ prompt: 'a kiln' })).status).toBe(503);
    await double.up();
    await isAvailable(true);
    const accepted = await generate({ prompt: 'a kiln' });
    expect((await platform.ended(person, accepted.body.id)).body.state).toBe('Finished');
  });
});

describe('a paid service behind the platform', () => {
  let double: OpenaiDouble;
  let platform: TestPlatform;

  beforeAll(async () => {
    double = await startOpenaiDouble();
    const engine = createOpenaiEngine(
      {
        kind: 'openai',
        name: 'cloud',
        url: double.apiUrl,
        key: double.key,
        models: [
          {
            id: 'gpt-image-1',
            cost: 8,
            tasks: ['generate'],
            sizes: ['1024x1024'],
            outputs: 4,
            promptMaxCharacters: 7_000,
            partialImages: 0,
            input: {},
          },
        ],
        files: [],
        paid: true,
        timeoutMinutes: 1,
      },
      { log },
      { busyMs: 20, downMs: 30 },
    );
    platform = await startTestPlatform(engine);
    await vi.waitFor(async () => {
      expect((await platform.call('GET', '/pgmodels.json')).body[0].available).toBe(true);
    });
  });
  afterAll(async () => {
    await platform?.stop();
    await double?.stop();
  });
  afterEach(() => {
    double.state.withheld = 0;
  });

  async function generate(n: number) {
    const person = await platform.register();
    const accepted = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body: { model: 'cloud/gpt-image-1', job_type: 'Text2Img', input: { prompt: 'a kiln', n } },
    });
    const { body } = await platform.ended(person, accepted.body.id);
    return { body, credits: await platform.credits(person) };
  }

  test('charges for the pictures that came, not for those that were withheld', async () => {
    double.state.withheld = 1;
    const { body, credits } = await generate(2);
    expect(body).toMatchObject({ state: 'Finished', finished: 1 });
    expect(credits).toEqual({ balance: 42, reserved: 0 });
  });

  test('is asked once where the answer is lost; the person is told and charged nothing', async () => {
    double.state.lostAnswers.push('drop');
    const before = double.state.paid;
    const { body, credits } = await generate(1);
    expect(body.state).toBe('Failed');
    expect(JSON.stringify(body)).toContain('might cost twice');
    expect(double.state.paid).toBe(before + 1);
    expect(credits).toEqual({ balance: 50, reserved: 0 });
  });

  test('that refuses a prompt is a refusal', async () => {
    const error = { message: 'rejected by the safety system', code: 'moderation_blocked' };
    double.state.refusals.push({ status: 400, error });
    const { body, credits } = await generate(1);
    expect(body.state).toBe('Failed');
    expect(JSON.stringify(body)).toContain('nsfw-content');
    expect(credits).toEqual({ balance: 50, reserved: 0 });
  });
});

describe('the configuration', () => {
  const configure = (engines: string) =>
    configuredEngines(readConfig({ KILN_ENGINES: engines, KILN_DATA: '/nowhere' }), log, {
      HF_TOKEN: 'a',
      REPLICATE_API_TOKEN: 'b',
      OPENAI_API_KEY: 'c',
    });
  const examples = ['docs/engines.md', 'docs/comfyui.md'].flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/```json\n([\s\S]*?)```/g)]
      .map(([, text = '']) => text)
      .filter((text) => text.includes('"engines"'))
      .map((text) => ({ file, text })),
  );

  test('of every example in the documents makes its engines', async () => {
    expect(examples.length).toBeGreaterThanOrEqual(4);
    for (const { text } of examples) {
      // A folder of workflows is the reader's own.
      const { engines: asked } = JSON.parse(text) as { engines: Record<string, unknown>[] };
      for (const engine of asked) delete engine['workflows'];
      const engines = await configure(JSON.stringify({ engines: asked }));
      expect(engines.slice(1).map(({ name }) => name)).toEqual(asked.map(({ name }) => name));
    }
  });

  test('of bounds holds for every kind', async () => {
    const shared = { url: 'http://127.0.0.1:9', concurrency: 3, startsPerMinute: 7 };
    const asked = [
      { ...shared, kind: 'cog', name: 'a' },
      { ...shared, kind: 'comfyui', name: 'b' },
      { ...shared, kind: 'openai', name: 'c', models: [{ id: 'x' }] },
      { ...shared, kind: 'sdcpp', name: 'd' },
    ];
    const engines = await configure(JSON.stringify({ engines: asked }));
    const bounds = engines.slice(1).map((engine) => {
      const { name, concurrency, startsPerMinute, isShared } = engine;
      return { name, concurrency, startsPerMinute, isShared };
    });
    const bound = { concurrency: 3, startsPerMinute: 7, isShared: true };
    expect(bounds).toEqual(['a', 'b', 'c', 'd'].map((name) => ({ name, ...bound })));
  });

  test('that cannot work is refused in a sentence for whoever started it', async () => {
    const wrong = {
      engines: [{ kind: 'cog', name: 'x', url: 'ftp://x', fields: { a: { title: 'x' } } }],
    };
    const refused = configure(JSON.stringify(wrong));
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow('engines[0] ("x"): url: must be an address');
  });
});
