import { describe, expect, test } from 'vitest';

import { embeddedPrompt } from '../../../server/language/builtin/embedded.ts';
import { expandPrompt } from '../../../server/language/builtin/expand.ts';
import { measure, nameOf, wordsOf } from '../../../server/language/builtin/facts.ts';
import { optimizeByRules } from '../../../server/language/builtin/optimize.ts';
import { phraseTerms } from '../../../server/language/builtin/phrases.ts';
import { loadTerms } from '../../../server/language/builtin/terms.ts';
import { createDictionary } from '../../../server/language/builtin/translate.ts';
import { languageOf } from '../../../src/domain/languages.ts';
import type { ModelSchema } from '../../../src/domain/model.ts';

describe('an expansion by phrases', () => {
  test.each([
    '一只猫',
    '山水，水墨',
    'a bowl of ramen',
    'a girl with a red umbrella, rainy night street',
    'perfume bottle',
    'logo of a tea shop',
    'nothing in particular',
  ])('keeps the words, says nothing twice, stays in one language: %s', (prompt) => {
    for (const seed of ['', '1', '2', '3', '4', '5', '6', '7']) {
      const more = expandPrompt(prompt, 'en', seed);
      expect(more.startsWith(prompt)).toBe(true);
      const parts = more.split(/[,，]/).map((part) => part.trim().toLowerCase());
      expect(new Set(parts).size).toBe(parts.length);
      expect(parts.length).toBeGreaterThan(2);
      const isChinese = languageOf(prompt, 'en') === 'cn';
      expect(/\p{Script=Han}/u.test(more)).toBe(isChinese);
      expect(/[a-z]/i.test(more)).toBe(!isChinese);
    }
  });

  test('adds nothing of what a prompt says already', () => {
    const full = 'portrait of a girl, detailed, soft light, oil painting, close-up, dreamy mood';
    expect(expandPrompt(full, 'en', '')).toBe(full);
    for (const seed of ['1', '2', '3', '4', '5', '6']) {
      expect(expandPrompt('a street at night', 'en', seed)).not.toMatch(/golden hour|sunlight/);
      expect(expandPrompt('a fox, watercolor', 'en', seed)).not.toMatch(/camera|photograph|depth/);
      expect(expandPrompt('一只猫', 'cn', seed)).toBe(expandPrompt('一只猫', 'en', seed));
    }
  });

  test('can be expanded again until there is no more to say', () => {
    let prompt = 'a lighthouse';
    for (let times = 0; times < 4; times += 1) prompt = expandPrompt(prompt, 'en', '');
    expect(expandPrompt(prompt, 'en', '')).toBe(prompt);
    expect(prompt.length).toBeLessThan(400);
  });
});

describe('a translation by the list of words', () => {
  const translate = createDictionary();

  test('knows some hundred terms, each written as it is understood', () => {
    const terms = loadTerms();
    expect(terms.length).toBeGreaterThan(500);
    for (const { cn, en } of terms) {
      for (const word of cn) expect(word).toMatch(/^\p{Script=Han}+$/u);
      for (const word of en) expect(word).toMatch(/^[a-z0-9][a-z0-9 '-]*$/);
    }
  });

  test('reads back every phrase that an expansion can write, in both directions', () => {
    for (const { cn, en } of phraseTerms()) {
      expect(translate(cn[0]!, 'cn', 'en').unknown, cn[0]).toEqual([]);
      expect(translate(en[0]!, 'en', 'cn').unknown, en[0]).toEqual([]);
    }
  });

  test.each([
    ['雪山日落，电影光效，8k', 'cn', 'snowy mountain sunset, cinematic lighting, 8k'],
    ['猫、狗和兔子', 'cn', 'cat, dog and rabbit'],
    ['(柔光:1.2)，<lora:猫:0.5>', 'cn', '(soft light:1.2), <lora:猫:0.5>'],
    ['Oil painting of two foxes, close-up', 'en', '油画两只狐狸，特写'],
    ['cherry blossoms, 50mm', 'en', '樱花，50mm'],
    ['猫', 'en', '猫'],
  ] as const)('%s', (text, from, expected) => {
    const result = translate(text, from, from === 'cn' ? 'en' : 'cn');
    expect(result).toEqual({ text: expected, unknown: [] });
  });

  test('marks the unknown where it stands, whatever it is', () => {
    const text = 'a zyzzyva, 貔貅 😀 \uD800 qwrtz';
    for (const from of ['cn', 'en'] as const) {
      const { text: result, unknown } = translate(text, from, from === 'cn' ? 'en' : 'cn');
      for (const one of unknown) expect(result.slice(one.start, one.end)).toBe(one.text);
    }
    expect(translate(text, 'en', 'cn').unknown.map((one) => one.text)).toEqual([
      'zyzzyva',
      'qwrtz',
    ]);
  });

  test('of the longest text costs next to nothing', () => {
    const began = process.threadCpuUsage();
    translate('貔貅与猫，(((<<<'.repeat(600), 'cn', 'en');
    translate('zyzzyva cat, (((<<<'.repeat(360), 'en', 'cn');
    expandPrompt(`${','.repeat(6_900)}x`, 'en', '');
    expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(1_000);
  });
});

describe('parameters by rules', () => {
  const number = { type: 'number' as const, title: '', 'x-order': 0 };
  const whole = { ...number, type: 'integer' as const };
  const schema: ModelSchema = {
    properties: {
      prompt: { type: 'string', title: '', 'x-order': 0, maxLength: 500 },
      negative_prompt: { type: 'string', title: '', 'x-order': 1 },
      width: { ...whole, minimum: 64, maximum: 2048, multipleOf: 64, default: 512 },
      height: { ...whole, minimum: 64, maximum: 2048, multipleOf: 64, default: 512 },
      steps: { ...whole, minimum: 1, maximum: 50, default: 30 },
      cfg_scale: { ...number, minimum: 1, maximum: 24, multipleOf: 0.5, default: 7 },
      denoising_strength: { ...number, minimum: 0.1, maximum: 1, default: 0.75 },
      sampler_name: {
        type: 'string',
        title: '',
        'x-order': 2,
        enum: ['k_euler', 'lcm'],
        default: 'k_euler',
      },
      seed: { type: 'string', title: '', 'x-order': 3, 'x-widget': 'seed' },
      image: { type: 'string', title: '', 'x-order': 4, format: 'uri' },
    },
    required: ['prompt'],
  };
  const better = (params: Record<string, string | number>, sizes: string[] = []) =>
    optimizeByRules({
      schema,
      promptField: 'prompt',
      negativeField: 'negative_prompt',
      sizes,
      params: { sampler_name: 'k_euler', width: 512, height: 512, ...params },
      language: 'en',
    });

  test.each([
    [{ steps: 4 }, { steps: 30 }],
    [
      { steps: 25, cfg_scale: 22 },
      { steps: 25, cfg_scale: 7 },
    ],
    [
      { sampler_name: 'lcm', steps: 30, cfg_scale: 7 },
      { steps: 8, cfg_scale: 2 },
    ],
    [{ sampler_name: 'none' }, { sampler_name: 'k_euler' }],
    [
      { image: '/files/a.png', denoising_strength: 1 },
      { denoising_strength: 0.75, image: '/files/a.png' },
    ],
    [{ denoising_strength: 1 }, { denoising_strength: 1 }],
    [{ seed: '7' }, { seed: '7' }],
    [
      { width: 700, height: 300 },
      { width: 704, height: 320 },
    ],
  ])('%j becomes %j', (given, expected) => {
    expect(better({ prompt: 'a vase', ...given }).params).toMatchObject(expected);
  });

  test('turn a square for a wide view or a person, unless somebody chose the format', () => {
    const wide = better({ prompt: 'panorama of the desert' }).params;
    expect(Number(wide.width)).toBeGreaterThan(Number(wide.height));
    const tall = better({ prompt: '全身像，少女' }).params;
    expect(Number(tall.height)).toBeGreaterThan(Number(tall.width));
    const listed = better({ prompt: '全身像，少女' }, ['512x512', '512x768', '256x1024']).params;
    expect(listed).toMatchObject({ width: 512, height: 768 });
    const chosen = better({ prompt: '全身像，少女', width: 768, height: 512 });
    expect(chosen.params).toMatchObject({ width: 768, height: 512 });
  });

  test('say nothing twice and leave brackets whole', () => {
    const { params } = better({ prompt: 'a vase, (a, b:1.2), (c, b:1.2), a vase,,' });
    expect(params.prompt).toMatch(/^a vase, \(a, b:1\.2\), \(c, b:1\.2\),(?! a vase)/);
  });

  test('leave good ones alone, and say of each change what it was', () => {
    const first = better({ prompt: 'a fox' });
    for (const { field, from, to } of first.changes) {
      expect(first.params[field]).toBe(to);
      expect(from).not.toBe(to);
    }
    const settled = optimizeByRules({
      schema,
      promptField: 'prompt',
      negativeField: 'negative_prompt',
      sizes: [],
      params: better(better({ prompt: 'a fox' }).params as Record<string, string>).params,
      language: 'cn',
    });
    expect(settled.changes.filter(({ field }) => field !== 'prompt')).toEqual([]);
  });
});

describe('what can be measured of a picture', () => {
  test.each([
    [[250, 250, 250], 'white'],
    [[10, 10, 12], 'black'],
    [[128, 128, 128], 'gray'],
    [[220, 30, 30], 'red'],
    [[255, 150, 30], 'orange'],
    [[120, 70, 30], 'brown'],
    [[250, 230, 60], 'yellow'],
    [[40, 160, 60], 'green'],
    [[40, 70, 200], 'blue'],
    [[130, 40, 170], 'purple'],
    [[250, 150, 190], 'pink'],
  ] as const)('%j is %s', ([red, green, blue], name) => {
    expect(nameOf(red, green, blue)).toBe(name);
  });

  test('one pixel, one row and one colour are described without a word that is not so', () => {
    for (const [width, height] of [
      [1, 1],
      [30, 1],
      [1, 30],
      [8, 8],
    ] as const) {
      const data = new Uint8Array(width * height * 3).fill(128);
      const words = wordsOf(measure({ data, width, height }, { width, height }), 'en');
      expect(words).toContain('dominant colors gray');
      expect(words).not.toMatch(/NaN|symmetr|centered|sharp|vivid/);
    }
  });

  test('metadata that is nonsense is nobody’s prompt and no danger', () => {
    const none = { comments: [], exif: null, xmp: null };
    expect(embeddedPrompt(none)).toBeNull();
    const loop = Buffer.from(
      '49492a000800000002006987040001000000080000000e01020010000000ffffff7f',
      'hex',
    );
    for (let cut = 0; cut <= loop.length; cut += 1) {
      expect(embeddedPrompt({ ...none, exif: loop.subarray(0, cut) })).toBeNull();
    }
    expect(
      embeddedPrompt({ ...none, comments: [{ keyword: 'prompt', text: '{"a":null}' }] }),
    ).toBeNull();
    expect(embeddedPrompt({ ...none, comments: [{ keyword: 'prompt', text: '{"a"' }] })).toBeNull();
    const spaces = { keyword: 'parameters', text: '\n '.repeat(500_000) };
    expect(embeddedPrompt({ ...none, comments: [spaces] })).toBeNull();
    expect(embeddedPrompt({ ...none, xmp: '<'.repeat(50_000) })).toBeNull();
  });
});
