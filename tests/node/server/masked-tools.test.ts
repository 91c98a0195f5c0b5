import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { drawScene } from '../engines/pictures.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';

let platform: TestPlatform;
let person: Person;
let image = '';
let mask = '';
let strokes = '';

const width = 128;
const height = 96;

async function upload(picture: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'picture.png');
  const answer = await platform.call('POST', '/api/v2/upload', { person, body: form });
  expect(answer.status).toBe(200);
  return answer.body.url as string;
}

const drawn = (shapes: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

beforeAll(async () => {
  platform = await startTestPlatform(createBuiltinEngine({ processes: 1 }));
  person = await platform.register(1_000);
  image = await upload(await (await drawScene(width, height)).png().toBuffer());
  mask = await upload(
    await drawn(
      '<rect width="100%" height="100%"/><path d="M10 10 L110 80" stroke="#fff" stroke-width="5"/>',
    ),
  );
  strokes = await upload(
    await drawn(
      '<path d="M30 45 H60" stroke="#0c0" stroke-width="6"/><path d="M100 5 V90" stroke="#d00" stroke-width="6"/>',
    ),
  );
});
afterAll(() => platform?.stop());

function generate(type: string, model: string, input: Record<string, unknown>): Promise<Answer> {
  return platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model, job_type: type, input },
  });
}

/** By the job's id, as a device asks for it. */
const ended = (answer: Answer): Promise<Answer> => platform.ended(person, answer.body.id as string);

test('every tool with a mask or strokes runs through the public API, and its picture opens', async () => {
  const square = { width: 128, height: 128 };
  const asked = [
    ['EraseImg', 'kiln-erase', () => ({ image, mask }), [width, height]],
    ['RemoveObj', 'kiln-erase', () => ({ image, mask, n: 2 }), [width, height]],
    ['Inpainting', 'kiln-inpainting', () => ({ image, mask, prompt: '日落' }), [width, height]],
    ['RemoveBg', 'kiln-cutout', () => ({ image, strokes }), [width, height]],
    ['ProductImg', 'kiln-product', () => ({ image, strokes, ...square }), [128, 128]],
    [
      'ModelReplace',
      'kiln-replace',
      () => ({ image, strokes, scene: image, ...square }),
      [128, 128],
    ],
    ['Outpainting', 'kiln-outpaint', () => ({ image, left: 16, right: 0 }), [width + 16, height]],
  ] as const;
  for (const [type, model, input, size] of asked) {
    const answer = await generate(type, model, input());
    expect([type, answer.status]).toEqual([type, 200]);
    const done = await ended(answer);
    expect([type, done.body.state]).toEqual([type, 'Finished']);
    expect(done.body.generations.length).toBe('n' in input() ? 2 : 1);
    const file = await platform.call('GET', done.body.generations[0].img as string, { person });
    const decoded = await sharp(file.body as Buffer).metadata();
    expect([type, decoded.width, decoded.height]).toEqual([type, ...size]);
    if (type === 'RemoveBg') expect(decoded.hasAlpha).toBe(true);
  }
});

test('without a mask nothing is accepted', async () => {
  for (const [type, model] of [
    ['EraseImg', 'kiln-erase'],
    ['Inpainting', 'kiln-inpainting'],
  ] as const) {
    const answer = await generate(type, model, { image });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringContaining('mask'),
    ]);
  }
});

test('a mask with nothing on it is answered in words, and nothing is charged', async () => {
  const before = await platform.credits(person);
  const nothing = await upload(await drawn('<rect width="100%" height="100%"/>'));
  const answer = await generate('EraseImg', 'kiln-erase', { image, mask: nothing });
  const done = await ended(answer);
  expect(done.body).toMatchObject({ state: 'Failed', faulted: true });
  expect(await platform.credits(person)).toEqual(before);
});
