import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import { keepModels, owner, request } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const row = () => page.getByRole('group', { name: 'Help with the words' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** It stays open from one prompt to the next. */
async function openRow(): Promise<void> {
  const opener = page.getByRole('button', { name: 'Help with words' });
  await expect.element(opener).toBeVisible();
  if (opener.element().getAttribute('aria-expanded') === 'false') await opener.click();
}

const added = () => page.getByRole('insertion').elements()[0]?.textContent;

/** What the platform answers, by path; without one it answers nothing at all. */
const answers = new Map<string, () => Response>();
const answer = (body: object, init: { status?: number; headers?: Record<string, string> } = {}) =>
  Response.json(body, { ...init, headers: { 'Kiln-Answer': '1', ...init.headers } });

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([modelItem({ disable_translate: false })], { painter: paintSchema });
  await signIn();
  answers.clear();
  answers.set('/api/v2/language_helpers', () =>
    answer({ expand: 'model', translate: 'model', optimize: 'model', describe: 'model' }),
  );
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address.toString());
    const found = answers.get(pathname);
    if (found) return Promise.resolve(found());
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error));
    });
  });
});
afterEach(() => {
  closePlayground();
  vi.restoreAllMocks();
});

test('a helper shows what it would change, changes it on a press, and all of it can be taken back', async () => {
  openPlayground('/generate/Text2Img');
  await openRow();
  await press('Expand');
  await expect.element(page.getByText(/^Write a few words first/)).toBeVisible();
  await prompt().fill('a red fox');
  await expect.element(row().getByRole('progressbar')).toBeInTheDocument();
  await press('Cancel');
  await expect.element(row().getByRole('progressbar')).not.toBeInTheDocument();

  const refusal = {
    message: 'Too many requests, please try again later',
    code: 'too-many-requests',
  };
  answers.set('/api/v2/prompt_expand', () =>
    answer(refusal, { status: 429, headers: { 'Retry-After': '10' } }),
  );
  await press('Expand');
  await expect
    .element(page.getByText('Your words are as they were. Try again in 10 sec.'))
    .toBeVisible();
  expect(page.getByText(/please try again later/).elements()).toHaveLength(0);

  answers.set('/api/v2/prompt_expand', () =>
    answer({ prompt: 'a red fox, soft light', provider: 'chat', fallback: false }),
  );
  await press('Try again');
  await expect.poll(added).toMatch(/, soft light$/);
  expect(row().getByRole('deletion').elements()).toHaveLength(0);
  await press('Keep mine');
  await expect.element(prompt()).toHaveValue('a red fox');

  const better = { style: 'ink', prompt: 'a red fox, ink' };
  answers.set('/api/v2/optimize_params', () =>
    answer({
      params: better,
      prompt: better.prompt,
      changes: [
        { field: 'prompt', from: 'a red fox', to: better.prompt, reason: 'names the medium' },
        { field: 'style', from: 'plain', to: 'ink', reason: 'Ink suits it.' },
      ],
      provider: 'chat',
      fallback: false,
    }),
  );
  await press('Optimise');
  await expect.element(row().getByText('Ink suits it.')).toBeVisible();
  await expect.element(row().getByText('Style: Plain → Ink')).toBeVisible();
  await press('Accept');
  await expect.element(prompt()).toHaveValue('a red fox, ink');
  await expect.element(page.getByRole('radio', { name: 'Ink' })).toBeChecked();
  await press('Undo');
  await expect.element(prompt()).toHaveValue('a red fox');
  await expect.element(page.getByRole('radio', { name: 'Plain' })).toBeChecked();
});

test('where only a word list could translate it is not offered; a model’s translation is shown and may be refused', async () => {
  const model = answers.get('/api/v2/language_helpers')!;
  answers.set('/api/v2/language_helpers', () =>
    answer({ expand: 'rules', translate: 'rules', optimize: 'rules', describe: 'rules' }),
  );
  openPlayground('/generate/Text2Img');
  await prompt().fill('雪地里的狐狸');
  await openRow();
  await expect.element(row().getByRole('button', { name: 'Expand' })).toBeVisible();
  await expect.element(row().getByRole('button', { name: 'To English' })).not.toBeInTheDocument();
  await expect.element(page.getByText(/English\. Nobody here can translate/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Send as written' }).elements()).toHaveLength(0);
  answers.set('/api/v2/language_helpers', model);
  answers.set('/api/v2/translate', () =>
    answer({ result: 'a fox in the snow', unknown: [], provider: 'chat', fallback: false }),
  );
  openPlayground('/generate/Text2Img');
  await press('Show the translation');
  await expect.poll(added).toMatch(/a fox in the snow$/);
  await press('Keep mine');
  const sent = async () => (await listGenerateIntents(owner))[0]?.payload;
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.poll(sent).toMatchObject({
    input: { prompt: '雪地里的狐狸' },
    translation: 'a fox in the snow',
  });
  await prompt().fill('雪地里的狐狸');
  await press('Send as written');
  await expect.element(page.getByText(/Your words go to it as they are/)).toBeVisible();
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.poll(async () => (await sent())?.translation).toBeUndefined();
  await expect.poll(sent).toMatchObject({
    input: { prompt: '雪地里的狐狸' },
    disabledTranslate: true,
  });
  await expect.element(row().getByRole('button', { name: 'To English' })).toBeVisible();
  expect(row().getByRole('button', { name: 'To Chinese' }).elements()).toHaveLength(0);
});

test('words for volunteers whom this device asks itself are said to go as they are, and what is kept out counts', async () => {
  openPlayground('/generate/Text2Img');
  await prompt().fill('a fox');
  await press('Keep things out');
  await page.getByRole('textbox', { name: 'Keep out' }).fill('模糊');
  await expect.element(page.getByText(/What to keep out is translated for it/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Show the translation' }).elements()).toHaveLength(0);
  await prompt().fill('雪地里的狐狸');
  await expect.element(page.getByText(/and so is what to keep out/)).toBeVisible();

  await keepModels([modelItem({ disable_translate: false })], 'horde');
  openPlayground('/generate/Text2Img');
  await expect.element(page.getByText(/go straight to it, as they are/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Send as written' }).elements()).toHaveLength(0);
  answers.set('/api/v2/translate', () =>
    answer({ result: 'a fox in the snow', unknown: [], provider: 'chat', fallback: false }),
  );
  await press('Show the translation');
  await press('Accept');
  await expect.element(prompt()).toHaveValue('a fox in the snow');
});

test('earlier prompts come from the device first and then from the studio; a star keeps one, a press uses it', async () => {
  await request('fog over hills', { nowMs: 1_000 });
  await request('tea fields after rain', { nowMs: 2_000 });
  const sent = { jobtype: 'Text2Img', create_time: '2026-11-01T10:00:00.000Z' };
  answers.set('/api/v2/get_jobs_prompts_count', () => answer({ data: 2 }));
  answers.set('/api/v2/get_jobs_prompts', () =>
    answer({
      prompts: [
        { prompt: 'fog over hills ### blur', ...sent },
        { prompt: 'a harbour of another device', ...sent },
      ],
    }),
  );
  openPlayground('/generate/Text2Img');
  await prompt().fill('mine');
  await openRow();
  await press('Prompts');
  const dialog = page.getByRole('dialog', { name: 'Prompts' });
  await expect.element(dialog.getByText('a harbour of another device')).toBeVisible();
  const texts = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('button span')?.textContent);
  expect(texts()).toEqual([
    'tea fields after rain',
    'fog over hills',
    'a harbour of another device',
  ]);
  await dialog.getByRole('searchbox').fill('HILLS fog');
  await expect.poll(texts).toEqual(['fog over hills']);
  await dialog.getByRole('button', { name: 'Keep with a star' }).click();
  await dialog.getByRole('radio', { name: 'With a star' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Take the star away' })).toBeVisible();
  await dialog.getByRole('button', { name: 'fog over hills' }).click();
  await expect.element(prompt()).toHaveValue('fog over hills');
  await press('Undo');
  await expect.element(prompt()).toHaveValue('mine');
});

test('Ctrl with an arrow weighs the word at the caret, and the browser’s undo takes it back', async () => {
  openPlayground('/generate/Text2Img');
  await prompt().fill('a red fox');
  await userEvent.keyboard('{Control>}{ArrowUp}{/Control}');
  await expect.element(prompt()).toHaveValue('a red (fox:1.05)');
  await userEvent.keyboard('{Control>}{ArrowUp}{/Control}');
  await expect.element(prompt()).toHaveValue('a red (fox:1.1)');
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(prompt()).toHaveValue('a red fox');
});
