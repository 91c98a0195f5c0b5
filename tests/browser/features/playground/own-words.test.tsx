import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { owner } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const { style: _plain, ...others } = paintSchema.properties;
const styled: ModelSchema = {
  ...paintSchema,
  properties: {
    ...others,
    sd_style: {
      type: 'string',
      title: 'Style',
      enum: ['auto', 'ink'],
      'x-enum-titles': ['As the words say', 'Ink'],
      'x-enum-descriptions': ['Your words decide', 'Adds “ink”'],
      default: 'auto',
      'x-order': 6,
    },
  },
};

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const generate = () => page.getByRole('button', { name: /^Generate/ });
const style = () => page.getByRole('group', { name: 'Style', exact: true });
const current = () => style().getByRole('button').last();
const dialog = (name: string) => page.getByRole('dialog', { name });
const close = (name: string) => dialog(name).getByRole('button', { name: 'Close' }).click();
const sent = async () =>
  (await listGenerateIntents(owner, { limit: 5 })).map(({ payload }) => payload.input);

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([modelItem()], { painter: styled });
  await signIn();
});
afterEach(closePlayground);

test('a style is chosen by what it adds; one of one’s own is laid around the words that are sent', async () => {
  openPlayground('/generate/Text2Img');
  await prompt().fill('a lake');
  await current().click();
  await dialog('Style').getByRole('radio', { name: 'Ink Adds “ink”' }).click();
  await close('Style');
  await expect.element(current()).toHaveTextContent('InkAdds “ink”');

  await current().click();
  await dialog('Style').getByRole('button', { name: 'New style' }).click();
  await dialog('Style').getByRole('textbox', { name: 'Style name' }).fill('Old film');
  await dialog('Style').getByRole('textbox', { name: 'Prompt' }).fill('photo of {prompt}, grain');
  await expect.element(dialog('Style').getByText('photo of a lake, grain')).toBeVisible();
  await dialog('Style').getByRole('textbox', { name: 'Keep out' }).fill('text');
  await dialog('Style').getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog('Style').getByRole('radio', { name: /^Old film/ })).toBeChecked();
  await close('Style');
  await expect.element(current()).toHaveTextContent('Old filmphoto of a lake, grain');
  await generate().click();
  await expect
    .poll(sent)
    .toMatchObject([
      { prompt: 'photo of a lake, grain', negative_prompt: 'text', sd_style: 'auto' },
    ]);
  // The words in the form stay the person's own.
  await expect.element(prompt()).toHaveValue('a lake');

  await current().click();
  await dialog('Style').getByRole('button', { name: 'Delete Old film' }).click();
  await expect.element(dialog('Style').getByRole('radio', { name: /^As the words/ })).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(dialog('Style').getByRole('radio', { name: /^Old film/ })).toBeChecked();
});

test('a style keeps settings of the form, and puts them back where it is chosen', async () => {
  openPlayground('/generate/Text2Img');
  await prompt().fill('a lake');
  await page.getByRole('radio', { name: /3:2/ }).click();
  await page.getByRole('radio', { name: '4', exact: true }).click();
  await current().click();
  await dialog('Style').getByRole('button', { name: 'New style' }).click();
  await dialog('Style').getByRole('textbox', { name: 'Style name' }).fill('Wide');
  await expect.element(dialog('Style').getByText('768 × 512 · Steps: 30')).toBeVisible();
  await dialog('Style')
    .getByRole('switch', { name: /^With these settings/ })
    .click();
  // Settings alone are a style, too.
  await dialog('Style').getByRole('button', { name: 'Save' }).click();
  await dialog('Style')
    .getByRole('radio', { name: /^As the words/ })
    .click();
  await close('Style');
  await page.getByRole('radio', { name: /1:1/ }).click();

  await current().click();
  await dialog('Style').getByRole('radio', { name: /^Wide/ }).click();
  await close('Style');
  await expect.element(page.getByRole('radio', { name: /3:2/ })).toBeChecked();
  await generate().click();
  // How many are made is no part of a way of asking.
  await expect.poll(sent).toMatchObject([{ prompt: 'a lake', width: 768, height: 512, n: 4 }]);
});

test('styles that others published are offered where a model can read them, and are laid around the words', async () => {
  openPlayground('/generate/Text2Img');
  await current().click();
  await expect
    .element(dialog('Style').getByRole('radio', { name: 'Ink Adds “ink”' }))
    .toBeVisible();
  expect(dialog('Style').getByText('Published on the AI Horde').elements()).toHaveLength(0);

  closePlayground();
  await freshStudio([modelItem({ engine: 'horde' })], { painter: styled });
  await signIn();
  openPlayground('/generate/Text2Img');
  await prompt().fill('a lake');
  await current().click();
  await dialog('Style')
    .getByRole('radio', { name: /^Origami/ })
    .click();
  await close('Style');
  await generate().click();
  await expect
    .poll(async () => (await sent())[0]?.['prompt'])
    .toMatch(/^origami style a lake, paper art/);
  // It is still chosen after a reload, by its name.
  openPlayground('/generate/Text2Img');
  await expect.element(current()).toMatchTextContent(/^Origami/);
});

test('a list that a prompt asks for and nobody made is said before anything is sent, and made there', async () => {
  openPlayground('/generate/Text2Img');
  await prompt().fill('a __beast__ under __trees__');
  await generate().click();
  await expect
    .element(page.getByText(/You have no list for __beast__ and __trees__/))
    .toBeVisible();
  expect(await sent()).toEqual([]);
  await page.getByRole('button', { name: 'Make it' }).click();
  const lists = dialog('Word lists');
  await expect.element(lists.getByRole('textbox', { name: 'List name' })).toHaveValue('beast');
  await lists.getByRole('textbox', { name: 'One entry per line' }).fill('# mine\nfox');
  await lists.getByRole('button', { name: 'Save' }).click();
  await expect.element(lists.getByRole('button', { name: 'Edit beast' })).toBeVisible();
  const files = document.querySelector<HTMLInputElement>('input[type="file"][multiple]')!;
  await userEvent.upload(files, new File(['old oaks\n'], 'Trees.txt', { type: 'text/plain' }));
  await expect.element(lists.getByRole('button', { name: 'Edit trees' })).toBeVisible();
  await lists.getByRole('button', { name: 'Close' }).click();
  await generate().click();
  await expect.poll(sent).toMatchObject([{ prompt: 'a fox under old oaks' }]);
  expect((await sent())[0]?.['seed']).toMatch(/^\d+$/);
});

test('no style is laid around a prompt that is a name to be written', async () => {
  const { prompt: words, ...rest } = others;
  const named: ModelSchema = {
    ...paintSchema,
    properties: { ...rest, prompt: { ...words!, maxLength: 24 } },
  };
  await freshStudio([modelItem()], { painter: named });
  await signIn();
  openPlayground('/generate/Text2Img');
  await expect.element(page.getByRole('group', { name: 'Size', exact: true })).toBeVisible();
  await expect.element(style()).not.toBeInTheDocument();
});
