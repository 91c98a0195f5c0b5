import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { saveDraft } from '../../../../src/db/drafts.ts';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache, putOwnCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import { getIntent } from '../../../../src/db/intents/lists.ts';
import { errorCodes, type ErrorCode } from '../../../../src/domain/errors.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import type { InputValues, ModelItem, ModelSchema } from '../../../../src/domain/model.ts';
import { activateLanguage } from '../../../../src/i18n.ts';
import { nextSteps } from '../../../../src/requests/actions/next-step.ts';
import { errorWords } from '../../../../src/words/errors.ts';
import { keepModels, owner, request, source } from '../../../fixtures/device.ts';
import { putWorks, workRow } from '../../../fixtures/works.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

/** Every rule of the form and every error of the platform, each provoked and read in both languages. */

const written = 'a lighthouse in fog 灯塔';
/** What a platform says for those who call it; no page may. */
const raw = 'loras - nobody here has zorn';

const promptIn = (language: 'en' | 'cn') =>
  page.getByRole('textbox', { name: language === 'en' ? 'Prompt' : '提示词', exact: true });
const shown = () => document.querySelector('main')?.innerText ?? '';

/** The schema's titles are words of the deployment; here they are the same in both languages. */
function inBothLanguages(model: string, schema: ModelSchema) {
  return Promise.all(['en', 'cn'].map((lang) => putCache(schemaKey(model, lang as 'en'), schema)));
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio();
  await activateLanguage('cn');
});
afterEach(() => {
  closePlayground();
  vi.unstubAllGlobals();
});

interface Rule {
  rule: string;
  /** Field values beside the prompt. */
  input?: InputValues;
  prompt?: string;
  schema?: Partial<ModelSchema>;
  model?: Partial<ModelItem>;
  /** Fields that have a picture, one for each. */
  pictures?: string[];
  en: string;
  cn: string;
}

const text = { type: 'string', title: 'X', 'x-order': 3 } as const;
const prompt = paintSchema.properties['prompt']!;
const withX = (x: ModelSchema['properties'][string], required: string[] = []) => ({
  required: ['prompt', ...required],
  properties: { prompt, x },
});

// A number out of its bounds never gets as far: the form takes the default in its place.
const rules: Rule[] = [
  {
    rule: 'a prompt is required',
    prompt: '',
    en: "Write what you'd like first.",
    cn: '先写下你想要什么。',
  },
  {
    rule: 'a prompt has a limit',
    prompt: 'x'.repeat(301),
    en: 'The prompt is too long: 300 characters at most.',
    cn: '提示词太长了，最多 300 字。',
  },
  {
    rule: 'a field is required',
    schema: withX(text, ['x']),
    en: 'Fill in X.',
    cn: '请填写X。',
  },
  {
    rule: 'a text is too short',
    schema: withX({ ...text, minLength: 5 }),
    input: { x: 'ab' },
    en: 'X is too short: 5 characters at least.',
    cn: 'X太短了，至少 5 字。',
  },
  {
    rule: 'a text is too long',
    schema: withX({ ...text, maxLength: 5 }),
    input: { x: 'abcdef' },
    en: 'X is too long: 5 characters at most.',
    cn: 'X太长了，最多 5 字。',
  },
  {
    rule: 'a number stands between two steps',
    schema: withX({ type: 'number', title: 'X', multipleOf: 2, 'x-order': 3 }),
    input: { x: 3 },
    en: 'X goes in steps of 2.',
    cn: 'X以 2 为一档。',
  },
  {
    rule: 'a control type is required',
    schema: withX({ ...text, enum: ['canny', 'depth'] }, ['x']),
    en: 'Fill in X.',
    cn: '请填写X。',
  },
  {
    rule: 'a list has more entries than it takes',
    schema: withX({ type: 'array', title: 'X', maxItems: 2, 'x-order': 3 }),
    input: { x: ['a', 'b', 'c'] },
    en: 'X: at most 2 at once.',
    cn: 'X：一次最多 2 个。',
  },
  {
    rule: 'a list names what nobody has',
    schema: withX({ type: 'array', title: 'X', 'x-names': ['riso'], 'x-order': 3 }),
    input: { x: ['riso:0.6', 'zorn'] },
    en: "X: zorn isn't known here.",
    cn: 'X：这里没有 zorn。',
  },
  {
    rule: 'a list of numbers has something else in it',
    schema: withX({ type: 'array', items: { type: 'number' }, title: 'X', 'x-order': 3 }),
    input: { x: ['one'] },
    en: "X has a value this model doesn't take.",
    cn: '这个模型不接受X现在的值。',
  },
  {
    rule: 'a list of pictures has more than the model takes',
    schema: withX({ ...text, type: 'array', format: 'uri' }),
    model: { upload: 'x', upload_limit: 1 },
    pictures: ['x', 'x'],
    en: 'X: at most 1 files.',
    cn: 'X：最多 1 个文件。',
  },
  {
    rule: 'a seed is no seed',
    input: { seed: '99999999999' },
    en: 'A seed is a whole number up to 4294967295.',
    cn: '种子是不超过 4294967295 的整数。',
  },
];

describe('every rule of the form', () => {
  test.each(rules)('$rule', async (rule) => {
    const { schema, input = {}, prompt: words = written, model, pictures = [], en, cn } = rule;
    if (model) await keepModels([modelItem(model)]);
    await inBothLanguages('painter', { ...paintSchema, ...schema });
    const mediaIds = await Promise.all(pictures.map((_, shade) => source(shade)));
    await signIn();
    await saveDraft({
      owner,
      type: 'Text2Img',
      model: 'painter',
      input: { prompt: words, ...input },
      sources: pictures.map((field, index) => ({ field, mediaId: mediaIds[index]! })),
    });
    openPlayground('/generate/Text2Img');
    await expect.element(promptIn('en')).toHaveValue(words);
    await expect.poll(shown).toContain(en);
    await activateLanguage('cn');
    await expect.poll(shown).toContain(cn);
    expect(shown()).not.toContain(en);
    await expect.element(promptIn('cn')).toHaveValue(words);
  });
});

test('a tool that works on a picture asks for one, and for what is to be marked', async () => {
  const mask = { type: 'string', title: 'X', format: 'uri', 'x-widget': 'mask', 'x-order': 2 };
  const schema = {
    ...upscaleSchema,
    required: ['image', 'mask'],
    properties: {
      image: { ...upscaleSchema.properties['image']!, title: 'Y' },
      mask,
    },
  } as ModelSchema;
  await freshStudio([modelItem(), upscaleItem({ mask: 'mask' })]);
  await inBothLanguages('upscaler', schema);
  await signIn();
  openPlayground('/generate/Upscaling');
  await expect.poll(shown).toContain('Y: choose one first.');
  expect(shown()).toContain('Please mark the area to be inpainted.');
  await activateLanguage('cn');
  await expect.poll(shown).toContain('请先选择：Y。');
  expect(shown()).toContain('请先涂出要重绘的区域。');
});

/** A request that stopped in this tool, while its next one is being written. */
async function stopWith(
  code: ErrorCode,
  atMs: number,
  stage: GenerateIntent['stage'] = 'needs-attention',
): Promise<GenerateIntent> {
  const intent = await request(written);
  const row: GenerateIntent = {
    ...intent,
    stage,
    error: { code, httpStatus: 400, detail: raw, atMs },
  };
  await db.intents.clear();
  await db.intents.put(row);
  return row;
}

async function openWritten(actions: Parameters<typeof openPlayground>[1] = {}) {
  await inBothLanguages('painter', paintSchema);
  await signIn();
  await saveDraft({
    owner,
    type: 'Text2Img',
    model: 'painter',
    input: { prompt: written },
    sources: [],
  });
  const opened = openPlayground('/generate/Text2Img', actions);
  await expect.element(promptIn('en')).toHaveValue(written);
  return opened;
}

/** Spec 1, section 8, by what the platform answers; the words are the product's own. */
const answers: Partial<Record<ErrorCode, { en: string; cn: string; help: string }>> = {
  'nsfw-content': {
    en: 'Nothing like this is made here',
    cn: '这里不生成这样的内容',
    help: 'Change it',
  },
  'nsfw-system': {
    en: 'The content check had a problem',
    cn: '内容检查出了问题',
    help: 'Try again',
  },
  'too-many-requests': {
    en: 'Too many requests at once',
    cn: '一下子发得太多了',
    help: 'Try again',
  },
  'not-enough-credits': {
    en: 'Not enough credits for today',
    cn: '今天的积分不够了',
    help: 'Claim credits and retry',
  },
  'engine-failed': { en: "It couldn't be made", cn: '没能做出来', help: 'Try again' },
  'upload-damaged': {
    en: "The file didn't arrive whole",
    cn: '文件没有完整传到',
    help: 'Try again',
  },
  'server-error': { en: 'The studio had a problem', cn: '服务器出了问题', help: 'Try again' },
  'login-required': { en: 'Please sign in', cn: '请先登录', help: 'Sign in' },
};

test('every error is said in words of the reader, with what helps, and loses nothing that was written', async () => {
  await openWritten();
  for (const code of errorCodes) {
    await stopWith(code, 1);
    const title = () => i18n._(errorWords[code].title);
    const known = answers[code];
    await expect.poll(shown, { message: code }).toContain(title());
    if (known) {
      expect(shown()).toContain(known.en);
      const help = page.getByRole('main').getByText(known.help, { exact: true });
      await expect.element(help.first(), { message: code }).toBeVisible();
    }
    if (!nextSteps(code).includes('retry')) {
      expect(shown(), code).not.toContain('Try again\n');
    }
    expect(shown(), code).not.toContain(raw);
  }
  await activateLanguage('cn');
  for (const code of errorCodes) {
    const { title, advice, stopped } = errorWords[code];
    for (const words of [title, advice, stopped ?? advice]) {
      expect(i18n._(words), code).toMatch(/\p{Script=Han}/u);
      expect(i18n._(words).replaceAll(/PNG|JPEG|WebP/g, ''), code).not.toMatch(/[A-Za-z]{2,}/);
    }
    const known = answers[code];
    if (!known) continue;
    await stopWith(code, 1);
    await expect.poll(shown, { message: code }).toContain(known.cn);
    expect(shown(), code).not.toContain(raw);
  }
  await expect.element(promptIn('cn')).toHaveValue(written);
});

test('a session that is refused asks for a sign-in by itself, and the request goes on after it', async () => {
  let asked = 0;
  await openWritten({
    requestSignIn: () => {
      asked += 1;
      return Promise.resolve(true);
    },
  });
  const { id } = await stopWith('login-required', Date.now());
  await expect.poll(async () => (await getIntent(id))?.stage).toBe('saved');
  expect(asked).toBe(1);
  await expect.element(promptIn('en')).toHaveValue(written);
});

test('a model that broke offers a reload; left as it is, its form is asked for anew and keeps what was written', async () => {
  await openWritten();
  await putOwnCache(owner, 'balance', {
    balance: 10,
    reserved: 0,
    dailyAmount: 10,
    claimedToday: true,
  });
  const style = { ...paintSchema.properties['style']!, title: 'Manner' };
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url.endsWith('/playground_get_model_schema')
        ? Response.json(
            { ...paintSchema, properties: { ...paintSchema.properties, style } },
            { headers: { 'Kiln-Answer': '1' } },
          )
        : Response.json({ message: 'no' }, { status: 404, headers: { 'Kiln-Answer': '1' } }),
    ),
  );
  const { id } = await stopWith('model-error', Date.now());
  const dialog = page.getByRole('dialog', { name: 'The model reported an error' });
  await expect.element(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect.element(page.getByText('Manner').first()).toBeVisible();
  await expect.element(promptIn('en')).toHaveValue(written);
  expect((await getIntent(id))?.stage).toBe('needs-attention');
  // Asked about once; the request itself says the rest.
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('what came with an error, and what did not come, says why beside what did', async () => {
  await openWritten();
  const work = workRow(1, { err: 'too-demanding', errmsg: 'CUDA out of memory' });
  await putWorks(work);
  const intent = await request(written);
  for (const [code, en, cn] of [
    ['nsfw-content', 'Nothing like this is made here', '这里不生成这样的内容'],
    ['result-damaged', 'The result arrived damaged', '结果在路上损坏了'],
  ] as const) {
    await db.intents.put({
      ...intent,
      stage: 'done',
      workIds: [work.id],
      missingOutputs: 2,
      missingCode: code,
    });
    const told = () => page.getByRole('region', { name: 'Result' });
    await expect
      .element(told().getByText(`2 outputs could not be made and were not charged. Why: ${en}.`))
      .toBeVisible();
    await expect.poll(shown).toContain(i18n._(errorWords['too-demanding'].title));
    await activateLanguage('cn');
    await expect.poll(shown).toContain(`没有扣积分。原因：${cn}。`);
    await expect.poll(shown).toContain(i18n._(errorWords['too-demanding'].title));
    expect(shown()).not.toContain('CUDA');
    await expect.element(promptIn('cn')).toHaveValue(written);
    await activateLanguage('en');
  }
});
