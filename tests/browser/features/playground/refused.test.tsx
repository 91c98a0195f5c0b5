import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { saveDraft } from '../../../../src/db/drafts.ts';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import type { GeneratorType } from '../../../../src/domain/generator-types.ts';
import { modelErrorMessage, type ErrorCode } from '../../../../src/domain/errors.ts';
import { activateLanguage } from '../../../../src/i18n.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { followOnce } from '../../../../src/jobs/poller/follow-jobs.ts';
import { owner, session, source } from '../../../fixtures/device.ts';
import { FakePlatform, type Fault } from '../../../fixtures/fake-platform.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

/** Spec 1, section 8, from the press to the page: what the platform answers goes through the queue itself. */

const written = 'a lighthouse in fog 灯塔';
/** The platform's own words are for those who call it. */
const raw = 'made to fail';
const shown = () => document.querySelector('main')?.innerText ?? '';
const promptIn = (language: 'en' | 'cn') =>
  page.getByRole('textbox', { name: language === 'en' ? 'Prompt' : '提示词', exact: true });
const image = {
  type: 'string',
  title: 'Picture',
  format: 'uri',
  default: '',
  'x-widget': 'image',
  'x-order': 0,
} as const;

let platform: FakePlatform;

beforeEach(async () => {
  await page.viewport(1280, 900);
  const redraws = { value: 2, model: 'redraw', type: 'Img2Img', upload: 'image', upload_limit: 1 };
  await freshStudio([modelItem(), modelItem({ ...redraws, accept_types: ['png'] })]);
  const withPicture = { ...paintSchema, properties: { image, ...paintSchema.properties } };
  for (const language of ['en', 'cn'] as const) {
    await putCache(schemaKey('painter', language), paintSchema);
    await putCache(schemaKey('redraw', language), withPicture);
  }
  await signIn();
  await activateLanguage('cn');
  platform = new FakePlatform();
  vi.stubGlobal('fetch', platform.fetch);
});
afterEach(() => {
  closePlayground();
  vi.unstubAllGlobals();
});

async function pressGenerate(tool: GeneratorType = 'Text2Img', pictures: string[] = []) {
  const sources = await Promise.all(
    pictures.map(async (field, shade) => ({ field, mediaId: await source(shade) })),
  );
  const model = tool === 'Img2Img' ? 'redraw' : 'painter';
  await saveDraft({ owner, type: tool, model, input: { prompt: written }, sources });
  const opened = openPlayground(`/generate/${tool}`, {
    // Asked for, and put off.
    requestSignIn: () => {
      opened.asked.signIn += 1;
      return Promise.resolve(false);
    },
  });
  await expect.element(promptIn('en')).toHaveValue(written);
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
  await runQueue({ host: 'page' });
  return opened;
}

async function isSaidInBoth({ en, cn }: { en: string; cn: string }) {
  await expect.poll(shown).toContain(en);
  await activateLanguage('cn');
  await expect.poll(shown).toContain(cn);
  expect(shown()).not.toContain(en);
  expect(shown()).not.toContain(raw);
  await expect.element(promptIn('cn')).toHaveValue(written);
}

interface Case {
  answer: string;
  fault: Fault;
  code: ErrorCode;
  en: string;
  cn: string;
  /** What happens besides. */
  asks?: 'sign-in' | 'reload';
}

const refusals: Case[] = [
  {
    answer: '403',
    fault: { status: 403 },
    code: 'login-required',
    en: 'Please sign in',
    cn: '请先登录',
    asks: 'sign-in',
  },
  {
    answer: '560, words that nothing is made from',
    fault: { status: 560 },
    code: 'nsfw-content',
    en: 'Nothing like this is made here',
    cn: '这里不生成这样的内容',
  },
  {
    answer: '561, a check that broke',
    fault: { status: 561 },
    code: 'nsfw-system',
    en: 'The content check had a problem',
    cn: '内容检查出了问题',
  },
  {
    answer: '562, no credits',
    fault: { status: 562 },
    code: 'not-enough-credits',
    en: 'Not enough credits for today',
    cn: '今天的积分不够了',
  },
  {
    answer: '429',
    fault: { status: 429, retryAfterSeconds: 90 },
    code: 'too-many-requests',
    en: 'Too many requests at once',
    cn: '一下子发得太多了',
  },
  {
    answer: '503 of a model that broke',
    fault: { status: 503, message: modelErrorMessage },
    code: 'model-error',
    en: 'The model reported an error',
    cn: '模型报告出错',
    asks: 'reload',
  },
  {
    answer: 'any other status',
    fault: { status: 500, retryAfterSeconds: 90 },
    code: 'server-error',
    en: 'The studio had a problem',
    cn: '服务器出了问题',
  },
  {
    answer: 'a status that nobody knows',
    fault: { status: 418 },
    code: 'invalid-input',
    en: "A setting isn't accepted",
    cn: '有参数不被接受',
  },
];

describe('an answer to Generate is said in both languages and nothing typed is lost', () => {
  test.each(refusals)('$answer', async ({ fault, code, asks, ...words }) => {
    platform.fault = ({ path }) => (path.endsWith('/playground_generate') ? fault : null);
    const { asked } = await pressGenerate();
    const [intent] = await listGenerateIntents(owner);
    expect(intent?.error?.code).toBe(code);
    expect(platform.charged).toBe(0);
    if (asks === 'sign-in') await expect.poll(() => asked.signIn).toBe(1);
    if (asks === 'reload') {
      const dialog = page.getByRole('dialog', { name: words.en });
      await expect.element(dialog.getByRole('button', { name: 'Reload' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Not now' }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    }
    await isSaidInBoth(words);
  });
});

test('a job that failed says so, and one whose state can’t be asked for is neither lost nor called failed', async () => {
  platform.failNext = null;
  platform.fault = ({ path }) => (path.includes('/generate/check/') ? { status: 500 } : null);
  await pressGenerate();
  const follow = () =>
    followOnce({ session, visible: true, signal: new AbortController().signal }).catch(() => null);
  await follow();
  expect((await listGenerateIntents(owner))[0]).toMatchObject({ stage: 'submitted', error: null });
  platform.fault = () => null;
  for (const job of platform.jobs.values()) job.failsWith = 'engine-failed';
  await expect
    .poll(async () => {
      await follow();
      return (await listGenerateIntents(owner))[0]?.stage;
    })
    .toBe('failed');
  expect(platform.charged).toBe(0);
  await isSaidInBoth({ en: "It couldn't be made", cn: '没能做出来' });
});

describe('a picture that does not get there is said, and stays in the form', () => {
  test.each([
    [413, 'The file is too large', '文件太大了'],
    [415, 'Format not supported', '不支持这种格式'],
  ] as const)('%i', async (status, en, cn) => {
    platform.fault = ({ method, path }) =>
      method !== 'GET' && path.includes('/upload') ? { status } : null;
    await pressGenerate('Img2Img', ['image']);
    await isSaidInBoth({ en, cn });
    await expect.element(page.getByText('0.png').first()).toBeVisible();
  });
});
