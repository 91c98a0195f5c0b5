import { describe, expect, test, vi } from 'vitest';
import { recipeMaxCharacters, recipeMaxPieces } from '../../../src/domain/limits.ts';
import { modelNamed, nameKey, type Recipe } from '../../../src/domain/recipes/recipe.ts';
import { samplerOf } from '../../../src/domain/recipes/samplers.ts';
import { readComfyui } from '../../../src/media/recipes/comfyui.ts';
import { readInfotext, settingsOfLine } from '../../../src/media/recipes/infotext.ts';
import { readRecipe } from '../../../src/media/recipes/read-recipe.ts';
import { modelItem } from '../../fixtures/models.ts';
import {
  asciiComment,
  cameraTags,
  exif,
  jpegWith,
  packedText,
  packedWideText,
  pilText,
  plainText,
  pngWith,
  unicodeComment,
  webpWith,
} from '../../fixtures/recipes.ts';

const infotext = [
  'a red fox in snow, <lora:inkStyle_v2:0.8>, (soft light:1.2)',
  'second line',
  'Negative prompt: blur, text',
  'Steps: 20, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 6.5, Seed: 965400086, Size: 512x768, Model hash: 4199bcdd14, Model: dreamshaper_8, Denoising strength: 0.45, Clip skip: 2, Hires upscale: 2, Lora hashes: "inkStyle_v2: 9f1c2e, other: 12", Version: v1.10.1',
].join('\n');

const foxByA1111: Recipe = {
  program: 'a1111',
  prompt: 'a red fox in snow, (soft light:1.2)\nsecond line',
  negativePrompt: 'blur, text',
  seed: '965400086',
  width: 512,
  height: 768,
  steps: 20,
  guidance: 6.5,
  sampler: 'DPM++ 2M',
  schedule: 'Karras',
  denoisingStrength: 0.45,
  clipSkip: 2,
  model: 'dreamshaper_8',
  loras: [{ name: 'inkStyle_v2', strength: 0.8, textStrength: null }],
};

const civitaiText = [
  'a lighthouse at dusk',
  'Negative prompt: lowres',
  'Steps: 25, Sampler: Euler a, CFG scale: 4, Seed: 1234567890, Size: 832x1216, Clip skip: 2, Created Date: 2025-02-12T04:30:11.0000000Z, Civitai resources: [{"type":"checkpoint","modelVersionId":798204,"modelName":"RealVisXL V5.0","modelVersionName":"V5.0, baked"},{"type":"lora","weight":0.8,"modelVersionId":12,"modelName":"Ink [soft], wide","modelVersionName":"v1"}], Civitai metadata: {"remixOfId":123}',
].join('\n');

/** The usual graph, as the default workflow writes it, with a LoRA between model and sampler. */
const graph = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 156680208700286,
      steps: 24,
      cfg: 7.5,
      sampler_name: 'dpmpp_2m',
      scheduler: 'karras',
      denoise: 1,
      model: ['10', 0],
      positive: ['6', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  '4': {
    class_type: 'CheckpointLoaderSimple',
    inputs: { ckpt_name: 'SDXL\\sd_xl_base_1.0.safetensors' },
  },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 1024, height: 768, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: ['12', 0], clip: ['10', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'text, watermark', clip: ['11', 0] } },
  '10': {
    class_type: 'LoraLoader',
    inputs: {
      lora_name: 'styles/riso.safetensors',
      strength_model: 0.7,
      strength_clip: 1,
      model: ['4', 0],
      clip: ['4', 1],
    },
  },
  '11': {
    class_type: 'CLIPSetLastLayer',
    inputs: { stop_at_clip_layer: -2, clip: ['10', 1] },
  },
  '12': { class_type: 'PrimitiveStringMultiline', inputs: { value: 'a glass bottle, 窑火' } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'ComfyUI', images: ['8', 0] } },
};

const bottle: Recipe = {
  program: 'comfyui',
  prompt: 'a glass bottle, 窑火',
  negativePrompt: 'text, watermark',
  seed: '156680208700286',
  width: 1024,
  height: 768,
  steps: 24,
  guidance: 7.5,
  sampler: 'dpmpp_2m',
  schedule: 'karras',
  denoisingStrength: 1,
  clipSkip: null,
  model: 'SDXL\\sd_xl_base_1.0.safetensors',
  loras: [{ name: 'riso', strength: 0.7, textStrength: 1 }],
};

/** A graph of Flux: no sampler has it all, each part has a node of its own. */
const flux = {
  '13': {
    class_type: 'SamplerCustomAdvanced',
    inputs: {
      noise: ['25', 0],
      guider: ['22', 0],
      sampler: ['16', 0],
      sigmas: ['17', 0],
      latent_image: ['27', 0],
    },
  },
  '25': { class_type: 'RandomNoise', inputs: { noise_seed: 18446744073709551615n } },
  '22': { class_type: 'BasicGuider', inputs: { model: ['30', 0], conditioning: ['26', 0] } },
  '26': { class_type: 'FluxGuidance', inputs: { guidance: 3.5, conditioning: ['6', 0] } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'an Infinity pool', clip: ['11', 0] } },
  '16': { class_type: 'KSamplerSelect', inputs: { sampler_name: 'euler' } },
  '17': {
    class_type: 'BasicScheduler',
    inputs: { scheduler: 'simple', steps: 20, denoise: 1, model: ['30', 0] },
  },
  '27': { class_type: 'EmptySD3LatentImage', inputs: { width: 1024, height: 1024 } },
  '30': { class_type: 'UNETLoader', inputs: { unet_name: 'flux1-dev.safetensors' } },
};
const fluxJson = JSON.stringify(flux, (_key, value: unknown) =>
  typeof value === 'bigint' ? '@big' : value,
).replace('"@big"', '18446744073709551615');

/** The same default graph as the canvas keeps it: values without names, links by number. */
const workflow = {
  last_node_id: 9,
  nodes: [
    {
      id: 3,
      type: 'KSampler',
      mode: 0,
      inputs: [
        { name: 'model', link: 1 },
        { name: 'positive', link: 4 },
        { name: 'negative', link: 6 },
        { name: 'latent_image', link: 2 },
      ],
      widgets_values: [42, 'randomize', 20, 8, 'euler_ancestral', 'normal', 1],
    },
    { id: 4, type: 'CheckpointLoaderSimple', mode: 0, widgets_values: ['v1-5.ckpt'] },
    { id: 5, type: 'EmptyLatentImage', mode: 0, widgets_values: [512, 640, 1] },
    { id: 6, type: 'CLIPTextEncode', mode: 0, inputs: [], widgets_values: ['a teapot'] },
    { id: 7, type: 'CLIPTextEncode', mode: 0, inputs: [], widgets_values: ['blur'] },
  ],
  links: [
    [1, 4, 0, 3, 0, 'MODEL'],
    [2, 5, 0, 3, 3, 'LATENT'],
    [4, 6, 0, 3, 1, 'CONDITIONING'],
    [6, 7, 0, 3, 2, 'CONDITIONING'],
  ],
};

const read = (bytes: Uint8Array<ArrayBuffer>) => readRecipe(new Blob([bytes]));

describe('settings written by A1111', () => {
  test.each([
    ['PNG', () => pngWith(pilText('parameters', infotext))],
    ['PNG, packed', async () => pngWith(await packedText('parameters', infotext))],
    ['PNG, packed and wide', async () => pngWith(await packedWideText('parameters', infotext))],
    ['JPEG', () => jpegWith(exif([], unicodeComment(infotext)))],
    ['WebP', () => webpWith(exif([], unicodeComment(infotext)))],
    ['JPEG, smaller byte first', () => jpegWith(exif([], unicodeComment(infotext, 'le')))],
    ['JPEG in ASCII', () => jpegWith(exif([], asciiComment(infotext)))],
  ])('are read from %s', async (_name, write) => {
    expect(await read(await write())).toEqual(foxByA1111);
  });

  test('keep Chinese words, which PIL writes as iTXt', async () => {
    const text = infotext.replace('a red fox', '雪中的红狐');
    const found = await read(pngWith(pilText('parameters', text)));
    expect(found?.prompt).toBe('雪中的红狐 in snow, (soft light:1.2)\nsecond line');
    const inJpeg = await read(jpegWith(exif([], unicodeComment(text))));
    expect(inJpeg?.prompt).toBe(found?.prompt);
  });

  test('may lack a negative prompt, and a prompt', () => {
    const bare = 'Steps: 8, Sampler: LCM, CFG scale: 1.5, Seed: 7, Size: 512x512';
    expect(readInfotext(`a fox\n${bare}`)).toMatchObject({ prompt: 'a fox', negativePrompt: '' });
    expect(readInfotext(bare)).toMatchObject({ prompt: '', steps: 8, seed: '7' });
  });

  test('are not seen in words that only look like them', () => {
    expect(readInfotext('a fox: red, size: big, mood: calm')).toBeNull();
    expect(readInfotext('just words')).toBeNull();
    expect(readInfotext('')).toBeNull();
  });

  test('a setting in quotes or brackets is one setting', () => {
    const line = 'A: 1, B: "x, C: 2", D: {"e": [1, 2], "f": "}"}, G: h';
    expect([...settingsOfLine(line)]).toEqual([
      ['A', '1'],
      ['B', '"x, C: 2"'],
      ['D', '{"e": [1, 2], "f": "}"}'],
      ['G', 'h'],
    ]);
  });
});

test('Civitai says which models and LoRAs it used, and a picture of Kiln that it is one', () => {
  expect(readInfotext(civitaiText)).toMatchObject({
    program: 'civitai',
    prompt: 'a lighthouse at dusk',
    model: 'RealVisXL V5.0',
    loras: [{ name: 'Ink [soft], wide', strength: 0.8, textStrength: null }],
    width: 832,
    height: 1216,
    seed: '1234567890',
  });
  const kiln = 'a bowl\nSteps: 20, Seed: 5, Size: 512x512, Version: Kiln 0.1.0';
  expect(readInfotext(kiln)).toMatchObject({ program: 'kiln', prompt: 'a bowl', seed: '5' });
});

describe('a graph of ComfyUI', () => {
  const json = JSON.stringify(graph);
  test.each([
    ['PNG', () => pngWith(plainText('prompt', asAscii(json)), plainText('workflow', '{}'))],
    ['WebP', () => webpWith(exif(cameraTags(asAscii(json), '{}')))],
  ])('is followed from its sampler: %s', async (_name, write) => {
    expect(await read(write())).toEqual(bottle);
  });

  test('may have its parts in nodes of their own, and a seed of 64 bits', () => {
    expect(readComfyui(fluxJson, null)).toMatchObject({
      prompt: 'an Infinity pool',
      negativePrompt: '',
      seed: '18446744073709551615',
      steps: 20,
      guidance: 3.5,
      sampler: 'euler',
      schedule: 'simple',
      width: 1024,
      model: 'flux1-dev.safetensors',
    });
  });

  test('is read from the canvas where the graph that ran is missing', () => {
    expect(readComfyui(null, JSON.stringify(workflow))).toMatchObject({
      prompt: 'a teapot',
      negativePrompt: 'blur',
      seed: '42',
      steps: 20,
      sampler: 'euler_ancestral',
      width: 512,
      height: 640,
      model: 'v1-5.ckpt',
    });
  });

  test('with a second pass tells how the picture was begun', () => {
    const twice = {
      '50': {
        class_type: 'KSampler',
        inputs: { ...graph['3'].inputs, steps: 10, denoise: 0.4, latent_image: ['51', 0] },
      },
      '51': { class_type: 'LatentUpscale', inputs: { width: 2048, samples: ['3', 0] } },
      ...graph,
    };
    expect(readComfyui(JSON.stringify(twice), null)).toMatchObject({ steps: 24, width: 1024 });
  });

  test('may hold what Python calls numbers', () => {
    const odd = JSON.stringify(graph).replace('"batch_size":1', '"batch_size":NaN');
    expect(readComfyui(odd, null)?.prompt).toBe(bottle.prompt);
  });

  test('from Civitai’s generator carries what was asked for', async () => {
    const extraMetadata = JSON.stringify({
      prompt: 'a harbour',
      negativePrompt: 'fog',
      steps: 30,
      cfgScale: 5,
      sampler: 'Euler a',
      seed: 99,
    });
    const comment = unicodeComment(JSON.stringify({ ...graph, extraMetadata }));
    expect(await read(jpegWith(exif([], comment)))).toMatchObject({
      program: 'civitai',
      prompt: 'a harbour',
      negativePrompt: 'fog',
      sampler: 'Euler a',
      seed: '99',
      width: 1024,
    });
  });

  test('in circles, with gaps or of the wrong form does no harm', () => {
    const circle = {
      '1': {
        class_type: 'KSampler',
        inputs: { seed: ['2', 0], positive: ['2', 0], model: ['3', 0], latent_image: ['9', 0] },
      },
      '2': { class_type: 'Reroute', inputs: { value: ['2', 0], seed: ['1', 0] } },
      '3': { class_type: 'LoraLoader', inputs: { lora_name: 4, model: ['3', 0] } },
    };
    expect(readComfyui(JSON.stringify(circle), null)).toMatchObject({ prompt: '', seed: null });
    const strange = ['[]', 'null', '{"1":null}', '{"1":{"class_type":"KSampler"}}', '{', '"x"'];
    for (const text of strange) expect(readComfyui(text, text)).toBeNull();
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    expect(readComfyui(deep, deep)).toBeNull();
  });
});

describe('a file that means harm', () => {
  test('carries nothing: too many pieces, a bomb, the wrong bytes', async () => {
    const many = Array.from({ length: recipeMaxPieces + 1 }, () => plainText('a', 'b'));
    expect(await read(pngWith(...many, pilText('parameters', infotext)))).toBeNull();
    const bomb = await packedText('parameters', ' '.repeat(recipeMaxCharacters + 1));
    const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(await read(pngWith(bomb))).toBeNull();
    expect(warning).toHaveBeenCalledOnce();
    const cut = pngWith(pilText('parameters', infotext)).slice(0, 90);
    expect(await read(cut)).toBeNull();
    expect(await read(new Uint8Array([1, 2, 3]))).toBeNull();
    expect(await read(new TextEncoder().encode(infotext))).toBeNull();
    expect(await read(jpegWith(exif([], unicodeComment(infotext)).slice(0, 60)))).toBeNull();
  });

  test('does not keep its reader busy with what never ends', () => {
    for (const unit of ['a:{,', 'a:",', 'a:[', '<lora:', ', , ,', 'Steps: 1, ']) {
      const long = unit.repeat(190_000 / unit.length);
      expect(readInfotext(`<lora:x:1>${long}\nSteps: 1, Seed: 2, Size: 64x64`)?.seed).toBe('2');
      expect(readInfotext(`x\n${long}`)).toBeNull();
      expect(readInfotext(`x\n${long.repeat(2)}`)).toBeNull();
    }
  });

  test('a picture without settings carries none', async () => {
    expect(await read(pngWith())).toBeNull();
    expect(await read(pngWith(plainText('Software', 'GIMP')))).toBeNull();
  });
});

test.each([
  ['DPM++ 2M Karras', null, 'k_dpmpp_2m', true],
  ['DPM++ 2M', 'Karras', 'k_dpmpp_2m', true],
  ['DPM++ 2M', 'Automatic', 'k_dpmpp_2m', null],
  ['DPM++ 2S a Karras', null, 'k_dpmpp_2s_a', true],
  ['dpmpp_2s_ancestral', 'normal', 'k_dpmpp_2s_a', false],
  ['Euler a', null, 'k_euler_a', null],
  ['euler_ancestral', 'karras', 'k_euler_a', true],
  ['Euler', 'Simple', 'k_euler', false],
  ['DPM2 a', null, 'k_dpm_2_a', null],
  ['dpm_2_ancestral', null, 'k_dpm_2_a', null],
  ['DPM adaptive', null, 'k_dpm_adaptive', null],
  ['DPM++ SDE Karras', null, 'k_dpmpp_sde', true],
  ['Heun', null, 'k_heun', null],
  ['LMS Karras', null, 'k_lms', true],
  ['DDIM', null, 'DDIM', null],
  ['LCM', null, 'lcm', null],
  ['k_dpmpp_2m', null, 'k_dpmpp_2m', null],
])('the sampler “%s” (%s) is %s here', (name, schedule, sampler, karras) => {
  expect(samplerOf(name, schedule)).toEqual({ sampler, karras });
});

test('a sampler that is not here is none, whatever it is called', () => {
  for (const name of ['DPM++ 3M SDE', 'UniPC', 'constructor', '']) {
    expect(samplerOf(name, 'Karras')).toBeNull();
  }
});

test('a model is found by its file, whatever its folder, ending and signs', () => {
  expect(nameKey('SDXL\\sd_xl_base_1.0.safetensors')).toBe('sdxlbase10');
  const listed = modelItem({ model: 'Dreamshaper 8', label_en: 'DreamShaper', label_cn: '造梦' });
  expect(modelNamed([listed], 'dreamshaper_8.safetensors')).toBe(listed);
  expect(modelNamed([listed], '造梦')).toBe(listed);
  expect(modelNamed([listed], 'dreamshaper_7')).toBeNull();
  expect(modelNamed([listed], '….ckpt')).toBeNull();
});

/** Python's `json.dumps` writes no letter beyond ASCII. */
function asAscii(json: string): string {
  return json.replaceAll(
    /[^\u0020-\u007e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
