import ExifReader from 'exifreader';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { recipeRequestMaxCharacters } from '../../../src/domain/limits.ts';
import { recipeOfWork } from '../../../src/domain/recipes/recipe-of-work.ts';
import { emptyRecipe, type Recipe } from '../../../src/domain/recipes/recipe.ts';
import { samplerNames } from '../../../src/domain/parameters.ts';
import { samplerOfA1111 } from '../../../src/domain/recipes/sampler-labels.ts';
import { samplerOf } from '../../../src/domain/recipes/samplers.ts';
import { readInfotext } from '../../../src/media/recipes/infotext.ts';
import { readRecipe } from '../../../src/media/recipes/read-recipe.ts';
import { writeInfotext } from '../../../src/media/recipes/write-infotext.ts';
import { writeRecipe } from '../../../src/media/recipes/write-recipe.ts';
import {
  exif,
  joined,
  jpegWith,
  pilText,
  pngWith,
  unicodeComment,
  webpWith,
  wideText,
} from '../../fixtures/recipes.ts';

const fox: Recipe = recipeOfWork(
  {
    prompt: 'a red fox, 雪中的红狐\nsoft light',
    negativePrompt: 'blur, text',
    seed: '965400086',
    width: 1024,
    height: 768,
    parameters: {
      steps: 24,
      cfg_scale: 6.5,
      sampler_name: 'k_dpmpp_2m',
      karras: true,
      denoising_strength: 0.45,
      clip_skip: 2,
      loras: ['ink:0.8', 'riso:0.6:0.4'],
      image: '/files/uploads/secret',
    },
    sources: [{ field: 'picture' }],
  },
  {
    type: 'Img2Img',
    model: 'horde/dreamshaper',
    input: {
      prompt: 'a red fox, __place__',
      negative_prompt: 'blur, text',
      seed: '',
      sd_style: 'ink',
      steps: 24,
      // Whose pictures they are is nobody's business, and neither is where they lie.
      picture: 'me.png',
      image: '/files/uploads/secret',
      reference: 'https://studio.example/secret.png',
      more: ['data:image/png;base64,secret'],
    },
  },
  { model: 'Dreamshaper 8', prompt: 'prompt', negativePrompt: 'negative_prompt' },
);
const request = fox.request!;

const formats = ['png', 'jpeg', 'webp'] as const;
const pixels = { create: { width: 40, height: 24, channels: 4, background: '#b4572880' } } as const;
const picture = async (format: (typeof formats)[number], options: { lossless?: boolean } = {}) =>
  new Blob([new Uint8Array(await sharp(pixels).toFormat(format, options).toBuffer())], {
    type: `image/${format}`,
  });
const rawOf = async (file: Blob) =>
  sharp(await file.arrayBuffer())
    .raw()
    .toBuffer();
const said = async (file: Blob) =>
  Buffer.from(await file.arrayBuffer())
    .toString('latin1')
    .replaceAll('\0', '');

describe('a picture that leaves', () => {
  test.each([
    ['PNG', () => picture('png')],
    ['JPEG', () => picture('jpeg')],
    ['WebP', () => picture('webp')],
    ['WebP without loss', () => picture('webp', { lossless: true })],
  ])('carries all of its settings, for Kiln and for others: %s', async (_name, make) => {
    const plain = await make();
    const copy = await writeRecipe(plain, fox);
    expect(copy.type).toBe(plain.type);
    expect(await rawOf(copy)).toEqual(await rawOf(plain));
    expect(await readRecipe(copy)).toEqual({
      ...fox,
      prompt: request.prompt,
      loras: [
        { name: 'ink', strength: 0.8, textStrength: null },
        { name: 'riso', strength: 0.6, textStrength: 0.4 },
      ],
    });
    expect(request.input).toEqual({ sd_style: 'ink', steps: 24 });
    expect(await said(copy)).not.toContain('secret');

    const tags = ExifReader.load(await copy.arrayBuffer(), { expanded: true });
    const block = new Map<string, { value?: unknown }>(Object.entries(tags.exif ?? {}));
    const comment = block.get('UserComment')?.value as number[] | undefined;
    // Behind the eight letters that say so, as A1111 reads it.
    const words = Uint8Array.from(comment ?? []).subarray(8);
    const text = comment
      ? new TextDecoder('utf-16be').decode(words)
      : tags.pngText?.['parameters']?.description;
    expect(text).toContain('Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5');
    expect(text).toContain('雪中的红狐');
  });

  test.each(formats)(
    'says it once, however often it is written, or not at all: %s',
    async (format) => {
      const plain = await picture(format);
      const { request: _request, ...before } = fox;
      const old = await writeRecipe(plain, { ...before, prompt: 'before' });
      const copy = await writeRecipe(old, fox);
      expect((await writeRecipe(plain, fox)).size).toBe(copy.size);
      const bare = await writeRecipe(copy, null);
      expect(await readRecipe(bare)).toBeNull();
      expect(await said(bare)).not.toMatch(/fox|Steps|Kiln/);
      expect(await rawOf(bare)).toEqual(await rawOf(plain));
    },
  );

  test('stays turned as it was', async () => {
    const turned = new Blob([
      new Uint8Array(
        await sharp(await (await picture('jpeg')).arrayBuffer())
          .withMetadata({ orientation: 6 })
          .toBuffer(),
      ),
    ]);
    for (const file of [await writeRecipe(turned, fox), await writeRecipe(turned, null)]) {
      const { orientation } = await sharp(await file.arrayBuffer()).metadata();
      expect(orientation).toBe(6);
    }
  });

  test('lets go of what others wrote: of A1111, of ComfyUI, of a camera', async () => {
    const comment = exif([], unicodeComment('a\nSteps: 1, Seed: 2, Size: 8x8'));
    const written = [
      pngWith(pilText('parameters', 'a'), pilText('workflow', '{}'), pilText('Software', 'GIMP')),
      jpegWith(comment),
      webpWith(comment),
    ];
    for (const bytes of written) {
      const bare = await writeRecipe(new Blob([bytes]), null);
      expect(await readRecipe(bare)).toBeNull();
      expect(await said(bare)).not.toMatch(/parameters|workflow|Steps/);
    }
    expect(await said(await writeRecipe(new Blob([written[0]!]), null))).toContain('GIMP');
  });

  test('says in A1111’s words alone what is too long for ours', async () => {
    const long = 'x'.repeat(recipeRequestMaxCharacters);
    for (const format of formats) {
      const much = { ...fox, request: { ...request, input: { style: long } } };
      const read = await readRecipe(await writeRecipe(await picture(format), much));
      expect(read).toMatchObject({ prompt: fox.prompt, seed: '965400086', program: 'kiln' });
      expect(read).not.toHaveProperty('request');
    }
    // A segment of a JPEG has room for 64 KB, however it is filled.
    const words = '雪'.repeat(14_000);
    const full = { ...fox, prompt: words, request: { ...request, prompt: words } };
    const read = await readRecipe(await writeRecipe(await picture('jpeg'), full));
    expect(read?.prompt).toBe(words);
    expect(read).not.toHaveProperty('request');
  });

  test('that is broken, or no picture, stays as it is', async () => {
    const whole = new Uint8Array(await (await picture('png')).arrayBuffer());
    const strange = [
      whole.slice(0, 40),
      whole.slice(0, 12),
      (await (await picture('jpeg')).bytes()).slice(0, 30),
      (await (await picture('webp')).bytes()).slice(0, 30),
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      new Uint8Array(),
    ];
    for (const bytes of strange) {
      const file = new Blob([bytes]);
      expect(await (await writeRecipe(file, fox)).bytes()).toEqual(bytes);
    }
  });
});

test('what A1111 would not understand is quoted or left out, and read again as it was', () => {
  const odd: Recipe = {
    ...emptyRecipe('kiln'),
    prompt: 'a cup',
    model: 'Flux, "dev": 1',
    seed: '1',
    width: 64,
    height: 64,
    loras: [{ name: 'a:b', strength: 1, textStrength: null }],
  };
  expect(readInfotext(writeInfotext(odd))).toEqual({ ...odd, loras: [] });
  expect(writeInfotext({ ...emptyRecipe('kiln'), model: 'x' })).toBe('Model: x, Version: Kiln');
});

test('every sampler is called something that leads back to it', () => {
  for (const sampler of samplerNames) {
    expect(samplerOf(samplerOfA1111(sampler), 'Karras')).toEqual({ sampler, karras: true });
  }
  expect(samplerOfA1111('res_multistep')).toBe('res_multistep');
});

test('a tool without words and seed is known by its model', async () => {
  const bare = recipeOfWork(
    {
      prompt: '',
      negativePrompt: '',
      seed: '',
      width: 40,
      height: 24,
      parameters: {},
      sources: [],
    },
    { type: 'RemoveBg', model: 'cutout', input: { feather: 2 } },
    { model: 'Cutout', prompt: 'prompt', negativePrompt: 'negative_prompt' },
  );
  expect(await readRecipe(await writeRecipe(await picture('png'), bare))).toMatchObject({
    program: 'kiln',
    request: { type: 'RemoveBg', model: 'cutout', input: { feather: 2 } },
  });
});

describe('XMP', () => {
  const words =
    'a fox &amp; a &quot;hen&quot;&#xA;Negative prompt: &#x96FE;&#10;Steps: 20, Seed: 7, Size: 64x48';
  const packets = [
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description><dc:title>T</dc:title><exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">${words}</rdf:li></rdf:Alt></exif:UserComment></rdf:Description></rdf:RDF></x:xmpmeta>`,
    `<rdf:RDF><rdf:Description dc:description="${words}"/></rdf:RDF>`,
  ];
  const jpegSegment = (packet: string) => {
    const body = new TextEncoder().encode(`http://ns.adobe.com/xap/1.0/\0${packet}`);
    const head = Uint8Array.of(
      0xff,
      0xd8,
      0xff,
      0xe1,
      (body.length + 2) >> 8,
      (body.length + 2) & 255,
    );
    return joined(head, body, jpegWith(exif([])).subarray(2));
  };
  test.each([
    ['PNG', (packet: string) => pngWith(wideText('XML:com.adobe.xmp', packet))],
    ['JPEG', jpegSegment],
    [
      'WebP',
      async (packet: string) =>
        new Uint8Array(await sharp(pixels).webp().withXmp(packet).toBuffer()),
    ],
  ])('of %s carries A1111’s words', async (_name, write) => {
    for (const packet of packets) {
      expect(await readRecipe(new Blob([await write(packet)]))).toMatchObject({
        prompt: 'a fox & a "hen"',
        negativePrompt: '雾',
        seed: '7',
        width: 64,
      });
    }
    const none = await write('<rdf:RDF>&#x110000; &zz; < " " " ></rdf:RDF>');
    expect(await readRecipe(new Blob([none]))).toBeNull();
  });
});
