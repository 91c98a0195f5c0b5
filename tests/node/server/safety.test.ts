import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createLog } from '../../../server/log.ts';
import { createSafety } from '../../../server/safety/filter.ts';
import type { SafetyConfig } from '../../../server/safety/filter.ts';
import { createWordFilter, loadWords } from '../../../server/safety/words.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const isRefused = createWordFilter(loadWords(null));

describe('the word lists', () => {
  test.each([
    'hardcore porn',
    'a NUDE woman on a bed',
    'ｎａｋｅｄ man',
    'p0rn star',
    'p o r n',
    'p.o.r.n poster',
    'pоrn with a Cyrillic o',
    'pôrn',
    'po\u200Brn',
    'poooorn',
    'two people having sex',
    'blowj0b',
    'sexy schoolgirl',
    'a teenager in lingerie',
    '色情图片',
    '裸體女人',
    '裸体',
    '强 奸',
    '強姦',
    '口交',
    '做爱的情侣',
    '做*爱',
    '做 爱',
    '性感的小学生',
    '誘惑的蘿莉',
    '亂倫',
    '群交派对',
  ])('refuse: %s', (text) => expect(isRefused(text)).toBe(true));

  test.each([
    'a grape harvest in Scunthorpe, Sussex and Essex',
    'a cockatoo and a great tit on a branch',
    'chicken breast with asparagus, food photography',
    'a galaxy visible to the naked eye',
    'naked mole rat in a tunnel',
    'yellow rape flowers in Luoyang, oilseed rape fields',
    'pussy willow twigs in a vase',
    'nude lipstick and nude heels, product photo',
    'portrait of Dick Tracy, Moby Dick, a peacock',
    'unisex clothing, the opposite sex, a same-sex wedding',
    'an analyst reads an analogue clock at the canal',
    'the erection of the Eiffel Tower',
    'a child with a red balloon, children playing, a teenager with a skateboard',
    'a sensual tango of two dancers, an elegant sexy red dress',
    'therapist, drapery, skyscraper, cucumber, document, Titanic',
    'assassin in the grass, classic bass guitar',
    'magna cum laude, a kitchen-cum-dining room',
    'cream pie, hot dog, banana bread',
    '4k, 8k, 1girl, 50mm, f/1.4',
    '路口交通灯，出口交易会，港口交界处',
    '女性爱好者，同性爱情，男性爱人',
    '女性交警在指挥，男性交谈，理性交流',
    '人群交流，一次性交完',
    '手做爱心便当，叫做爱的歌，当做爱好',
    '室内射灯，国内射击冠军',
    '从盒中出来的猫',
    '海边的小学生在放风筝，儿童画',
    '性感的红色晚礼服',
    '裸色高跟鞋，裸眼 3D 大屏',
    '弹性器材，一次性器具，磁性器件',
    '乌龟头，神龟头像',
    '露点温度计',
    '淫雨霏霏，富贵不能淫',
    '油菜花田',
    '一只戴着帽子的狐狸，水彩',
  ])('let pass: %s', (text) => expect(isRefused(text)).toBe(false));

  test("a file of one's own adds words, allows others, or stands alone", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'kiln-words-'));
    const file = path.join(folder, 'words.json');
    const withFile = async (content: object) => {
      await writeFile(file, JSON.stringify(content));
      return createWordFilter(loadWords(file));
    };
    const more = await withFile({ en: ['Mickey Mouse'], allowed: { cn: ['裸体素描'] } });
    expect(more('M1CKEY  mouse in a boat')).toBe(true);
    expect(more('裸体素描')).toBe(false);
    expect(more('a nude woman')).toBe(true);
    const alone = await withFile({ cn: ['米老鼠'], extends: false });
    expect(alone('一只米老鼠')).toBe(true);
    expect(alone('a nude woman')).toBe(false);
    await writeFile(file, '{"en": "porn"}');
    expect(() => loadWords(file)).toThrow('expected array');
    await rm(folder, { recursive: true });
  });
});

/** What an endpoint of OpenAI's moderation shape does, with the checks that the real one makes. */
async function startModeration(key: string) {
  const state = { calls: 0, broken: null as null | ((response: ServerResponse) => void) };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const failure = (message: string) => ({
      error: { message, type: 'invalid_request_error', param: null, code: null },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    state.calls += 1;
    if (state.broken) return state.broken(response);
    if (request.method !== 'POST' || request.url !== '/v1/moderations') {
      return void send(404, failure('Invalid URL'));
    }
    if (request.headers.authorization !== `Bearer ${key}`) {
      return void send(401, failure('Incorrect API key provided'));
    }
    const { input, model } = JSON.parse(Buffer.concat(chunks).toString()) as Record<
      string,
      unknown
    >;
    if (typeof input !== 'string' || typeof model !== 'string') {
      return void send(400, failure('Invalid input'));
    }
    const flagged = input.includes('forbidden');
    send(200, {
      id: 'modr-1',
      model,
      results: [
        {
          flagged,
          categories: { sexual: flagged },
          category_scores: { sexual: flagged ? 0.99 : 0.001 },
        },
      ],
    });
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/moderations`;
  return {
    state,
    url,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a moderation endpoint', () => {
  let endpoint: Awaited<ReturnType<typeof startModeration>>;
  beforeAll(async () => {
    endpoint = await startModeration('secret');
  });
  afterAll(() => endpoint?.stop());

  const safetyWith = (more: Partial<NonNullable<SafetyConfig['moderation']>> = {}) =>
    createSafety(
      {
        isOn: true,
        file: null,
        moderation: {
          url: endpoint.url,
          key: 'secret',
          model: 'omni-moderation-latest',
          isRequired: true,
          ...more,
        },
      },
      createLog('silent'),
    );
  const status = (work: Promise<void>): Promise<unknown> =>
    work.then(
      () => 'passed',
      (error: unknown) => (error as { status?: number }).status,
    );

  test('is asked what our lists let pass, once for the same words', async () => {
    const safety = safetyWith();
    endpoint.state.calls = 0;
    expect(await status(safety(['a nude woman']))).toBe(560);
    expect(endpoint.state.calls).toBe(0);
    expect(await status(safety(['a forbidden thing', '']))).toBe(560);
    expect(await status(safety(['a red vase']))).toBe('passed');
    expect(await status(safety(['a red vase']))).toBe('passed');
    expect(await status(safety(['', ' ']))).toBe('passed');
    expect(endpoint.state.calls).toBe(2);
  });

  test.each([
    ['a wrong key', { key: 'wrong' }, null],
    ['an error', {}, (response: ServerResponse): void => void response.writeHead(500).end()],
    ['nonsense', {}, (response: ServerResponse): void => void response.end('{"results":[]}')],
    ['a cut', {}, (response: ServerResponse): void => void response.destroy()],
    ['silence', { url: 'http://127.0.0.1:9/v1/moderations' }, null],
  ] as const)('with %s refuses or lets pass, as configured', async (_what, more, broken) => {
    endpoint.state.broken = broken;
    try {
      expect(await status(safetyWith(more)(['a vase']))).toBe(561);
      expect(await status(safetyWith({ ...more, isRequired: false })(['a vase']))).toBe('passed');
    } finally {
      endpoint.state.broken = null;
    }
  });
});

describe('on the platform', () => {
  const engine = createTestEngine();
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform(engine);
  });
  afterAll(() => platform?.stop());

  test('a refused prompt costs nothing, reaches no engine, and its key stays usable', async () => {
    const person = await platform.register();
    const refused = await platform.generate(person, 'hardcore p0rn', { key: 'the-key' });
    expect(refused).toMatchObject({ status: 560, body: { code: 'nsfw-content' } });
    expect(await platform.credits(person)).toEqual({ balance: 50, reserved: 0 });
    expect(engine.runs).toEqual([]);
    expect((await platform.generate(person, 'a vase', { key: 'the-key' })).status).toBe(200);
  });

  test('a negative prompt may name what is not wanted', async () => {
    const person = await platform.register();
    const send = (input: object) =>
      platform.call('POST', '/api/v2/playground_generate', {
        person,
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        body: { model: 'test-painter', job_type: 'Text2Img', input },
      });
    const wanted = await send({ prompt: 'a woman', negative_prompt: 'nsfw, nude, naked' });
    expect(wanted.status).toBe(200);
    expect((await send({ prompt: 'nsfw, nude', negative_prompt: '' })).status).toBe(560);
  });
});
