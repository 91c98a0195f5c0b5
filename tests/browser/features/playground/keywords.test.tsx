import { i18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftHere } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground } from './open.tsx';

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const sheet = () => page.getByRole('dialog', { name: 'Keywords' });
const chip = (name: string) => sheet().getByRole('button', { name, exact: true, pressed: false });
const chosenChip = (name: string) =>
  sheet().getByRole('button', { name, exact: true, pressed: true });
const chosen = () =>
  sheet().getByRole('list', { name: 'Chosen keywords' }).getByRole('button').elements();
const add = () => sheet().getByRole('button', { name: 'Add to prompt' });

async function openKeywords() {
  // The row of helpers stays open from one prompt to the next.
  const opener = page.getByRole('button', { name: 'Help with words' });
  await expect.element(opener).toBeVisible();
  if (opener.element().getAttribute('aria-expanded') === 'false') await opener.click();
  await page.getByRole('button', { name: 'Keywords' }).click();
  await expect.element(sheet()).toBeVisible();
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio();
});
afterEach(closePlayground);

describe('the keyword catalogue', () => {
  test('goes from choosing over the prompt and back, and comes back as it was left', async () => {
    openPlayground('/generate/Text2Img');
    await prompt().fill('a bowl of ramen');
    await openKeywords();
    await sheet().getByRole('radio', { name: 'Medium' }).click();
    await expect.element(sheet().getByRole('heading', { name: 'Painting' })).toBeVisible();
    await chip('gouache').click();
    // Another object begins at its first group.
    await sheet().getByRole('radio', { name: 'Pencil' }).click();
    await sheet().getByRole('radio', { name: 'Photography' }).click();
    await expect.element(sheet().getByRole('radio', { name: 'Scene' })).toBeChecked();
    await sheet().getByRole('radio', { name: 'Film type' }).click();
    await chip('Kodak Portra 400').click();
    await add().click();
    await expect.element(prompt()).toHaveValue('a bowl of ramen, gouache, Kodak Portra 400');
    await expect
      .poll(async () => (await draftHere('Text2Img'))?.keywords)
      .toEqual({ chosen: ['水粉#gouache', '柯达 Portra 400#Kodak Portra 400'] });

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(prompt()).toHaveValue('a bowl of ramen');
    await openKeywords();
    await add().click();
    await expect.element(prompt()).toHaveValue('a bowl of ramen, gouache, Kodak Portra 400');
    await expect
      .poll(async () => (await draftHere('Text2Img'))?.input['prompt'])
      .toBe('a bowl of ramen, gouache, Kodak Portra 400');

    openPlayground('/generate/Text2Img');
    await openKeywords();
    expect(chosen().map((entry) => entry.textContent)).toEqual(['gouache', 'Kodak Portra 400']);
    await expect.element(sheet().getByRole('button', { name: 'All added' })).toBeDisabled();

    await sheet().getByRole('button', { name: 'Take gouache out of the prompt' }).click();
    // The neighbour takes the focus over.
    await expect
      .element(sheet().getByRole('button', { name: 'Take Kodak Portra 400 out of the prompt' }))
      .toHaveFocus();
    await sheet().getByRole('button', { name: 'Undo' }).click();
    expect(chosen()).toHaveLength(2);
    await sheet().getByRole('button', { name: 'Remove all' }).click();
    await expect.element(sheet().getByText('All keywords are out of the prompt.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(prompt()).toHaveValue('a bowl of ramen');
    await expect.poll(async () => (await draftHere('Text2Img'))?.keywords?.chosen).toEqual([]);
  });

  test('is searched in both languages, and worked by keyboard alone', async () => {
    openPlayground('/generate/Text2Img');
    await openKeywords();
    await expect.element(sheet().getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('MOBIUS');
    await expect.element(sheet().getByText('1 keyword', { exact: true })).toBeVisible();
    await expect
      .element(sheet().getByRole('heading', { name: 'Shape · Hyper-shapes' }))
      .toBeVisible();
    // Escape ends the search before it closes the catalogue.
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet().getByRole('searchbox')).toHaveValue('');
    await userEvent.keyboard('水粉');
    await userEvent.keyboard('{Tab}');
    await expect.element(chip('gouache')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(chosenChip('gouache')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(chip('gouache')).toHaveFocus();

    await sheet().getByRole('searchbox').fill('film type');
    await sheet().getByRole('button', { name: 'Photography · Film type' }).click();
    await chip('Kodak Portra 160').click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(chip('Kodak Portra 400')).toHaveFocus();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{End}');
    await expect.element(chip('film grain')).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(sheet().getByRole('button', { name: 'Next: Other forms' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet().getByRole('heading', { name: 'Other forms' })).toHaveFocus();
    expect(chosen().map((entry) => entry.textContent)).toEqual([
      'Kodak Portra 160',
      'Kodak Portra 400',
    ]);

    await sheet().getByRole('searchbox').fill('xyzzy');
    await expect.element(sheet().getByText('No keyword like that')).toBeVisible();
  });

  test('writes English for models that want it, else what the reader reads, or what is chosen', async () => {
    await page.viewport(320, 700);
    await freshStudio(
      [
        modelItem({ disable_translate: false }),
        modelItem({ value: 3, model: 'inker', label_en: 'Inker', default: false }),
      ],
      { painter: paintSchema, inker: paintSchema },
    );
    const english = sheet().getByRole('switch', { name: 'English in the prompt' });
    openPlayground('/generate/Text2Img/inker');
    i18n.loadAndActivate({ locale: 'cn', messages: {} });
    await openKeywords();
    await expect.element(english).not.toBeChecked();
    openPlayground('/generate/Text2Img/painter');
    i18n.loadAndActivate({ locale: 'cn', messages: {} });
    await openKeywords();
    await expect.element(english).toBeChecked();
    await sheet().getByRole('radio', { name: '媒介' }).click();
    await chip('水粉 gouache').click();
    await english.click();
    await expect.element(chosenChip('水粉')).toBeVisible();
    await sheet().getByRole('combobox').selectOptions('铅笔');
    await expect.element(chip('铅笔素描')).toBeVisible();
    // Nothing reaches out of a narrow phone's side.
    const box = document.querySelector('[role="dialog"]')!;
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
    await add().click();
    await expect.element(prompt()).toHaveValue('水粉');
    await openKeywords();
    await english.click();
    await sheet().getByRole('button', { name: 'Change in the prompt' }).click();
    await expect.element(prompt()).toHaveValue('gouache');
    await expect
      .poll(async () => (await draftHere('Text2Img'))?.keywords)
      .toEqual({ chosen: ['水粉#gouache'], english: true });
  });
});
