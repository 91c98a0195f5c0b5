import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { owner } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

const schema: ModelSchema = {
  required: [],
  'x-upfront': { steps: 50, pixels: 1_000_000 },
  properties: {
    prompt: { type: 'string', title: 'Prompt', 'x-widget': 'prompt', 'x-order': 0 },
    sampler: {
      type: 'string',
      title: 'Sampler',
      enum: ['heun', 'euler'],
      default: 'heun',
      'x-order': 1,
    },
    mood: {
      type: 'string',
      title: 'Mood',
      enum: ['calm', 'wild'],
      'x-enum-descriptions': ['Soft light, few things', 'Storms and crowds'],
      default: 'calm',
      'x-order': 2,
    },
    look: {
      type: 'string',
      title: 'Look',
      enum: ['ink', 'oil'],
      'x-enum-titles': ['Ink', 'Oil'],
      'x-enum-descriptions': ['Black strokes', 'Thick paint'],
      'x-enum-pictures': [dot, dot],
      default: 'ink',
      'x-order': 3,
    },
    shift: {
      type: 'number',
      title: 'Shift',
      exclusiveMinimum: 0,
      maximum: 1,
      multipleOf: 0.25,
      'x-order': 4,
    },
    colour: { type: 'string', title: 'Colour', pattern: '^#[0-9a-f]{6}$', 'x-order': 5 },
    mode: { type: 'string', title: 'Mode', const: 'fine', 'x-order': 6 },
  },
};

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([modelItem({ allow_dimensions: [] })], { painter: schema });
  await signIn();
});
afterEach(closePlayground);

test('a form shows what each choice does and costs, and of a setting that nobody set that the model decides', async () => {
  openPlayground('/generate/Text2Img');
  await expect.element(page.getByText(/about twice the time, and twice the kudos/)).toBeVisible();
  await page.getByRole('radio', { name: 'euler' }).click({ force: true });
  await expect.element(page.getByText(/twice the kudos/)).not.toBeInTheDocument();

  await expect.element(page.getByText('Soft light, few things')).toBeVisible();
  await page.getByRole('radio', { name: 'wild' }).click({ force: true });
  await expect.element(page.getByText('Storms and crowds')).toBeVisible();

  const looks = page.getByRole('radiogroup', { name: 'Look' });
  await expect.element(looks.getByRole('radio', { name: 'Ink Black strokes' })).toBeChecked();
  expect(looks.element().querySelectorAll('img')).toHaveLength(2);
  await looks.getByRole('radio', { name: 'Oil Thick paint' }).click({ force: true });

  const shift = page.getByRole('textbox', { name: 'Shift' });
  await expect.element(page.getByText('Not set: the model uses a value of its own.')).toBeVisible();
  await expect.element(shift).toHaveValue('');
  await shift.click();
  await userEvent.keyboard('{Tab}');
  await expect.element(shift).toHaveValue('');
  await expect.element(page.getByRole('textbox', { name: 'Mode' })).toBeDisabled();

  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('fog');
  await page.getByRole('textbox', { name: 'Colour' }).fill('red');
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.element(page.getByText(/Colour has to be of the form/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Colour' }).fill('#00ff99');
  await page.getByRole('button', { name: /^Generate/ }).click();
  const sent = async () => (await listGenerateIntents(owner)).map(({ payload }) => payload.input);
  await expect.poll(sent).toEqual([
    {
      prompt: 'fog',
      sampler: 'euler',
      mood: 'wild',
      look: 'oil',
      colour: '#00ff99',
      mode: 'fine',
    },
  ]);

  // Of bounds that are no values the nearest value is taken.
  await shift.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(shift).toHaveValue('0.25');
  await page.getByRole('button', { name: 'Reset Shift' }).click();
  await expect.element(shift).toHaveValue('');
});

test('of a list of things a form offers one after the other, asks for what a begun one needs, and leaves it out again', async () => {
  const light = (entry: number): ModelSchema['properties'] => {
    const path = `lights.${entry}`;
    const group = { 'x-group': `Lights ${entry + 1}`, 'x-order': 1 };
    return {
      [`${path}.colour`]: {
        type: 'string',
        title: 'Colour',
        ...group,
        'x-part': { path, required: true },
      },
      [`${path}.warm`]: {
        type: 'boolean',
        title: 'Warm',
        default: true,
        ...group,
        'x-part': { path, required: false },
      },
    };
  };
  await freshStudio([modelItem({ allow_dimensions: [] })], {
    painter: {
      required: [],
      properties: { prompt: schema.properties['prompt']!, ...light(0), ...light(1) },
    },
  });
  await signIn();
  openPlayground('/generate/Text2Img');
  const group = (name: string) => page.getByRole('button', { name, exact: true });
  await group('Lights 1').click();
  await expect.element(page.getByText('Left out as long as nothing is set here.')).toBeVisible();
  await expect.element(group('Lights 2')).not.toBeInTheDocument();

  // Set to its default it is begun as well, and needs a colour.
  await page.getByRole('switch', { name: 'Warm' }).click({ force: true });
  await expect.element(group('Lights 2')).toBeVisible();
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('fog');
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.element(page.getByText(/Colour/).first()).toBeVisible();
  expect(await listGenerateIntents(owner)).toEqual([]);
  await page.getByRole('textbox', { name: 'Colour' }).fill('red');
  await page.getByRole('button', { name: /^Generate/ }).click();
  const sent = async () => (await listGenerateIntents(owner)).map(({ payload }) => payload.input);
  const withLight = { prompt: 'fog', 'lights.0.colour': 'red', 'lights.0.warm': true };
  await expect.poll(sent).toEqual([withLight]);

  await page.getByRole('button', { name: 'Leave out: Lights 1' }).click();
  await expect.element(group('Lights 2')).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Generate/ }).click();
  await expect.poll(sent).toContainEqual({ prompt: 'fog' });
});
