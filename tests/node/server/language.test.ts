import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { textJobs } from '../../../server/language/tables.ts';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import { validateInput } from '../../../src/domain/validate-input.ts';
import { startChatDouble } from '../../fixtures/engines/chat.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const plain = (background: string, width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG with a text of its own behind its header. */
function withText(png: Buffer, keyword: string, text: string): Buffer {
  const data = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data));
  const headerEnd = 8 + 25;
  return Buffer.concat([png.subarray(0, headerEnd), size, data, check, png.subarray(headerEnd)]);
}

/** A JPEG with a user comment in UTF-16, as programs for pictures write it. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.concat([Buffer.from('UNICODE\0'), Buffer.from(text, 'utf16le').swap16()]);
  const tiff = Buffer.alloc(44);
  tiff.write('MM', 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  // One entry that leads to the folder of EXIF, and one there.
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x8769, 10);
  tiff.writeUInt16BE(4, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt32BE(26, 18);
  tiff.writeUInt16BE(1, 26);
  tiff.writeUInt16BE(0x9286, 28);
  tiff.writeUInt16BE(7, 30);
  tiff.writeUInt32BE(comment.length, 32);
  tiff.writeUInt32BE(44, 36);
  const data = Buffer.concat([Buffer.from('Exif\0\0'), tiff, comment]);
  const marker = Buffer.from([0xff, 0xe1, (data.length + 2) >> 8, (data.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, data, jpeg.subarray(2)]);
}

const post = (platform: TestPlatform, person: Person, call: string, body: unknown) =>
  platform.call('POST', `/api/v2/${call}`, { person, body });

async function upload(platform: TestPlatform, person: Person, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  const answer = await platform.call('POST', '/api/v2/upload', { person, body: form });
  return (answer.body.url ?? answer.body.data?.url) as string;
}

/** Asks as the specification says, until done. */
async function textOf(platform: TestPlatform, person: Person, id: string) {
  for (let tries = 0; tries < 400; tries += 1) {
    const { body } = await platform.call('GET', `/api/v2/generate/text/check/${id}`, { person });
    if (body.done) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the text job did not end');
}

describe('without any model, the helpers', () => {
  let platform: TestPlatform;
  let person: Person;
  beforeAll(async () => {
    platform = await startTestPlatform(createTestEngine());
  });
  beforeEach(async () => {
    person = await platform.register();
  });
  afterAll(() => platform?.stop());

  test('are told apart from models before anybody asks them', async () => {
    const { body } = await platform.call('GET', '/api/v2/language_helpers');
    expect(body).toEqual({
      expand: 'rules',
      translate: 'rules',
      optimize: 'rules',
      describe: 'rules',
      describes_in_public: false,
    });
  });

  test('complete a prompt in its own language, and say that no model did it', async () => {
    const answer = await post(platform, person, 'prompt_expand', {
      prompt: '一只狐狸',
      lang: 'en',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ provider: 'builtin', fallback: true });
    expect(answer.body.prompt).toMatch(/^一只狐狸，.{10,}/u);
    expect(answer.body.prompt).not.toMatch(/[a-z]/i);
    const again = await post(platform, person, 'prompt_expand', { prompt: '一只狐狸', lang: 'en' });
    expect(again.body).toEqual(answer.body);
    const others = await Promise.all(
      ['1', '2', '3', '4'].map((seed) =>
        post(platform, person, 'prompt_expand', { prompt: '一只狐狸', seed }),
      ),
    );
    expect(new Set(others.map(({ body }) => body.prompt)).size).toBeGreaterThan(1);
  });

  test('translate both ways and name the words that they do not know', async () => {
    const english = await post(platform, person, 'translate', {
      text: '一只戴着帽子的狐狸，貔貅，水彩，(柔光:1.2)',
      from: 'cn',
      to: 'en',
    });
    expect(english.body.result).toBe('a wearing hat fox, 貔貅, watercolor, (soft light:1.2)');
    const [word] = english.body.unknown;
    expect(english.body.unknown).toHaveLength(1);
    expect(english.body.result.slice(word.start, word.end)).toBe('貔貅');
    expect(english.body.fallback).toBe(true);
    const chinese = await post(platform, person, 'translate', {
      text: 'A red fox, golden hour <lora:ink:0.6>',
      to: 'zh',
    });
    expect(chinese.body.result).toContain('红色狐狸，黄金时刻');
    expect(chinese.body.result).toContain('<lora:ink:0.6>');
    expect(chinese.body.unknown).toEqual([]);
  });

  test('bring parameters into bounds and say why, so that the request is taken', async () => {
    const { body: schema } = await platform.call('POST', '/api/v2/playground_get_model_schema', {
      body: { model: 'test-painter', lang: 'en' },
    });
    const params = { prompt: 'a cat, a cat', nonsense: 3, n: 99 };
    const answer = await post(platform, person, 'optimize_params', {
      params,
      model: 'test-painter',
      lang: 'en',
    });
    expect(answer.status).toBe(200);
    expect(validateInput(schema, answer.body.params)).toEqual([]);
    expect(answer.body.prompt).toBe(answer.body.params.prompt);
    expect(answer.body.prompt).toMatch(/^a cat, (?!a cat)/);
    const fields = answer.body.changes.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(['prompt', 'nonsense', 'n']));
    for (const { reason } of answer.body.changes) expect(reason.length).toBeGreaterThan(5);
    const input = answer.body.params;
    const made = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body: { model: 'test-painter', job_type: 'Text2Img', input },
    });
    expect(made.status).toBe(200);
  });

  test('describe a picture by what can be measured', async () => {
    const half = await plain('#0d2a8f')
      .composite([{ input: await plain('#fff4e0', 300, 80).png().toBuffer(), top: 0, left: 0 }])
      .png()
      .toBuffer();
    const url = await upload(platform, person, half);
    const { body, status } = await post(platform, person, 'image2text', { url, lang: 'en' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ basis: 'measured', provider: 'builtin', fallback: true });
    expect(body.result).toMatch(/landscape format, dominant colors .*blue/);
    expect(body.result).toContain('light from above');
    const cn = await post(platform, person, 'image2text', {
      image_base64: `data:image/png;base64,${half.toString('base64')}`,
      lang: 'cn',
    });
    expect(cn.body.result).toMatch(/横幅画面，以.*蓝色.*为主/u);
  });

  test('read the prompt that a picture carries', async () => {
    const words = 'a fox in the snow, watercolor';
    const parameters = `${words}\nNegative prompt: blurry\nSteps: 20, Sampler: Euler`;
    const graph = JSON.stringify({
      3: { class_type: 'KSampler', inputs: { seed: 1 } },
      6: { class_type: 'CLIPTextEncode', inputs: { text: words } },
      7: {
        class_type: 'CLIPTextEncode',
        inputs: { text: 'worst quality, low quality, blurry, text' },
      },
    });
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${words}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const grey = plain('#808080');
    const png = await grey.clone().png().toBuffer();
    const jpeg = await grey.clone().jpeg().toBuffer();
    const pictures = {
      parameters: withText(png, 'parameters', parameters),
      graph: withText(png, 'prompt', graph),
      xmp: await grey.clone().withXmp(xmp).webp().toBuffer(),
      exif: withComment(jpeg, `${parameters}, 雪`),
    };
    for (const [kind, picture] of Object.entries(pictures)) {
      const image_base64 = picture.toString('base64');
      const { body } = await post(platform, person, 'image2text', { image_base64 });
      expect(body, kind).toMatchObject({ result: words, basis: 'metadata', fallback: true });
    }
    const secret = withText(png, 'parameters', 'hardcore porn\nSteps: 1');
    const image_base64 = secret.toString('base64');
    expect((await post(platform, person, 'image2text', { image_base64 })).status).toBe(560);
  });

  test('answer what is no picture, and whose picture it is not, in words', async () => {
    const text = Buffer.from('not a picture').toString('base64');
    const cut = (await plain('#123456', 900, 900).png().toBuffer()).subarray(0, 300);
    const own = await upload(platform, person, await plain('#123456').png().toBuffer());
    const stranger = await platform.register();
    const asked = (body: object, who = person) => post(platform, who, 'image2text', body);
    expect((await asked({ image_base64: text })).status).toBe(415);
    expect((await asked({ image_base64: cut.toString('base64') })).body.code).toBe(
      'unsupported-media',
    );
    expect((await asked({ image_base64: '?' })).status).toBe(400);
    expect((await asked({ url: own }, stranger)).status).toBe(400);
    expect((await asked({ url: 'http://169.254.169.254/latest' })).status).toBe(400);
    expect((await asked({ url: own, image_base64: text })).status).toBe(400);
    expect((await asked({})).status).toBe(400);
  });

  test('refuse words that may not be worked on, empty ones, and unknown models', async () => {
    for (const [call, body] of [
      ['prompt_expand', { prompt: 'hardcore porn' }],
      ['translate', { text: '色情图片', to: 'en' }],
      ['optimize_params', { params: { prompt: 'hardcore porn' }, model: 'test-painter' }],
      ['generate/text/async', { prompt: 'hardcore porn' }],
    ] as const) {
      expect((await post(platform, person, call, body)).status, call).toBe(560);
    }
    expect((await post(platform, person, 'prompt_expand', { prompt: '  ' })).status).toBe(400);
    const model = 'test-painter';
    expect((await post(platform, person, 'optimize_params', { params: {}, model })).status).toBe(
      400,
    );
    const missing = { params: { prompt: 'a' }, model: 'no-such-model' };
    expect((await post(platform, person, 'optimize_params', missing)).status).toBe(404);
  });

  test('text jobs are taken with 202, carry their text when done, and are nobody else’s', async () => {
    const taken = await post(platform, person, 'generate/text/async', { prompt: 'a fox' });
    expect(taken.status).toBe(202);
    const done = await textOf(platform, person, taken.body.id);
    expect(done).toMatchObject({ done: true, faulted: false, cancelled: false });
    expect(done.generations[0].text).toMatch(/^a fox, .+/);
    expect(done.generations[0].fallback).toBe(true);
    const stranger = await platform.register();
    const path = `/api/v2/generate/text/check/${taken.body.id}`;
    expect((await platform.call('GET', path, { person: stranger })).status).toBe(404);
  });

  test('a text job whose process is gone counts as failed, and one of long ago is forgotten', async () => {
    const plant = async (minutes: number) => {
      const id = randomUUID();
      const createdAt = new Date(Date.now() - minutes * 60_000);
      const row = { id, userId: person.uid, state: 'running' as const, createdAt };
      await platform.database.insert(textJobs).values(row);
      return id;
    };
    const lost = await plant(6);
    const old = await plant(61);
    expect(await textOf(platform, person, lost)).toMatchObject({ faulted: true, generations: [] });
    await post(platform, person, 'generate/text/async', { prompt: 'a fox' });
    const path = `/api/v2/generate/text/check/${old}`;
    expect((await platform.call('GET', path, { person })).status).toBe(404);
  });

  test('help sixty times a minute and no more', async () => {
    const answers = await Promise.all(
      Array.from({ length: 62 }, () =>
        post(platform, person, 'translate', { text: '猫', to: 'en' }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

describe('with a model of language, the helpers', () => {
  let platform: TestPlatform;
  let person: Person;
  let chat: Awaited<ReturnType<typeof startChatDouble>>;
  beforeAll(async () => {
    chat = await startChatDouble();
    const { url, key, model } = chat;
    const engine = createTestEngine();
    const models = engine.models().map((item) => ({ ...item, disable_translate: false }));
    engine.models = () => models;
    platform = await startTestPlatform(engine, {
      chat: { url, key, model, hasVision: true },
    });
    person = await platform.register();
  });
  beforeEach(() => {
    chat.state.requests.length = 0;
    chat.state.say = () => ({ content: 'words' });
  });
  afterAll(async () => {
    await platform?.stop();
    await chat?.stop();
  });

  const expand = (prompt: string) => post(platform, person, 'prompt_expand', { prompt });
  const userText = () => chat.state.requests[0]?.messages[1]?.content;

  test('are told to be a model', async () => {
    const { body } = await platform.call('GET', '/api/v2/language_helpers');
    expect(body).toMatchObject({ translate: 'model', describe: 'model' });
  });

  test('put Chinese words into English for a model that wants it, unless the person refuses', async () => {
    chat.state.say = () => ({ content: 'a fox in the snow' });
    const written = '雪地里的狐狸';
    async function madeOf(request: object) {
      const submitted = await platform.call('POST', '/api/v2/playground_generate', {
        person,
        headers: { 'Idempotency-Key': randomUUID() },
        body: { model: 'test-painter', job_type: 'Text2Img', ...request },
      });
      await platform.ended(person, submitted.body.id as string);
      const works = await post(platform, person, 'get_generate_works', { page_size: 1 });
      return works.body.data[0];
    }
    const made = await madeOf({ input: { prompt: written } });
    // The person finds their own words again; what was made of them stands among the parameters.
    expect(made).toMatchObject({ prompt: written, params: { prompt: 'a fox in the snow' } });
    expect(userText()).toBe(written);
    const refused = await madeOf({ input: { prompt: written }, disabled_translate: true });
    expect(refused.params.prompt).toBe(written);
    const english = await madeOf({ input: { prompt: 'a vase' } });
    expect(english.params.prompt).toBe('a vase');
    expect(chat.state.requests).toHaveLength(1);
    chat.state.refusals.push({ status: 500, message: 'The server had an error', code: null });
    const untranslated = await madeOf({ input: { prompt: written } });
    expect(untranslated.params.prompt).toBe(written);
    expect(untranslated.warnings).toEqual(['not-translated']);
    expect([made, refused, english].map(({ warnings }) => warnings)).toEqual([[], [], []]);
  });

  test('send what the person was shown, and put what to keep out into English as well', async () => {
    chat.state.say = () => ({ content: 'blurry' });
    const { body } = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body: {
        model: 'test-painter',
        job_type: 'Text2Img',
        input: { prompt: '雪地里的狐狸', negative_prompt: '模糊' },
        translation: 'a fox as it was shown',
      },
    });
    await platform.ended(person, body.id as string);
    const works = await post(platform, person, 'get_generate_works', { page_size: 1 });
    expect(works.body.data[0]).toMatchObject({
      params: { prompt: 'a fox as it was shown', negative_prompt: 'blurry' },
      warnings: [],
    });
    expect(userText()).toBe('模糊');
    expect(chat.state.requests).toHaveLength(1);
  });

  test('ask it once, with the words as material', async () => {
    chat.state.say = () => ({ content: '<think>hm</think>\n"a fox, soft light"' });
    const answer = await expand('a fox');
    expect(answer.body).toEqual({ prompt: 'a fox, soft light', provider: 'chat', fallback: false });
    expect(chat.state.requests).toHaveLength(1);
    expect(userText()).toBe('a fox');
  });

  test('take of its parameters what the model’s schema takes', async () => {
    chat.state.say = () => ({
      content:
        '```json\n{"params": {"prompt": "a fox, ink", "n": 77, "evil": "x", "seed": 5}, "reasons": {"prompt": "names the medium"}}\n```',
    });
    const { body } = await post(platform, person, 'optimize_params', {
      params: { prompt: 'a fox' },
      model: 'test-painter',
      lang: 'en',
    });
    expect(body).toMatchObject({ provider: 'chat', fallback: false, prompt: 'a fox, ink' });
    expect(body.params.evil).toBeUndefined();
    expect(body.params.n).toBeLessThanOrEqual(4);
    expect(body.changes).toContainEqual(
      expect.objectContaining({ field: 'prompt', from: 'a fox', reason: 'names the medium' }),
    );
  });

  test('let it see a picture, made small', async () => {
    chat.state.say = () => ({ content: 'a blue square' });
    const picture = await plain('#0000ff', 2_000, 1_000).png().toBuffer();
    const { body } = await post(platform, person, 'image2text', {
      image_base64: picture.toString('base64'),
      lang: 'en',
    });
    expect(body).toEqual({
      result: 'a blue square',
      basis: 'seen',
      provider: 'chat',
      fallback: false,
    });
    const content = chat.state.requests[0]?.messages[1]?.content;
    const image = Array.isArray(content) ? content.find((one) => one.type === 'image_url') : null;
    const data = image?.type === 'image_url' ? image.image_url.url.split(',')[1] : '';
    expect(await sharp(Buffer.from(data ?? '', 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 768,
      height: 384,
    });
  });

  test.each([
    ['refuses the key', { status: 401, message: 'Incorrect API key', code: 'invalid_api_key' }],
    ['is busy', { status: 429, message: 'Rate limit reached', code: 'rate_limit_exceeded' }],
    ['has a problem', { status: 500, message: 'The server had an error', code: null }],
  ])('help without it when it %s, and say so', async (_, refusal) => {
    chat.state.refusals.push(refusal);
    const { status, body } = await expand('a fox');
    expect(status).toBe(200);
    expect(body).toMatchObject({ provider: 'builtin', fallback: true });
  });

  test.each([
    ['nothing', { content: null }],
    ['half of it', { content: 'a fox, so', finish_reason: 'length' as const }],
    ['far too much', { content: 'fox '.repeat(3_000) }],
  ])('help without it when it answers %s', async (_, choice) => {
    chat.state.say = () => choice;
    expect((await expand('a fox')).body).toMatchObject({ provider: 'builtin', fallback: true });
  });

  test('help without it while it is down', async () => {
    await chat.down();
    const { body } = await expand('a fox');
    await chat.up();
    expect(body).toMatchObject({ provider: 'builtin', fallback: true });
  });

  test('pass on that it refuses the content, and let through no words that we refuse', async () => {
    chat.state.say = () => ({ content: null, refusal: 'I can’t help with that' });
    expect((await expand('a fox')).status).toBe(560);
    chat.state.say = () => ({ content: 'hardcore porn' });
    expect((await expand('a fox')).status).toBe(560);
    chat.state.requests.length = 0;
    expect((await expand('hardcore porn')).status).toBe(560);
    expect(chat.state.requests).toEqual([]);
  });

  test('hang up on it when the person cancels an optimisation', async () => {
    chat.state.hangs = true;
    const before = chat.state.hungUp;
    const cancel = new AbortController();
    const asked = fetch(`${platform.url}/api/v2/optimize_params`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...person.headers },
      body: JSON.stringify({ params: { prompt: 'a fox' }, model: 'test-painter' }),
      signal: cancel.signal,
    });
    await chat.arrival();
    cancel.abort();
    await expect(asked).rejects.toThrow('aborted');
    await chat.arrival();
    chat.state.hangs = false;
    expect(chat.state.hungUp).toBe(before + 1);
  });

  test('end a text job that is cancelled, and hang up on its model', async () => {
    chat.state.hangs = true;
    const taken = await post(platform, person, 'generate/text/async', { prompt: 'a fox' });
    await chat.arrival();
    const path = `/api/v2/generate/text/status/${taken.body.id}`;
    const cancelled = await platform.call('DELETE', path, { person });
    expect(cancelled.body).toMatchObject({ done: true, cancelled: true, generations: [] });
    await chat.arrival();
    chat.state.hangs = false;
    const again = await platform.call('DELETE', path, { person });
    expect(again.body).toEqual(cancelled.body);
  });
});

describe('an engine that can look at pictures', () => {
  let caption: () => Promise<string> = () => Promise.resolve('a red fox in a forest');
  let platform: TestPlatform;
  let person: Person;
  beforeAll(async () => {
    const engine = Object.assign(createTestEngine(), { describe: () => caption() });
    platform = await startTestPlatform(engine);
    person = await platform.register();
  });
  afterAll(() => platform?.stop());

  const describePicture = async (lang: 'cn' | 'en') => {
    const picture = (await plain('#802010').png().toBuffer()).toString('base64');
    return (await post(platform, person, 'image2text', { image_base64: picture, lang })).body;
  };

  test('describes them, in Chinese where all its words are known', async () => {
    expect(await describePicture('en')).toMatchObject({
      result: 'a red fox in a forest',
      fallback: false,
    });
    expect(await describePicture('cn')).toMatchObject({ result: '红色狐狸在森林', basis: 'seen' });
    caption = () => Promise.resolve('a frobnicator in a forest');
    expect((await describePicture('cn')).result).toBe('a frobnicator in a forest');
  });

  test('gets no picture from anybody who has not agreed that strangers see it', async () => {
    caption = () => Promise.resolve('a red fox in a forest');
    let isThere = true;
    const engine = Object.assign(createTestEngine(), {
      isPublic: true,
      canDescribe: () => isThere,
      describe: () => caption(),
    });
    const open = await startTestPlatform(engine);
    try {
      const somebody = await open.register();
      const picture = (await plain('#802010').png().toBuffer()).toString('base64');
      const ask = async (more: object) =>
        (await post(open, somebody, 'image2text', { image_base64: picture, ...more })).body;
      const abilities = async () =>
        (await open.call('GET', '/api/v2/language_helpers')).body as unknown;
      expect(await ask({ may_be_public: true })).toMatchObject({ basis: 'seen' });
      expect(await ask({})).toMatchObject({ basis: 'measured', provider: 'builtin' });
      expect(await abilities()).toMatchObject({ describe: 'model', describes_in_public: true });
      isThere = false;
      expect(await abilities()).toMatchObject({ describe: 'rules', describes_in_public: false });
    } finally {
      await open.stop();
    }
  });

  test('is done without when it fails', async () => {
    caption = () =>
      Promise.reject(new EngineError('engine-unavailable', 'nobody', { retryable: true }));
    expect(await describePicture('en')).toMatchObject({
      basis: 'measured',
      provider: 'builtin',
      fallback: true,
    });
  });
});
