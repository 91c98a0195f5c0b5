import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerLocally, type LocalPlatform } from '../../../../src/api/local.ts';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache, putOwnCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import { setOwnSetting } from '../../../../src/db/settings.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import type { InputValues, ModelSchema } from '../../../../src/domain/model.ts';
import { owner } from '../../../fixtures/device.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const schema: ModelSchema = {
  ...paintSchema,
  properties: {
    ...paintSchema.properties,
    sampler_name: {
      type: 'string',
      title: 'Sampler',
      enum: ['k_euler', 'k_heun', 'DDIM'],
      default: 'k_euler',
      'x-order': 12,
      'x-advanced': true,
    },
  },
};
const other = modelItem({
  value: 2,
  model: 'sketcher',
  label_en: 'Sketcher',
  default: false,
  cost: 5,
});

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Compare' });
const turn = (name: string) =>
  dialog().getByRole('switch', { name, exact: true }).click({ force: true });
const chip = (group: string, name: string) =>
  dialog().getByRole('group', { name: group }).getByRole('button', { name, exact: true });
const generate = () => dialog().getByRole('button', { name: /^Generate/ });

async function requests(): Promise<GenerateIntent[]> {
  const rows = (await db.intents.toArray()).filter((row) => row.kind === 'generate');
  return rows.toSorted((left, right) => left.createdAtMs - right.createdAtMs);
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([modelItem(), other], { painter: schema, sketcher: paintSchema });
  await signIn();
});
afterEach(closePlayground);

test('what is to be compared is counted and priced while it is chosen, refused in words, kept in the form, and sent as one group', async () => {
  const { url, asked } = openPlayground('/generate/Text2Img');
  await setOwnSetting(owner, 'wildcards', [{ name: 'place', entries: ['hill', 'bay', 'moor'] }]);
  await prompt().fill('a {red|blue} hut by a __place__');
  await expect.element(page.getByText(/words in braces make 2 prompts/)).toBeVisible();
  await page.getByRole('button', { name: 'Compare them' }).click();
  await expect.element(dialog().getByText('2 works · 4 credits')).toBeVisible();
  await expect.element(dialog().getByText(/Not offered here: Guidance/)).toBeVisible();

  await turn('Sampler');
  await chip('Sampler', 'k_euler').click();
  const nothing = dialog().getByText('Failed to generate: No sampler selected.');
  await expect.element(nothing.first()).toBeVisible();
  await generate().click();
  expect(await requests()).toEqual([]);
  await chip('Sampler', 'k_heun').click();
  await chip('Sampler', 'DDIM').click();

  await turn('Steps');
  const more = dialog().getByRole('textbox', { name: 'More for Steps' });
  await more.fill('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText(/At most 64 pictures at once/)).toBeVisible();
  await generate().click();
  expect(await requests()).toEqual([]);
  const taken = dialog().getByRole('button', { name: /^Take out/ });
  for (const chip of taken.elements()) {
    if (!/ (10|30)$/.test(chip.ariaLabel ?? '')) {
      (chip as HTMLElement).click();
      await expect.poll(() => chip.isConnected).toBe(false);
    }
  }
  await expect.element(dialog().getByText('8 works · 16 credits')).toBeVisible();
  await expect
    .element(dialog().getByText('2 Prompt × 2 Sampler × 2 Steps', { exact: true }))
    .toBeVisible();

  // A model that has no sampler can't make any of it, and says so.
  await turn('Model');
  await chip('Model', 'Sketcher').click();
  await expect.element(dialog().getByText('8 works · 16 credits')).toBeVisible();
  await expect.element(dialog().getByText(/8 combinations are left out/)).toBeVisible();
  await turn('Model');

  // The preview is the grid to come.
  const preview = dialog().getByRole('table', { name: 'Preview of the grid' });
  await expect.element(preview.getByRole('columnheader')).toHaveLength(2);
  await expect.element(preview.getByRole('rowheader').first()).toMatchTextContent('red');

  // It is kept with the form.
  await expect
    .poll(async () => (await db.personalDrafts.get([owner, 'Text2Img']))?.compare?.steps)
    .toEqual({ enabled: true, selected: [10, 30] });

  await generate().click();
  await expect.poll(url).toMatch(/^\/compare\/[0-9a-f-]{36}$/);
  expect(asked.wake).toBe(1);
  const sent = await requests();
  expect(sent.map(({ group }) => group?.cell)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const once = [
    ['k_heun', 10],
    ['k_heun', 30],
    ['DDIM', 10],
    ['DDIM', 30],
  ];
  const made = sent.map(({ payload: { input } }) => [input.sampler_name, input.steps]);
  expect(made).toEqual([...once, ...once]);
  // Nothing else differs: not the seed, nor what was drawn from a list.
  expect(new Set(sent.map(({ payload }) => payload.input.seed)).size).toBe(1);
  expect(sent[0]?.payload.input.seed).toMatch(/^\d+$/);
  const words = [...new Set(sent.map(({ payload }) => String(payload.input.prompt)))];
  const place = /by a (hill|bay|moor)$/.exec(words[0]!)?.[1];
  expect(words).toEqual([`a red hut by a ${place}`, `a blue hut by a ${place}`]);
});

test('of volunteers’ machines all pictures of a comparison are priced together, whichever model the form has', async () => {
  const priced: InputValues[] = [];
  const horde: Pick<LocalPlatform, 'estimateKudos'> = {
    estimateKudos(model, input) {
      priced.push(input);
      if (model !== 'horde/sketcher') return Promise.resolve(null);
      return Promise.resolve({ kudos: Number(input['steps']), isShort: false, left: 500 });
    },
  };
  answerLocally('horde', () => Promise.resolve(horde as LocalPlatform));
  const own = { ...other, model: 'horde/sketcher', cost: 0, place: 'horde' } as const;
  await putOwnCache(owner, 'models', [{ ...modelItem(), place: 'platform' }, own]);
  await putCache(schemaKey(own.model, 'en'), {
    ...paintSchema,
    'x-upfront': { steps: 25, pixels: 10_000_000 },
  });
  await setOwnSetting(owner, 'agreesToVolunteers', true);

  openPlayground('/generate/Text2Img');
  await prompt().fill('a hut');
  await page.getByRole('button', { name: /^Compare/ }).click();
  await turn('Model');
  await chip('Model', 'Sketcher').click();
  await turn('Steps');
  const more = dialog().getByRole('textbox', { name: 'More for Steps' });
  await more.fill('10 20');
  await userEvent.keyboard('{Enter}');
  // 30 steps are the form's own; the painter by rules costs no kudos.
  await expect.element(dialog().getByText('6 works', { exact: false }).first()).toBeVisible();
  await expect.element(dialog().getByText(/1 of them asks for kudos in advance/)).toBeVisible();
  await expect.element(dialog().getByText(/About 60 of your 500 kudos/)).toBeVisible();
  expect(new Set(priced.map(({ steps }) => steps))).toEqual(new Set([10, 20, 30]));
  const asked = priced.length;
  await more.fill('1 2 3 4 5 6 7');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText(/kudos it takes isn't known beforehand/)).toBeVisible();
  expect(priced).toHaveLength(asked);
});
