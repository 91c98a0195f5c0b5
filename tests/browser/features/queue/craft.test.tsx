import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { getSetting } from '../../../../src/db/settings.ts';
import { listGenerateIntents, listOpenIntents } from '../../../../src/db/intents/lists.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { QueuePage } from '../../../../src/features/queue/QueuePage.tsx';
import { freshDevice, owner, request } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

const open = () => openScreen({ path: '/queue', component: QueuePage });
const cardOf = (prompt: string) => page.getByRole('article').filter({ hasText: prompt });
const handleOf = (prompt: string) => cardOf(prompt).getByRole('button', { name: /^Move, now/ });
const promptsShown = () =>
  page
    .getByRole('article')
    .elements()
    .toSorted((left, right) => left.getBoundingClientRect().top - right.getBoundingClientRect().top)
    .map((element) => element.querySelector('p')?.textContent);
const line = async () =>
  (await listOpenIntents(owner)).map((row) => (row as GenerateIntent).payload.input['prompt']);

async function put(prompt: string, changes: Partial<GenerateIntent>): Promise<GenerateIntent> {
  const intent = await request(prompt);
  await db.intents.put({ ...intent, ...changes });
  return { ...intent, ...changes };
}

const broken = { code: 'engine-failed', httpStatus: null, detail: null, atMs: 1 } as const;

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

describe('the order of waiting requests', () => {
  beforeEach(async () => {
    for (const prompt of ['the first', 'the second', 'the third']) await request(prompt);
  });

  test('is changed by arrow keys, which keep the handle and say the place', async () => {
    open();
    await expect.poll(promptsShown).toEqual(['the first', 'the second', 'the third']);
    (handleOf('the third').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(promptsShown).toEqual(['the first', 'the third', 'the second']);
    await expect.element(page.getByText('Place 2 of 3 in line')).toBeInTheDocument();
    await expect.element(handleOf('the third')).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.poll(promptsShown).toEqual(['the third', 'the first', 'the second']);
    await expect.element(handleOf('the third')).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.poll(line).toEqual(['the first', 'the second', 'the third']);
  });

  test('is changed by dragging, and Escape puts the request back', async () => {
    open();
    await expect.poll(promptsShown).toEqual(['the first', 'the second', 'the third']);
    const handle = handleOf('the third').element() as HTMLElement;
    const from = handle.getBoundingClientRect();
    const to = cardOf('the first').element().getBoundingClientRect();
    const at = (y: number) => ({
      clientX: from.left + 20,
      clientY: y,
      bubbles: true,
      button: 0,
      pointerId: 1,
    });
    handle.dispatchEvent(new PointerEvent('pointerdown', at(from.top + 20)));
    dispatchEvent(new PointerEvent('pointermove', at(to.top + 10)));
    await expect.element(cardOf('the first')).toHaveAttribute('data-drop', 'before');
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    dispatchEvent(new PointerEvent('pointerup', at(to.top + 10)));
    await expect.element(cardOf('the first')).not.toHaveAttribute('data-drop');
    expect(await line()).toEqual(['the first', 'the second', 'the third']);

    handle.dispatchEvent(new PointerEvent('pointerdown', at(from.top + 20)));
    dispatchEvent(new PointerEvent('pointermove', at(to.top + 10)));
    await expect.element(cardOf('the first')).toHaveAttribute('data-drop', 'before');
    dispatchEvent(new PointerEvent('pointerup', at(to.top + 10)));
    await expect.poll(promptsShown).toEqual(['the third', 'the first', 'the second']);
  });

  test('is changed from the menu: next, up and down', async () => {
    open();
    await cardOf('the third').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Make it next' }).click();
    await expect.poll(promptsShown).toEqual(['the third', 'the first', 'the second']);
    await cardOf('the third').getByRole('button', { name: 'More actions' }).click();
    expect(page.getByRole('menuitem', { name: 'Make it next' }).elements()).toHaveLength(0);
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(promptsShown).toEqual(['the first', 'the third', 'the second']);
  });
});

describe('several requests at once', () => {
  test('are cancelled, and brought back where they were by one press', async () => {
    for (const prompt of ['the first', 'the second', 'the third']) await request(prompt);
    const { asked } = open();
    await page.getByRole('button', { name: 'Select several requests' }).click();
    await page.getByRole('checkbox', { name: 'Select: the first' }).click();
    await page.getByRole('checkbox', { name: 'Select: the second' }).click();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel what is selected' }).click();
    await expect.poll(line).toEqual(['the third']);
    expect(asked).toContain('wake');
    await expect.element(page.getByText('2 requests cancelled')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(line).toEqual(['the first', 'the second', 'the third']);
  });

  test('are tried again or taken out, as far as each can be', async () => {
    await put('a failed one', { stage: 'failed', error: broken });
    await put('another failed one', { stage: 'failed', error: broken });
    await put('a finished one', { stage: 'done' });
    open();
    await page.getByRole('button', { name: 'Select several requests' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Cancel what is selected' }))
      .toBeDisabled();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('button', { name: 'Try what is selected again' }).click();
    await expect.poll(line).toEqual(['a failed one', 'another failed one']);
    await page.getByRole('button', { name: 'Select several requests' }).click();
    await page.getByRole('checkbox', { name: 'Select: a finished one' }).click();
    await page.getByRole('button', { name: 'Remove what is selected from the queue' }).click();
    await expect.poll(() => promptsShown().length).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => promptsShown().length).toBe(3);
  });
});

test('all that failed is tried again in the order in which it was asked for', async () => {
  await put('one', { stage: 'failed', error: broken });
  await put('two', { stage: 'failed', error: broken });
  open();
  await page.getByRole('button', { name: 'Actions for the whole queue' }).click();
  await page.getByRole('menuitem', { name: 'Try all failed again' }).click();
  await expect.poll(line).toEqual(['one', 'two']);
});

test('the queue is paused and resumed by one button', async () => {
  await request('a harbour');
  const { asked } = open();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect.element(cardOf('a harbour').getByText('Paused')).toBeVisible();
  expect(await getSetting('queuePaused')).toBe(true);
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect.poll(() => getSetting('queuePaused')).toBe(false);
  expect(asked).toEqual(['wake']);
});

test('the shelf shows what waits, what is made, what is in trouble, what is done, and one tool alone', async () => {
  await request('waits');
  await put('runs', { stage: 'running' });
  await put('failed', { stage: 'failed', error: broken });
  const done = await put('is done', { stage: 'done' });
  await db.intents.put({ ...done, payload: { ...done.payload, jobType: 'Upscaling' } });
  open();
  for (const [filter, prompt] of [
    [/^Waiting 1/, 'waits'],
    [/^In the making 1/, 'runs'],
    [/^Needs you 1/, 'failed'],
    [/^Done 1/, 'is done'],
  ] as const) {
    await page.getByRole('radio', { name: filter }).click();
    await expect.poll(promptsShown).toEqual([prompt]);
  }
  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('combobox', { name: 'Tool' }).selectOptions('Text to image');
  await expect.poll(promptsShown).toEqual(['failed', 'runs', 'waits']);
});

test('a duplicate stands at the end of the line; one to edit opens with everything filled', async () => {
  const { id } = await request('a harbour');
  const { url } = open();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
  await expect.poll(line).toEqual(['a harbour', 'a harbour']);
  expect((await listGenerateIntents(owner))[0]?.id).not.toBe(id);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Duplicate and edit' }).click();
  await expect.poll(url).toContain(`/generate/Text2Img`);
  expect(url()).toContain(id);
});

test('the log says in words what happened and why, and is copied exactly', async () => {
  await put('a harbour', {
    stage: 'needs-attention',
    error: { code: 'not-enough-credits', httpStatus: 562, detail: null, atMs: 1 },
    log: [
      { atMs: 1, event: 'intent-saved', detail: null },
      { atMs: 2, event: 'attempt-failed', detail: 'network' },
      { atMs: 3, event: 'stage-changed', detail: 'needs-attention: not-enough-credits 562' },
    ],
  });
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    written.push(text);
    return Promise.resolve();
  });
  open();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show log' }).click();
  const log = page.getByRole('region', { name: 'Log of this request' });
  await expect
    .poll(() =>
      log
        .getByRole('listitem')
        .elements()
        .map((line) => line.querySelector('span')?.textContent),
    )
    .toEqual([
      'Kept on this device',
      'A try failedThe connection dropped',
      'Needs youNot enough credits for today',
    ]);
  await page.getByRole('button', { name: 'Copy log' }).click();
  await expect.poll(() => written[0]).toContain('attempt-failed  network');
});
