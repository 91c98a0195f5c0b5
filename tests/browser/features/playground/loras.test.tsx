import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { loraListKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { saveDraft } from '../../../../src/db/drafts.ts';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import { getMedia } from '../../../../src/db/media/media.ts';
import { saveWorks } from '../../../../src/db/works/works.ts';
import { unlistedLora, type LoraItem } from '../../../../src/domain/loras.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { draftHere, owner } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { putWorks, workRow } from '../../../fixtures/works.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const styled: ModelSchema = {
  required: ['prompt'],
  properties: {
    ...paintSchema.properties,
    loras: {
      type: 'array',
      title: 'LoRAs',
      default: [],
      maxItems: 2,
      'x-names': ['riso', 'film', 'pencil'],
      'x-strength': { minimum: 0, maximum: 1, multipleOf: 0.05 },
      'x-order': 19,
    },
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
/** Knows none by name: whoever uses one types what it is called. */
const open: ModelSchema = {
  ...paintSchema,
  properties: {
    ...paintSchema.properties,
    loras: {
      type: 'array',
      title: 'LoRAs',
      description: 'Number or name.',
      default: [],
      'x-strength': { minimum: -5, maximum: 5, multipleOf: 0.05 },
      'x-order': 19,
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
const volunteer = modelItem({ value: 5, model: 'volunteer', default: false });
const trainer = modelItem({ value: 4, model: 'trainer', type: 'Train', default: false });
const schemas = { painter: styled, other: styled, volunteer: open };

const listed = (name: string, changes: Partial<LoraItem>): LoraItem => ({
  ...unlistedLora(name),
  ...changes,
});

/** A training that succeeded. */
const training = (number: number, name: string, base = 'clay') =>
  workRow(number, {
    jobType: 'Train',
    model: 'trainer',
    modelLabel: { cn: 'Trainer', en: 'Trainer' },
    sha256: String(number).padStart(64, '0'),
    parameters: { model_name: name, finetune_base: base },
  });

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const addLora = () => page.getByRole('button', { name: 'Add LoRA' });
const picker = () => page.getByRole('dialog', { name: 'LoRAs' });
const card = (name: string | RegExp) => picker().getByRole('button', { name });
const close = () => picker().getByRole('button', { name: 'Close' }).click();
const chosen = () => page.getByRole('group', { name: 'LoRAs', exact: true }).getByRole('listitem');
const strength = (name: string) => page.getByRole('slider', { name: `Strength of ${name}` });
const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
const drafted = async () => (await draftHere('Text2Img'))?.input['loras'];
const draftedStyle = async () => (await draftHere('Text2Img'))?.sources[0];

async function openTrained() {
  await addLora().click();
  await picker().getByRole('radio', { name: 'Trained by you' }).click();
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([painter, other, volunteer, trainer], schemas);
  await putCache(loraListKey('en'), [
    listed('riso', { label: 'Risograph', tags: ['print'], trigger: 'misty, forest' }),
    listed('film', { label: 'Film', tags: ['photo'] }),
    listed('pencil', { label: 'Pencil as on the rough paper of a sketchbook', tags: ['drawing'] }),
  ]);
  await signIn();
});
afterEach(closePlayground);

describe('LoRAs that a model knows by name', () => {
  test('are chosen from cards, as many as it takes, with strengths and trigger words', async () => {
    await putWorks(...[1, 2, 3, 4].map((number) => training(number, `Glaze ${number}`)));
    openPlayground('/generate/Text2Img');
    await prompt().fill('a lake');
    await addLora().click();
    await picker().getByRole('searchbox').fill('print');
    expect(picker().getByRole('listitem').elements()).toHaveLength(1);
    await card(/^Risograph/).click();
    await expect.poll(drafted).toEqual(['riso:0.6']);
    await picker().getByRole('searchbox').fill('');
    await card(/^Pencil/).click();
    await expect.element(picker().getByText(/^2 are chosen/)).toBeVisible();
    await expect.element(card(/^Film/)).toBeDisabled();
    await close();

    await strength('Risograph').fill('0.85');
    await expect.poll(drafted).toEqual(['riso:0.85', 'pencil:0.6']);
    await expect.element(addLora()).toBeDisabled();
    // Cut where it is seen, whole for whoever listens.
    await expect.element(chosen().nth(1).getByText('Pencil as on the rough pa…')).toBeVisible();
    await expect
      .element(remove('Pencil as on the rough paper of a sketchbook'))
      .toBeInTheDocument();
    const word = page.getByRole('button', { name: 'misty' });
    await word.click();
    await expect.element(prompt()).toHaveValue('a lake, misty');
    await expect.element(word).toHaveAttribute('aria-pressed', 'true');
    await word.click();
    await expect.element(prompt()).toHaveValue('a lake');

    await remove('Risograph').click();
    await remove('Pencil as on the rough paper of a sketchbook').click();
    await expect.poll(drafted).toBeUndefined();
  });

  test('and those that it does not know stay out of the request, and that is said', async () => {
    const before = { model: 'painter', input: { prompt: 'sea', loras: ['zorn:0.5', 'film:0.3'] } };
    await saveDraft({ owner, type: 'Text2Img', ...before, sources: [] });
    openPlayground('/generate/Text2Img');
    await expect.element(strength('Film')).toHaveValue('0.3');
    expect(chosen().elements()).toHaveLength(1);
    await expect
      .element(page.getByText("The LoRA zorn isn't offered by this model and stays out."))
      .toBeVisible();
    await page.getByRole('button', { name: /^Generate/ }).click();
    await expect.poll(async () => (await listGenerateIntents(owner, { limit: 1 })).length).toBe(1);
    const [intent] = await listGenerateIntents(owner, { limit: 1 });
    expect(intent?.payload.input['loras']).toEqual(['film:0.3']);
    await page.getByRole('button', { name: 'All right' }).click();
    await expect.poll(drafted).toEqual(['film:0.3']);
    expect(page.getByText('zorn').elements()).toHaveLength(0);
  });

  test('are typed where a model takes any name', async () => {
    openPlayground('/generate/Text2Img/volunteer');
    await addLora().click();
    const name = picker().getByRole('textbox', { name: 'By name' });
    await name.fill('12345@67890');
    await picker().getByRole('button', { name: 'Add' }).click();
    await expect.element(name).toHaveValue('');
    await close();
    await strength('12345@67890').fill('-1.5');
    await expect.poll(drafted).toEqual(['12345@67890:-1.5']);
  });
});

describe('styles that the person trained', () => {
  test('are those that fit the model, by their names, the newest first', async () => {
    await putWorks(
      training(1, 'Ochre'),
      training(2, 'Window', 'glass'),
      training(3, 'Celadon'),
      workRow(4),
    );
    openPlayground('/generate/Text2Img');
    await openTrained();
    await expect.element(card(/Celadon/)).toHaveAttribute('aria-pressed', 'false');
    const names = picker().getByRole('listitem').elements();
    expect(names.map((each) => each.textContent.replace(/\d.*$/, ''))).toEqual([
      expect.stringMatching(/^Celadon/),
      expect.stringMatching(/^Ochre/),
    ]);
  });

  test('travel with the request and come back after a reload; removing one lets go of it', async () => {
    await putWorks(training(1, 'Ochre'));
    openPlayground('/generate/Text2Img');
    await prompt().fill('a bowl');
    await openTrained();
    await card(/Ochre/).click();
    await expect.element(card(/Ochre/)).toHaveAttribute('aria-pressed', 'true');
    await close();
    await expect.element(strength('Ochre')).toHaveValue('0.6');
    await expect.poll(async () => (await draftedStyle())?.field).toBe('style_image');
    expect((await getMedia((await draftedStyle())!.mediaId))?.name).toBe('Ochre');

    openPlayground('/generate/Text2Img');
    await expect.element(strength('Ochre')).toHaveValue('0.6');
    await page.getByRole('button', { name: /^Generate/ }).click();
    await expect.poll(async () => (await listGenerateIntents(owner, { limit: 1 })).length).toBe(1);
    const [intent] = await listGenerateIntents(owner, { limit: 1 });
    expect(intent?.payload.sources.map(({ field }) => field)).toEqual(['style_image']);
    expect(intent?.payload.input).toMatchObject({ style_strength: 0.6 });

    await remove('Ochre').click();
    await expect.poll(draftedStyle).toBeUndefined();
    expect(chosen().elements()).toHaveLength(0);
  });

  test('are let go of by a model that takes others, which is said', async () => {
    await putWorks(training(1, 'Ochre'));
    openPlayground('/generate/Text2Img');
    await openTrained();
    await card(/Ochre/).click();
    await expect.poll(async () => (await draftedStyle())?.field).toBe('style_image');
    await close();
    await page.getByRole('button', { name: 'Change model' }).click();
    await page.getByRole('radio', { name: 'Other painter' }).click();
    await expect.element(page.getByText(/trained style doesn't fit this model/)).toBeVisible();
    await expect.poll(draftedStyle).toBeUndefined();
    expect(chosen().elements()).toHaveLength(0);
  });

  test('whose card is nowhere any more are said to be gone, and nothing else changes', async () => {
    const lost = { ...training(1, 'Ochre'), onDevice: 0 as const, remote: 'expired' as const };
    await saveWorks([{ work: lost, media: null, thumbnail: null }]);
    openPlayground('/generate/Text2Img');
    await openTrained();
    await card(/Ochre/).click();
    await expect.element(picker().getByText(/card is no longer kept/)).toBeVisible();
    expect(await draftedStyle()).toBeUndefined();
  });

  test('without any there is the way to train one', async () => {
    openPlayground('/generate/Text2Img');
    await openTrained();
    const way = picker().getByRole('link', { name: 'Train a style' });
    await expect.element(way).toHaveAttribute('href', '/generate/Train');
  });
});
