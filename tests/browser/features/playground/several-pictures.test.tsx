import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getMedia } from '../../../../src/db/media/media.ts';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { activateLanguage } from '../../../../src/i18n.ts';
import { requestInput } from '../../../../src/jobs/transfer/uploads.ts';
import { draftHere, keepModels, owner } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { putWorks, workRow } from '../../../fixtures/works.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

/** A field that takes several pictures: in order, kept at once, sent as a list. */

const schema: ModelSchema = {
  required: ['prompt', 'images'],
  properties: {
    prompt: { type: 'string', title: 'Prompt', 'x-widget': 'prompt', 'x-order': 1 },
    images: {
      type: 'array',
      items: { type: 'string' },
      format: 'uri',
      title: 'Pictures',
      'x-widget': 'image',
      'x-order': 2,
    },
  },
};
const model = (upload_limit: number) =>
  modelItem({ type: 'Img2Img', upload: 'images', upload_limit, accept_types: ['png', 'jpg'] });

const picture = (name: string, shade: number) =>
  new File([solidPng(24, 16, [shade, 40, 90])], `${name}.png`, { type: 'image/png' });
const group = () => page.getByRole('group', { name: 'Pictures' });
const pick = (...files: File[]) => userEvent.upload(page.getByTestId('pick-images'), files);
const button = (name: string) => group().getByRole('button', { name, exact: true });
/** File names in the order in which they stand. */
const order = () =>
  group()
    .getByRole('img')
    .elements()
    .map((element) => /(\w+)\.png/.exec(element.getAttribute('alt') ?? '')?.[1]);

beforeEach(async () => {
  await page.viewport(390, 844);
  await freshStudio([model(3)], { painter: schema });
  await activateLanguage('cn');
  await signIn();
});
afterEach(closePlayground);

test('works are picked one after the other while there is room, and a picture may be drawn', async () => {
  const wishes = ['fog', 'tea', 'sea'];
  await putWorks(
    ...wishes.map((prompt, at) => workRow(at + 1, { prompt, width: 24 + at, height: 16 })),
  );
  openPlayground('/generate/Img2Img');
  await button('My works').click();
  const records = page.getByRole('dialog', { name: 'My works' });
  await expect.element(records.getByText('3 more fit.')).toBeVisible();
  await records.getByRole('button', { name: /^fog/ }).click();
  await expect.element(records.getByText('2 more fit.')).toBeVisible();
  await records.getByRole('button', { name: /^tea/ }).click();
  await expect.element(records.getByText('One more fits.')).toBeVisible();
  await records.getByRole('button', { name: 'Close' }).click();
  await expect.poll(order).toEqual(['fog', 'tea']);

  await button('Draw it').click();
  const sheet = page.getByRole('dialog', { name: 'Draw' });
  await expect.element(page.getByTestId('drawing')).toBeVisible();
  const canvas = page.getByTestId('drawing').element();
  await expect
    .poll(() => canvas.closest<HTMLElement>('[data-stage]')?.style.transform)
    .toMatch(/scale/);
  const { left, top } = canvas.getBoundingClientRect();
  for (const [at, kind] of ['pointerdown', 'pointermove', 'pointerup'].entries()) {
    const place = { clientX: left + 40 + 20 * at, clientY: top + 60 };
    canvas.dispatchEvent(
      new PointerEvent(kind, {
        bubbles: true,
        pointerId: 1,
        isPrimary: true,
        buttons: 1,
        ...place,
      }),
    );
  }
  await sheet.getByRole('button', { name: 'Use it' }).click();
  await expect.poll(order).toEqual(['fog', 'tea', 'Drawing']);
  expect(group().getByRole('button', { name: 'Draw it' }).elements()).toHaveLength(0);
});

test('several pictures stand in an order that is changed by buttons, outlive a reload without a network, and go as a list', async () => {
  openPlayground('/generate/Img2Img');
  await expect.element(page.getByText('Pictures: choose one first.')).toBeVisible();
  await pick(
    picture('one', 10),
    new File(['no'], 'broken.png', { type: 'image/png' }),
    picture('two', 20),
  );
  await expect.poll(order).toEqual(['one', 'two']);
  await expect.element(group().getByText('broken.png')).toBeVisible();
  await expect.element(group().getByText("This file can't be opened")).toBeVisible();
  await pick(picture('one', 10));
  await expect.element(group().getByText('“one.png” is there already.')).toBeVisible();
  await pick(picture('three', 30), picture('four', 40));
  await expect.poll(order).toEqual(['one', 'two', 'three']);
  await expect.element(group().getByText(/3 at most: 1 picture was left out/)).toBeVisible();
  await expect.element(group().getByText('3 of 3')).toBeVisible();
  await expect.element(button('Add pictures')).not.toBeInTheDocument();

  await button('Move picture 3 forward').click();
  await expect.poll(order).toEqual(['one', 'three', 'two']);
  await expect.element(button('Move picture 2 forward')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(order).toEqual(['three', 'one', 'two']);
  // At the end there is no further forward: the way back has the focus.
  await expect.element(button('Move picture 1 back')).toHaveFocus();
  await expect.element(group().getByText('The picture is now number 1 of 3.')).toBeInTheDocument();
  await button('Remove picture 2').click();
  await expect.poll(order).toEqual(['three', 'two']);
  await expect.element(button('Remove picture 2')).toHaveFocus();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);

  openPlayground('/generate/Img2Img');
  await expect.poll(order).toEqual(['three', 'two']);
  await activateLanguage('cn');
  await expect.element(group().getByRole('button', { name: '把第 2 张往前移' })).toBeVisible();
  await activateLanguage('en');
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('fog');
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
  const [request] = await listGenerateIntents(owner);
  const { payload } = request!;
  const names = await Promise.all(
    payload.sources.map(
      async ({ field, mediaId }) => `${field} ${(await getMedia(mediaId))?.name}`,
    ),
  );
  expect(names).toEqual(['images three.png', 'images two.png']);
  const uploaded = payload.sources.map((source, index) => ({
    ...source,
    uploadedUrl: `/f/${index}`,
  }));
  expect(requestInput({ ...payload, sources: uploaded }).images).toEqual(['/f/0', '/f/1']);
  // One file is a list, too, where the field takes one.
  expect(requestInput({ ...payload, sources: uploaded.slice(0, 1) }).images).toEqual(['/f/0']);
});

test('more pictures than another model takes are said before anything is sent, and nothing is dropped', async () => {
  openPlayground('/generate/Img2Img');
  await pick(picture('one', 10), picture('two', 20), picture('three', 30));
  await expect.poll(order).toEqual(['one', 'two', 'three']);
  await keepModels([model(2)]);
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('fog');
  await expect.element(page.getByText('Pictures: at most 2 files.')).toBeVisible();
  expect((await draftHere('Img2Img'))?.sources).toHaveLength(3);
  await button('Remove picture 1').click();
  await expect.element(page.getByText('Pictures: at most 2 files.')).not.toBeInTheDocument();
});
