import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { validateInput } from '../../../src/domain/validate-input.ts';
import { isPlainSvg } from '../../../src/domain/plain-svg.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';

interface Made {
  img: string;
  media_type: string;
  width: number;
  height: number;
  bytes: number;
}

describe('tools of the workshop over the public API', () => {
  let platform: TestPlatform;
  let person: Person;
  const uploads: string[] = [];

  async function upload(colour: string): Promise<string> {
    const disc = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="128"><rect width="96" height="128" fill="#fff"/><path d="M30 20H66V60H84V110H12V60H30Z" fill="${colour}" stroke="#000" stroke-width="4"/></svg>`;
    const form = new FormData();
    const picture = new Uint8Array(await sharp(Buffer.from(disc)).png().toBuffer());
    form.append('file', new Blob([picture], { type: 'image/png' }), 'picture.png');
    const answer = await fetch(new URL('/api/v2/upload', platform.url), {
      method: 'POST',
      headers: person.headers,
      body: form,
    });
    return ((await answer.json()) as { url: string }).url;
  }

  beforeAll(async () => {
    platform = await startTestPlatform(createBuiltinEngine({ processes: 1 }));
    person = await platform.register(100);
    uploads.push(await upload('#c33'), await upload('#36c'));
  });
  afterAll(() => platform?.stop());

  async function make(model: string, jobType: string, input: object): Promise<Made> {
    const answer = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': `${model}-${JSON.stringify(input).length}` },
      body: { input, model, job_type: jobType, disabled_translate: true },
    });
    expect({ model, status: answer.status }).toEqual({ model, status: 200 });
    const { body } = await platform.ended(person, answer.body.id as string);
    expect({ model, state: body.state }).toEqual({ model, state: 'Finished' });
    return (body.generations as Made[])[0]!;
  }

  const bytesOf = async (path: string): Promise<{ headers: Headers; data: Uint8Array }> => {
    const answer = await fetch(new URL(path, platform.url));
    return { headers: answer.headers, data: new Uint8Array(await answer.arrayBuffer()) };
  };

  test('a logo comes as an SVG that nothing can run in, with a small picture beside it', async () => {
    const made = await make('kiln-logo', 'Txt2Logo', {
      prompt: '“窑火 Kiln”',
      layout: 'badge',
      output_format: 'svg',
      n: 1,
    });
    expect(made.media_type).toBe('image/svg+xml');
    const { headers, data } = await bytesOf(made.img);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(isPlainSvg(new TextDecoder().decode(data))).toBe(true);
    expect((await bytesOf(`${made.img}&width=300`)).headers.get('content-type')).toBe('image/webp');
  });

  test('a solid comes as a GLB that is valid, with its poster as the small picture', async () => {
    const made = await make('kiln-solid', 'Img2Img', { image: uploads[0], mode: 'lathe' });
    expect(made.media_type).toBe('model/gltf-binary');
    const { headers, data } = await bytesOf(made.img);
    expect(headers.get('content-type')).toBe('model/gltf-binary');
    expect((await validateBytes(data)).issues.numErrors).toBe(0);
    const poster = await bytesOf(`${made.img}&width=512`);
    expect(poster.headers.get('content-type')).toBe('image/webp');
    expect((await sharp(poster.data).metadata()).width).toBe(512);
    const status = (await platform.call('GET', '/api/v2/status/models')).body;
    expect(status).toContainEqual(expect.objectContaining({ name: 'kiln-solid', type: '3d' }));
  });

  test('every other tool of this kind makes a picture that opens', async () => {
    const [image, other] = uploads;
    const size = { width: 128, height: 128 };
    const wishes: readonly [model: string, type: string, input: object][] = [
      ['kiln-trace', 'Img2Logo', { image, text: '窑 Kiln', ...size }],
      ['kiln-poster-lite', 'Text2Img', { prompt: '海，日落', text: '海风', ...size }],
      ['kiln-poster-pro', 'Text2Img', { prompt: 'sea', text: 'Sea', loras: ['riso:0.5'], ...size }],
      ['kiln-painter', 'Text2Img', { prompt: 'sea', sd_style: 'ink', loras: ['film'], ...size }],
      ['kiln-scribble', 'Scribbling', { image, prompt: '秋天' }],
      ['kiln-same-style', 'Img2Img', { image, style_image: other }],
      ['kiln-combine', 'Img2Img', { image, image_2: other, layout: 'panorama', ...size }],
    ];
    for (const [model, type, input] of wishes) {
      const made = await make(model, type, input);
      const { data } = await bytesOf(made.img);
      const { width, height } = await sharp(data).metadata();
      expect({ model, width, height }).toEqual({ model, width: made.width, height: made.height });
    }
  });

  test('a small file that claims 64 million pixels is refused before it is paid for', async () => {
    // GIF's own words for one colour: the decoder would fill 8000 × 8000 pixels with it.
    const head = Buffer.from('GIF89a\x40\x1f\x40\x1f\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
    const frame = [0x2c, 0, 0, 0, 0, 0x40, 0x1f, 0x40, 0x1f, 0, 2, 2, 0x44, 1, 0, 0x3b];
    const form = new FormData();
    form.append('file', new Blob([head, new Uint8Array(frame)]), 'small.gif');
    const sent = await platform.call('POST', '/api/v2/upload', { person, body: form });
    expect(sent.body).toMatchObject({ width: 8_000, height: 8_000 });
    const answer = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': 'too-many-pixels' },
      body: { input: { image: sent.body.url }, model: 'kiln-upscale', job_type: 'Upscaling' },
    });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { image: 'has 8000 × 8000 pixels; this model takes at most 16 million' },
    ]);
  });

  test('a LoRA that nobody has is refused before it is sent, and by the platform as well', async () => {
    const input = { prompt: 'sea', loras: ['riso:0.5', '12345'] };
    const schema = createBuiltinEngine().schema('kiln-painter', 'en');
    expect(validateInput(schema, input)).toEqual([
      { field: 'loras', reason: 'unknown-name', values: ['12345'] },
    ]);
    expect(validateInput(schema, { ...input, loras: [' Riso:0.5', 'film'] })).toEqual([]);
    const answer = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': 'unknown-lora' },
      body: { input, model: 'kiln-painter', job_type: 'Text2Img' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'invalid-input',
      errors: { loras: expect.any(String) },
    });
  });

  test('a strength that is no number is refused by its code, and costs nothing', async () => {
    const before = (await platform.credits(person)).balance;
    const answer = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': 'refused' },
      body: {
        input: { prompt: 'sea', loras: ['riso:much'] },
        model: 'kiln-painter',
        job_type: 'Text2Img',
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'invalid-input',
      errors: { loras: expect.any(String) },
    });
    expect((await platform.credits(person)).balance).toBe(before);
  });
});
