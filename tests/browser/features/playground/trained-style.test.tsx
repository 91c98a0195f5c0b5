import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listGenerateIntents } from '../../../../src/db/intents/intents.ts';
import { getMedia } from '../../../../src/db/media/media.ts';
import { saveWorks } from '../../../../src/db/works/works.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { draftHere, owner } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { putWorks, workRow } from '../../../fixtures/works.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const styled: ModelSchema = {
  required: ['prompt'],
  properties: {
    ...paintSchema.properties,
    style_image: {
      type: 'string',
      format: 'uri',
      title: 'Trained style',
      'x-widget': 'trained-style',
      'x-order': 20,
      'x-advanced': true,
    },
    style_strength: {
      type: 'number',
      title: 'Style strength',
      default: 0.6,
      minimum: 0,
      maximum: 1,
      multipleOf: 0.05,
      'x-order': 21,
      'x-advanced': true,
      'x-needs': 'style_image',
    },
  },
};
const painter = modelItem({ lorabase: 'clay' });
const other = modelItem({
  value: 3,
  model: 'other',
  label_en: 'Other painter',
  default: false,
  lorabase: 'glass',
});
const trainer = modelItem({ value: 4, model: 'trainer', type: 'Train', default: false });
const schemas = { painter: styled, other: styled };

/** A training that succeeded. */
const training = (number: number, name: string, base = 'clay') =>
  workRow(number, {
    jobType: 'Train',
    model: 'trainer',
    modelLabel: { cn: 'Trainer', en: 'Trainer' },
    sha256: String(number).padStart(64, '0'),
    parameters: { model_name: name, finetune_base: base },
  });

const styles = () => page.getByRole('group', { name: 'Trained style' });
const choice = (name: string | RegExp) => styles().getByRole('radio', { name });
const strength = () => page.getByRole('slider', { name: 'Style strength' });
const openMore = () => page.getByRole('button', { name: 'More settings' }).click();
const draftedStyle = async () => (await draftHere('Text2Img'))?.sources[0];

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([painter, other, trainer], schemas);
  await signIn();
});
afterEach(closePlayground);

describe('trained styles in the form', () => {
  test('are those that fit the model, by their names, the newest first; none is the default', async () => {
    await putWorks(
      training(1, 'Ochre'),
      training(2, 'Window', 'glass'),
      training(3, 'Celadon'),
      workRow(4),
    );
    openPlayground('/generate/Text2Img');
    await openMore();
    await expect.element(choice('None')).toBeChecked();
    const rows = styles().getByRole('radio').elements();
    expect(rows.map((row) => row.closest('label')?.textContent.replace(/ .*$/, ''))).toEqual([
      'None',
      'Celadon',
      'Ochre',
    ]);
    expect(strength().elements()).toHaveLength(0);
  });

  test('travel with the request and come back after a reload; choosing none lets go of them', async () => {
    await putWorks(training(1, 'Ochre'));
    openPlayground('/generate/Text2Img');
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a bowl');
    await openMore();
    await choice(/Ochre/).click();
    await expect.element(strength()).toHaveValue('0.6');
    await expect.poll(async () => (await draftedStyle())?.field).toBe('style_image');
    expect((await getMedia((await draftedStyle())!.mediaId))?.name).toBe('Ochre');

    openPlayground('/generate/Text2Img');
    await page.getByRole('button', { name: /^More settings/ }).click();
    await expect.element(choice(/Ochre/)).toBeChecked();
    await page.getByRole('button', { name: /^Generate/ }).click();
    await expect.poll(async () => (await listGenerateIntents(owner, { limit: 1 })).length).toBe(1);
    const [intent] = await listGenerateIntents(owner, { limit: 1 });
    expect(intent?.payload.sources.map(({ field }) => field)).toEqual(['style_image']);
    expect(intent?.payload.input).toMatchObject({ style_strength: 0.6 });

    await choice('None').click();
    await expect.poll(draftedStyle).toBeUndefined();
    expect(strength().elements()).toHaveLength(0);
  });

  test('are let go of by a model that takes others', async () => {
    await putWorks(training(1, 'Ochre'), training(2, 'Window', 'glass'));
    const opened = openPlayground('/generate/Text2Img');
    await openMore();
    await choice(/Ochre/).click();
    await expect.poll(async () => (await draftedStyle())?.field).toBe('style_image');
    await opened.go('/generate/Text2Img/other');
    await openMore();
    await expect.element(choice(/Window/)).toBeInTheDocument();
    await expect.element(choice('None')).toBeChecked();
    expect(choice(/Ochre/).elements()).toHaveLength(0);
  });

  test('whose card is nowhere any more are said to be gone, and nothing else changes', async () => {
    const lost = { ...training(1, 'Ochre'), onDevice: 0 as const, remote: 'expired' as const };
    await saveWorks([{ work: lost, media: null, thumbnail: null }]);
    openPlayground('/generate/Text2Img');
    await openMore();
    await choice(/Ochre/).click();
    await expect.element(page.getByText(/card is no longer kept/)).toBeVisible();
    await expect.element(choice('None')).toBeChecked();
    expect(await draftedStyle()).toBeUndefined();
  });

  test('without any there is the way to train one; where nothing trains, nothing is said', async () => {
    openPlayground('/generate/Text2Img');
    await openMore();
    const way = page.getByRole('complementary').getByRole('link', { name: 'Train a style' });
    await expect.element(way).toHaveAttribute('href', '/generate/Train');
    await freshStudio([painter], schemas);
    await signIn();
    openPlayground('/generate/Text2Img');
    await openMore();
    await expect.element(page.getByRole('slider', { name: 'Steps' })).toBeVisible();
    expect(page.getByText('Trained style').elements()).toHaveLength(0);
  });
});
