import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listGenerateIntents } from '../../../../src/db/intents/lists.ts';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { saveDraft } from '../../../../src/db/drafts.ts';
import { putSource } from '../../../../src/db/media/media.ts';
import { generatorTypes } from '../../../../src/domain/generator-types.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { draftHere, owner } from '../../../fixtures/device.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const generate = () => page.getByRole('button', { name: /^Generate/ });
const generateFor = (credits: number) =>
  page.getByRole('button', { name: `Generate ${credits} credits` });

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio();
});
afterEach(closePlayground);

describe('the form', () => {
  test("is built from the model's schema", async () => {
    openPlayground('/generate/Text2Img');
    await expect.element(prompt()).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /3:2/ })).toBeInTheDocument();
    await expect.element(page.getByRole('radio', { name: 'Ink' })).toBeInTheDocument();
    // The count offers what the model offers: 1, 2 and 4.
    await expect.element(page.getByRole('radio', { name: '4', exact: true })).toBeInTheDocument();
    expect(page.getByRole('radio', { name: '3', exact: true }).elements()).toHaveLength(0);
    expect(page.getByText('Secret').elements()).toHaveLength(0);
    await expect.element(page.getByText('Demo')).toBeVisible();
  });

  test('says how to write for the model, in the words of the model where it has some', async () => {
    openPlayground('/generate/Text2Img');
    await expect.element(prompt()).toHaveAttribute('placeholder', 'What would you like to see?');
    const described = { ...paintSchema.properties['prompt']!, description: 'Name a place.' };
    await putCache(schemaKey('painter', 'en'), {
      ...paintSchema,
      properties: { ...paintSchema.properties, prompt: described },
    });
    await expect.element(prompt()).toHaveAttribute('placeholder', 'Name a place.');
  });

  test('keeps advanced settings behind More and shows read-only ones as fixed', async () => {
    openPlayground('/generate/Text2Img');
    await expect.element(prompt()).toBeVisible();
    expect(page.getByRole('slider', { name: 'Steps' }).elements()).toHaveLength(0);
    await page.getByRole('button', { name: 'More settings' }).click();
    await expect.element(page.getByRole('slider', { name: 'Steps' })).toHaveValue('30');
    await expect.element(page.getByRole('textbox', { name: 'Version' })).toBeDisabled();
  });

  test('resets one setting, or all of them', async () => {
    openPlayground('/generate/Text2Img');
    await page.getByRole('radio', { name: 'Ink' }).click();
    await page.getByRole('radio', { name: '4', exact: true }).click();
    await expect.element(generateFor(8)).toBeVisible();
    await page.getByRole('button', { name: 'Reset Style' }).click();
    await expect.element(page.getByRole('radio', { name: 'Plain' })).toBeChecked();
    await page.getByRole('button', { name: 'Reset all settings' }).click();
    await expect.element(generateFor(2)).toBeVisible();
  });

  test('shows the schema in the other language until its own arrives', async () => {
    await freshStudio([modelItem()], {});
    await putCache(schemaKey('painter', 'cn'), {
      ...paintSchema,
      properties: {
        ...paintSchema.properties,
        style: { ...paintSchema.properties['style']!, title: '风格' },
      },
    });
    openPlayground('/generate/Text2Img');
    await expect.element(page.getByText('风格').first()).toBeVisible();
    await putCache(schemaKey('painter', 'en'), paintSchema);
    await expect.element(page.getByText('Style').first()).toBeVisible();
  });

  test('waits in its own shape while the schema is on its way', async () => {
    await freshStudio([modelItem()], {});
    openPlayground('/generate/Text2Img');
    await expect
      .element(page.getByRole('status', { name: 'The form is on its way' }))
      .toBeInTheDocument();
    await putCache(schemaKey('painter', 'en'), paintSchema);
    await expect.element(prompt()).toBeVisible();
  });
});

describe('reasons why one cannot generate', () => {
  test('stand beside the button, and pressing it leads to the first', async () => {
    openPlayground('/generate/Text2Img');
    await expect.element(page.getByText("Write what you'd like first.")).toBeVisible();
    await generate().click();
    await expect.element(prompt()).toHaveFocus();
    await prompt().fill('fog');
    expect(page.getByText("Write what you'd like first.").elements()).toHaveLength(0);
  });

  test('are a list of all of them once Generate was pressed, and each leads to its field', async () => {
    await page.viewport(390, 844);
    openPlayground('/generate/Text2Img');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByRole('textbox', { name: 'Seed' }).fill('99999999999');
    await page.getByRole('button', { name: 'Done' }).click();
    await generate().click();
    const missing = page.getByRole('list', { name: 'What is missing' });
    await expect.element(missing.getByRole('button', { name: /Write what you/ })).toBeVisible();
    await missing.getByRole('button', { name: /A seed is a whole number/ }).click();
    await expect.element(page.getByRole('textbox', { name: 'Seed' })).toHaveFocus();
  });

  test('name a prompt that is too long and count what is too many', async () => {
    openPlayground('/generate/Text2Img');
    await prompt().fill('a'.repeat(302));
    await expect
      .element(page.getByText('The prompt is too long: 300 characters at most.'))
      .toBeVisible();
    await expect.element(page.getByText('2 too many')).toBeVisible();
    await prompt().fill('a'.repeat(290));
    await expect.element(page.getByText('10 left')).toBeVisible();
  });

  test('name a missing picture', async () => {
    openPlayground('/generate/Upscaling');
    await expect.element(page.getByText('Picture: choose one first.')).toBeVisible();
    await generate().click();
    await expect.element(page.getByRole('button', { name: 'Choose a picture' })).toHaveFocus();
  });

  test('open the hidden settings when the reason is among them', async () => {
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByRole('textbox', { name: 'Seed' }).fill('99999999999');
    await expect
      .element(page.getByText('A seed is a whole number up to 4294967295.'))
      .toBeVisible();
    await generate().click();
    await expect.element(page.getByRole('textbox', { name: 'Seed' })).toHaveFocus();
  });

  test('include that the model is away, in its own words', async () => {
    await freshStudio([
      modelItem({
        available: false,
        unavailable_reason: { cn: '不在', en: 'Its engine does not answer.' },
      }),
    ]);
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await generate().click();
    await expect.element(page.getByText('Its engine does not answer.').first()).toBeVisible();
    expect(await listGenerateIntents(owner)).toEqual([]);
  });
});

describe('a draft', () => {
  test('comes back exactly as it was left', async () => {
    openPlayground('/generate/Text2Img');
    await prompt().fill('A lighthouse in fog');
    await page.getByRole('radio', { name: 'Ink' }).click();
    await page.getByRole('button', { name: 'Keep things out' }).click();
    await page.getByRole('textbox', { name: 'Keep out' }).fill('blur');
    await expect
      .poll(async () => (await draftHere('Text2Img'))?.input['negative_prompt'])
      .toBe('blur');

    openPlayground('/generate/Text2Img');
    await expect.element(prompt()).toHaveValue('A lighthouse in fog');
    await expect.element(page.getByRole('radio', { name: 'Ink' })).toBeChecked();
    await expect.element(page.getByRole('textbox', { name: 'Keep out' })).toHaveValue('blur');
  });

  test('is kept per tool when switching between them', async () => {
    const opened = openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await page.getByRole('link', { name: 'Upscale' }).click();
    await expect.element(page.getByText('Enlarge by').first()).toBeVisible();
    await page.getByRole('radio', { name: '4×' }).click();
    await page.getByRole('link', { name: 'Text to image' }).click();
    await expect.element(prompt()).toHaveValue('fog');
    expect(opened.url()).toBe('/generate/Text2Img');
    await page.getByRole('link', { name: 'Upscale' }).click();
    await expect.element(page.getByRole('radio', { name: '4×' })).toBeChecked();
  });

  test('loses nothing when the prompt is cleared by mistake', async () => {
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.element(prompt()).toHaveValue('');
    await page.getByRole('radio', { name: 'Ink' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(prompt()).toHaveValue('fog');
    // What was changed after the clearing stays.
    await expect.element(page.getByRole('radio', { name: 'Ink' })).toBeChecked();
  });

  test('gets an idea from a click, which can be taken back', async () => {
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await page.getByRole('button', { name: 'Surprise me' }).click();
    await expect.element(prompt()).not.toHaveValue('fog');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(prompt()).toHaveValue('fog');
  });
});

describe('choosing another model', () => {
  const models = [
    modelItem(),
    modelItem({
      value: 5,
      model: 'sketcher',
      label_en: 'Sketcher',
      default: false,
      cost: 5,
      mark_en: '',
    }),
    modelItem({
      value: 6,
      model: 'away',
      label_en: 'Far Away',
      default: false,
      available: false,
      unavailable_reason: { cn: '不在', en: 'Its engine does not answer.' },
    }),
    upscaleItem(),
  ];

  beforeEach(async () => {
    await freshStudio(models, { painter: paintSchema, sketcher: paintSchema });
  });

  test('keeps the words, starts the rest anew, and shows in the URL', async () => {
    const opened = openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await page.getByRole('radio', { name: /3:2/ }).click();
    await page.getByRole('button', { name: 'Change model' }).click();
    await page.getByRole('radio', { name: 'Sketcher' }).click();
    await expect.element(generateFor(5)).toBeVisible();
    await expect.element(prompt()).toHaveValue('fog');
    await expect.element(page.getByRole('radio', { name: /1:1/ })).toBeChecked();
    await expect.poll(() => opened.url()).toBe('/generate/Text2Img/sketcher');
  });

  test('is not possible for one that is away; it says why', async () => {
    openPlayground('/generate/Text2Img');
    await page.getByRole('button', { name: 'Change model' }).click();
    await expect.element(page.getByRole('radio', { name: 'Far Away' })).toBeDisabled();
    await expect.element(page.getByText('Its engine does not answer.')).toBeVisible();
  });

  test('by link survives a reload', async () => {
    openPlayground('/generate/Text2Img/sketcher');
    await expect.element(generateFor(5)).toBeVisible();
    openPlayground('/generate/Text2Img/sketcher');
    await expect.element(generateFor(5)).toBeVisible();
  });
});

test.each([
  ['the rail of a desktop', 1280, 900],
  ['the strip of a phone', 390, 844],
])(
  'the tool that one is in is in sight in %s, however many there are',
  async (_, width, height) => {
    await page.viewport(width, height);
    await freshStudio([modelItem({ type: generatorTypes.join(',') })]);
    openPlayground('/generate/GenMusic');
    const rail = page.getByRole('navigation', { name: 'Tools' });
    const link = rail.getByRole('link', { name: 'Music' });
    await expect.element(link).toHaveAttribute('aria-current', 'page');
    await expect
      .poll(() => {
        const [at, seen] = [link, rail].map((part) => part.element().getBoundingClientRect());
        return (
          at!.left >= Math.max(0, seen!.left) &&
          at!.right <= Math.min(innerWidth, seen!.right) &&
          at!.top >= seen!.top &&
          at!.bottom <= Math.min(innerHeight, seen!.bottom)
        );
      })
      .toBe(true);
  },
);

test('a long list of tools stands in groups, is searched, and on a phone opens whole with one press', async () => {
  await freshStudio([modelItem({ type: generatorTypes.join(',') })]);
  await page.viewport(1280, 900);
  const opened = openPlayground('/generate/Upscaling');
  const rail = page.getByRole('navigation', { name: 'Tools' });
  const group = (name: string) => rail.getByRole('button', { name, exact: true });
  await expect.element(group('Improve a picture')).toHaveAttribute('aria-expanded', 'true');
  await group('Sound').click();
  await expect.element(rail.getByRole('link', { name: 'Music' })).toBeVisible();
  await expect.element(rail.getByRole('link', { name: 'Upscale' })).not.toBeInTheDocument();
  await rail.getByRole('searchbox', { name: 'Find a tool' }).fill('logo');
  await expect.poll(() => rail.getByRole('link').elements().length).toBe(2);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => opened.url()).toBe('/generate/Txt2Logo');

  await page.viewport(390, 844);
  openPlayground('/generate/Upscaling');
  await expect.poll(() => rail.getByRole('link').elements().length).toBe(6);
  await rail.getByRole('button', { name: 'All tools' }).click();
  const sheet = page.getByRole('dialog', { name: 'Tools' });
  await expect.poll(() => sheet.getByRole('link').elements().length).toBe(24);
  await sheet.getByRole('searchbox', { name: 'Find a tool' }).fill('nonsense');
  await expect
    .poll(() => sheet.getByRole('status').element().textContent)
    .toContain('No tool is called that.');
  await sheet.getByRole('searchbox', { name: 'Find a tool' }).fill('music');
  await sheet.getByRole('link', { name: 'Music' }).click();
  await expect
    .element(rail.getByRole('link', { name: 'Music' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('on a phone a mode that was worked with is among the tools at hand, one that was only looked at is not', async () => {
  const mode = (gen_type: string, value: number) =>
    modelItem({ model: gen_type, type: 'Img2Img', gen_type, value, default: false });
  await freshStudio(
    [modelItem({ type: generatorTypes.join(',') }), mode('combine', 2), mode('same_style', 3)],
    { painter: paintSchema, combine: paintSchema, same_style: paintSchema },
  );
  await page.viewport(390, 844);
  const tools = page.getByRole('navigation', { name: 'Tools' });
  openPlayground('/generate/Img2Img/combine');
  await prompt().fill('fog');
  openPlayground('/generate/Upscaling');
  await expect.element(tools.getByRole('link', { name: 'Upscale' })).toBeVisible();
  openPlayground('/generate/GenMusic');
  await expect.poll(() => tools.getByRole('link').elements().length).toBe(6);
  const names = () =>
    tools
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  expect(names().slice(0, 2)).toEqual(['Music', 'Combine pictures']);
  expect(names()).not.toContain('Same style');
});

test('larger parameters are switched on by a person or by what came into the form, and off they are gone', async () => {
  const { width, height, steps, ...rest } = paintSchema.properties;
  const more = (property: typeof width, most: number) => ({
    ...property!,
    'x-larger-maximum': most,
  });
  const properties = {
    ...rest,
    width: more(width, 3072),
    height: more(height, 3072),
    steps: more(steps, 500),
  };
  await freshStudio([modelItem({ allow_dimensions: [] })], {
    painter: { ...paintSchema, properties },
  });
  await signIn();
  openPlayground('/generate/Text2Img');
  await prompt().fill('fog');
  await page.getByRole('radio', { name: /Custom/ }).click();
  await expect.element(page.getByRole('slider', { name: 'Width' })).toHaveAttribute('max', '2048');
  await page.getByRole('button', { name: 'More settings' }).click();
  const larger = () => page.getByRole('switch', { name: 'Larger parameters' });
  await expect.element(larger()).not.toBeChecked();
  await expect
    .element(
      page.getByText('Sides up to 3072 px and up to 500 steps: slower, and often no better.'),
    )
    .toBeVisible();
  await larger().click();
  await expect.element(page.getByRole('slider', { name: 'Width' })).toHaveAttribute('max', '3072');
  await page.getByRole('slider', { name: 'Steps' }).fill('400');
  await page.getByRole('slider', { name: 'Width' }).fill('3072');
  await generate().click();
  await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
  const [request] = await listGenerateIntents(owner);
  expect(request?.payload.input).toMatchObject({ width: 3072, steps: 400 });

  await larger().click();
  await expect.element(page.getByRole('slider', { name: 'Steps' })).toHaveValue('30');
  await expect.element(page.getByRole('slider', { name: 'Steps' })).toHaveAttribute('max', '50');

  // Another device asked for it, and the request is changed here.
  openPlayground(`/generate/Text2Img?intent=${request!.id}`);
  await page.getByRole('button', { name: /^More settings/ }).click();
  await expect.element(larger()).toBeChecked();
  await expect.element(page.getByRole('slider', { name: 'Steps' })).toHaveValue('400');
});

test('what a model fixes is shown and stays: its words, its picture, its LoRA; nothing of it is asked for', async () => {
  const fixed = { 'x-readOnly': true } as const;
  const { prompt: words, negative_prompt: without, n } = paintSchema.properties;
  const file = 'https://models.example/reference.png';
  const properties = {
    prompt: { ...words!, ...fixed, default: 'a fox by a lake' },
    negative_prompt: { ...without!, ...fixed, default: 'text' },
    image: {
      type: 'string',
      title: 'Reference',
      format: 'uri',
      default: file,
      'x-order': 3,
      ...fixed,
    },
    loras: {
      type: 'array',
      title: 'LoRAs',
      'x-names': ['riso'],
      default: ['riso:0.5'],
      'x-order': 4,
      ...fixed,
    },
    n: n!,
  } satisfies ModelSchema['properties'];
  const required = ['prompt', 'image'];
  await freshStudio([modelItem({ upload: 'image', accept_types: ['png'] })], {
    painter: { properties, required },
  });
  await signIn();
  openPlayground('/generate/Text2Img');
  const text = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await expect.element(text).toHaveValue('a fox by a lake');
  await expect.element(text).toHaveAttribute('readonly');
  const keptOut = page.getByRole('textbox', { name: 'Keep out', exact: true });
  await expect.element(keptOut).toHaveAttribute('readonly');
  const source = page.getByRole('group', { name: 'Reference' });
  await expect.element(source.getByText(/The model brings its own/)).toBeVisible();
  expect(source.getByRole('button').elements()).toEqual([]);
  const loras = page.getByRole('group', { name: 'LoRAs', exact: true });
  await expect.element(loras.getByRole('slider')).toBeDisabled();
  expect(loras.getByRole('button').elements()).toEqual([]);
  for (const name of ['Surprise me', 'Clear', 'Remove', 'Use the usual', 'Help with words'])
    expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([]);
  await generate().click();
  await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
  const [request] = await listGenerateIntents(owner);
  expect(request?.payload.sources).toEqual([]);
});

describe('on a phone', () => {
  test('settings open as a sheet and Generate stays in reach', async () => {
    await page.viewport(320, 640);
    await signIn();
    openPlayground('/generate/Text2Img');
    await prompt().fill('fog');
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await page.getByRole('radio', { name: 'Ink' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const box = (generate().element() as HTMLElement).getBoundingClientRect();
    expect(box.bottom).toBeLessThanOrEqual(640);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await generate().click();
    await expect
      .poll(async () => (await listGenerateIntents(owner))[0]?.payload.input['style'])
      .toBe('ink');
  });
});

test('an unknown tool leads to the first there is', async () => {
  const opened = openPlayground('/generate/Nonsense');
  await expect.element(prompt()).toBeVisible();
  await expect.poll(() => opened.url()).toBe('/generate');
});

test('a tool without a model says so and keeps the way to the others', async () => {
  openPlayground('/generate/RemoveBg');
  await expect.element(page.getByText("This tool isn't here")).toBeVisible();
  await page.getByRole('link', { name: 'Text to image' }).click();
  await expect.element(prompt()).toBeVisible();
});

test('Ctrl and Enter generate while typing', async () => {
  await signIn();
  openPlayground('/generate/Text2Img');
  await prompt().fill('fog');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(async () => (await listGenerateIntents(owner)).length).toBe(1);
});

test('a price that grows with the picture is said before one presses, with a smaller result to take', async () => {
  const enlarging = upscaleItem({ cost_pixels: 4 * 1024 * 1024 });
  await freshStudio([enlarging], { upscaler: upscaleSchema });
  await signIn();
  const blob = new Blob(['a large photo'], { type: 'image/png' });
  const facts = { mediaType: 'image/png', bytes: blob.size, sha256: 'a'.repeat(64) };
  const mediaId = await putSource({ blob, ...facts, width: 2048, height: 2048, name: 'photo.png' });
  await saveDraft({
    owner,
    type: 'Upscaling',
    model: 'upscaler',
    input: { scale: 4 },
    sources: [{ field: 'image', mediaId }],
  });
  openPlayground('/generate/Upscaling');
  await expect.element(generateFor(16)).toBeVisible();
  await expect.element(page.getByText(/67 megapixels of work cost 16 times as much/)).toBeVisible();
  await page.getByRole('button', { name: '2×: 4 credits' }).click();
  await expect.element(generateFor(4)).toBeVisible();
  await generateFor(4).click();
  await expect.poll(async () => (await listGenerateIntents(owner)).at(0)?.payload.cost).toBe(4);
});
