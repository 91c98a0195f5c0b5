import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expireSession } from '../../../../src/db/account/session.ts';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { saveDraft } from '../../../../src/db/drafts.ts';
import { activateLanguage } from '../../../../src/i18n.ts';
import { draftHere, owner, session, source } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

/** Whoever helps with words fails: said in both languages, and the words are as they were (spec 1, section 8). */

const written = 'a lighthouse 灯塔';
const image = {
  type: 'string',
  title: 'Picture',
  format: 'uri',
  default: '',
  'x-widget': 'image',
  'x-order': 0,
} as const;

const prompt = () => page.getByRole('textbox', { name: /^(Prompt|提示词)$/ });
const row = () => page.getByRole('group', { name: /^(Help with the words|帮)/ });
const press = (name: string) => row().getByRole('button', { name, exact: true }).click();

/** What the platform answers, by path; null: the line is dead. */
const answers = new Map<string, (() => Response) | null>();
const answer = (body: object, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { 'Kiln-Answer': '1', ...headers } });

beforeEach(async () => {
  await page.viewport(1280, 900);
  const model = { type: 'Img2Img', upload: 'image', upload_limit: 1, disable_translate: false };
  await freshStudio([modelItem({ ...model, accept_types: ['png'] })], {});
  const withPicture = { ...paintSchema, properties: { image, ...paintSchema.properties } };
  for (const language of ['en', 'cn'] as const) {
    await putCache(schemaKey('painter', language), withPicture);
  }
  await signIn();
  await activateLanguage('cn');
  answers.clear();
  answers.set('/api/v2/language_helpers', () =>
    answer({ expand: 'model', translate: 'model', optimize: 'model', describe: 'model' }),
  );
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address.toString());
    const found = answers.get(pathname);
    return found ? Promise.resolve(found()) : Promise.reject(new TypeError('Failed to fetch'));
  });
});
afterEach(() => {
  closePlayground();
  vi.restoreAllMocks();
});

async function openForm(pictures: string[], words = written) {
  const sources = await Promise.all(
    pictures.map(async (field, shade) => ({ field, mediaId: await source(shade) })),
  );
  await saveDraft({ owner, type: 'Img2Img', model: 'painter', input: { prompt: words }, sources });
  const opened = openPlayground('/generate/Img2Img');
  await expect.element(prompt()).toHaveValue(words);
  const opener = page.getByRole('button', { name: 'Help with words' });
  await expect.element(opener).toBeVisible();
  if (opener.element().getAttribute('aria-expanded') === 'false') await opener.click();
  return opened;
}

async function isSaid(words: { en: string[]; cn: string[] }) {
  for (const language of ['en', 'cn'] as const) {
    await activateLanguage(language);
    for (const text of words[language]) await expect.element(row()).toMatchTextContent(text);
  }
  await expect.element(prompt()).toHaveValue(written);
  expect((await draftHere('Img2Img'))?.input['prompt']).toBe(written);
  await activateLanguage('en');
}

interface Failure {
  name: string;
  /** Null: nobody answers at all. */
  respond: (() => Response) | null;
  en: string[];
  cn: string[];
}

/** What a platform says for those who call it. */
const raw = { message: 'Failed to Generate' };
const again = { en: 'Try again', cn: '重试' };

const failures: Failure[] = [
  {
    name: '429 says when to try again',
    respond: () => answer({ ...raw, code: 'too-many-requests' }, 429, { 'Retry-After': '10' }),
    en: ['Too many requests at once', 'Your words are as they were. Try again in 10 sec.'],
    cn: ['一下子发得太多了', '你写的内容没有变，10 秒后再试。'],
  },
  {
    name: 'what may not be made',
    respond: () => answer({ ...raw, code: 'nsfw-content' }, 560),
    en: ['Nothing like this is made here', 'Change them and try again.'],
    cn: ['这里不生成这样的内容', '你写的内容没有变，改一改再试。'],
  },
  {
    name: 'nobody who could help',
    respond: () => answer({ ...raw, code: 'engine-unavailable' }, 503),
    en: ['Nobody can help with that right now', again.en],
    cn: ['暂时没有帮手能做这件事', again.cn],
  },
  {
    name: 'a helper that broke',
    respond: () => answer(raw, 500),
    en: [
      'The studio had a problem',
      'Your words are as they were. Try again in a moment.',
      again.en,
    ],
    cn: ['服务器出了问题', '你写的内容没有变，过一会儿再试。', again.cn],
  },
  {
    name: 'a line that is dead',
    respond: null,
    en: ['The connection dropped', again.en],
    cn: ['连接断了', again.cn],
  },
  {
    name: 'an answer that is none',
    respond: () => answer({ nonsense: true }),
    en: ["The answer couldn't be read", again.en],
    cn: ['服务器的回应读不懂', again.cn],
  },
];

/** All of them say it in the same place; that each of them does is shown by the first failure. */
const helpers = [
  ['Describe the picture', '/api/v2/image2text', failures],
  ['Expand', '/api/v2/prompt_expand', failures.slice(0, 1)],
  ['Optimise', '/api/v2/optimize_params', failures.slice(0, 1)],
  ['To English', '/api/v2/translate', failures.slice(0, 1)],
] as const;

describe('a helper that fails leaves the words alone and says why', () => {
  test.each(helpers)('%s', async (name, path, its) => {
    await openForm(['image']);
    for (const { respond, en, cn } of its) {
      answers.set(path, respond);
      await press(name);
      await isSaid({ en, cn });
      expect(row().element().textContent).not.toContain(raw.message);
      await press('Close');
    }
  });
});

test('without a picture or without words a helper says what it needs; a guest is asked to sign in', async () => {
  const opened = await openForm([], '');
  await press('Describe the picture');
  await expect.element(row()).toMatchTextContent('Choose a picture first');
  await activateLanguage('cn');
  await expect.element(row()).toMatchTextContent('先选一张图，才能把它写成文字。');
  await activateLanguage('en');
  await press('Optimise');
  await expect.element(row()).toMatchTextContent('Write a few words first');
  await activateLanguage('cn');
  await expect.element(row()).toMatchTextContent('先写几个字，帮手才能帮忙。');
  await activateLanguage('en');
  await prompt().fill(written);
  await expireSession(session.userToken);
  await press('Expand');
  await isSaid({
    en: ['Please sign in', 'Helpers know who asks. Your words stay as they are.'],
    cn: ['请先登录', '登录后才能用这些帮手。你写的内容不会变。'],
  });
  await press('Sign in');
  await expect.poll(() => opened.asked.signIn).toBe(1);
});
