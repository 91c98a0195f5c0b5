import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/engines/builtin/engine.ts';
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
    platform = await startTestPlatform(createBuiltinEngine({ threads: 1 }));
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
    expect((await bytesOf(`${made.img}?width=300`)).headers.get('content-type')).toBe('image/webp');
  });

  test('a solid comes as a GLB that is valid, with its poster as the small picture', async () => {
    const made = await make('kiln-solid', 'Img2Img', { image: uploads[0], mode: 'lathe' });
    expect(made.media_type).toBe('model/gltf-binary');
    const { headers, data } = await bytesOf(made.img);
    expect(headers.get('content-type')).toBe('model/gltf-binary');
    expect((await validateBytes(data)).issues.numErrors).toBe(0);
    const poster = await bytesOf(`${made.img}?width=512`);
    expect(poster.headers.get('content-type')).toBe('image/webp');
    expect((await sharp(poster.data).metadata()).width).toBe(512);
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

  test('what a tool refuses is told by its code, and costs nothing', async () => {
    const before = (await platform.credits(person)).balance;
    const answer = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': 'refused' },
      body: {
        input: { prompt: 'sea', loras: ['12345'] },
        model: 'kiln-painter',
        job_type: 'Text2Img',
      },
    });
    const { body } = await platform.ended(person, answer.body.id as string);
    expect(body.state).toBe('Failed');
    expect(JSON.stringify(body)).toContain('invalid-input');
    expect((await platform.credits(person)).balance).toBe(before);
  });
});
