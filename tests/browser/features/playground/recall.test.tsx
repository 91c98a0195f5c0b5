import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import type { MediaId } from '../../../../src/domain/ids.ts';
import {
  arrivedPictureAtom,
  recalledAtom,
} from '../../../../src/features/playground/recall/recalled.ts';
import { ToolChoiceSheet } from '../../../../src/features/playground/tools/ToolChoiceSheet.tsx';
import { WorkButtons } from '../../../../src/features/work/WorkButtons.tsx';
import { store } from '../../../../src/ui/atoms.ts';
import { draftHere, keepModels } from '../../../fixtures/device.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { exif, jpegWith, pilText, pngWith, unicodeComment } from '../../../fixtures/recipes.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const prompt = () => page.getByRole('textbox', { name: 'Prompt', exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const drafted = async () => (await draftHere('Text2Img'))?.input;

const second = modelItem({
  value: 2,
  model: 'dreamshaper',
  label_en: 'Dreamshaper 8',
  default: false,
});
const infotext = (changes: string) =>
  `a red fox\nNegative prompt: blur\nSteps: 20, Sampler: UniPC, CFG scale: 7, Seed: 965400086, Size: 768x512, ${changes}Version: v1.10.1`;

function drop(bytes: Uint8Array<ArrayBuffer>, type = 'image/png'): void {
  const dropped = new DataTransfer();
  dropped.items.add(new File([bytes], 'picture', { type }));
  document.body.dispatchEvent(
    new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
  );
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshStudio([modelItem(), second, upscaleItem()], {
    painter: paintSchema,
    dreamshaper: paintSchema,
    upscaler: upscaleSchema,
  });
  await signIn();
});
afterEach(() => {
  closePlayground();
  closeScreen();
  store.set(recalledAtom, null);
  store.set(arrivedPictureAtom, null);
  vi.restoreAllMocks();
});

test('a picture that is dropped on words offers its settings, and each use of them can be undone', async () => {
  const { url } = openPlayground('/generate/Text2Img');
  await prompt().fill('my own words');
  drop(pngWith(pilText('parameters', infotext('Model: dreamshaper_8, '))));
  await expect.element(page.getByText('This picture carries settings from A1111')).toBeVisible();
  await expect.element(page.getByText(/20 steps/)).toBeVisible();

  await button('Only the prompt').click();
  await expect.element(page.getByText("The picture's prompt is in the form")).toBeVisible();
  await expect.element(prompt()).toHaveValue('a red fox');
  await button('Undo').click();
  await expect.element(prompt()).toHaveValue('my own words');

  drop(jpegWith(exif([], unicodeComment(infotext('Model: dreamshaper_8, ')))), 'image/jpeg');
  await button('Use all').click();
  await expect.element(page.getByText("The picture's settings are in the form")).toBeVisible();
  await expect
    .element(page.getByText(/can't take over: Sampler “UniPC” and Guidance “7”\./))
    .toBeVisible();
  await expect.poll(url).toBe('/generate/Text2Img/dreamshaper');
  await expect.element(prompt()).toHaveValue('a red fox');
  await expect
    .poll(drafted)
    .toMatchObject({ negative_prompt: 'blur', seed: '965400086', steps: 20, width: 768 });
  await button('Undo').click();
  await expect.element(prompt()).toHaveValue('my own words');
  await expect.poll(url).toBe('/generate/Text2Img/painter');
  expect(page.getByText("The picture's settings are in the form").elements()).toHaveLength(0);
});

test('a picture without settings can still be what one starts from', async () => {
  const { url } = openPlayground('/generate/Text2Img');
  await expect.element(prompt()).toBeVisible();
  drop(solidPng(20, 10, [1, 2, 3]));
  await expect.element(page.getByText(/carries no settings/)).toBeVisible();
  await button('Use as a picture').click();
  await page.getByRole('menuitem', { name: 'Upscale' }).click();
  await expect.poll(url).toBe('/generate/Upscaling');
  await expect.element(button('Replace')).toBeVisible();
  const sources = (await draftHere('Upscaling'))?.sources;
  expect(sources).toMatchObject([{ field: 'image' }]);
  expect(page.getByText(/carries no settings/).elements()).toHaveLength(0);
});

test('a link fills the form, says so and what it could not fill, and the form before can be had back', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
  openPlayground('/generate/Text2Img');
  await prompt().fill('fog, 雾');
  await page.getByRole('radio', { name: 'Ink' }).click();
  await button('Copy a link to these settings').click();
  await expect.element(page.getByText(/Link copied\. It carries your words/)).toBeVisible();
  const link = new URL(copied[0] ?? '');
  expect(link.pathname).toBe('/generate/Text2Img/painter');

  await prompt().fill('other words');
  await page.getByRole('radio', { name: 'Plain' }).click();
  const opened = openPlayground(`${link.pathname}${link.search}`);
  await expect.element(page.getByText('The form is filled in from the link')).toBeVisible();
  await expect.element(prompt()).toHaveValue('fog, 雾');
  await expect.element(page.getByRole('radio', { name: 'Ink' })).toBeChecked();
  // A reload must not undo what is typed from here on.
  expect(opened.url()).toBe('/generate/Text2Img/painter');
  await button('Undo').click();
  await expect.element(prompt()).toHaveValue('other words');

  const strange = encodeURIComponent(JSON.stringify({ prompt: 'sun', steps: 900, odd: 1 }));
  openPlayground(`/generate/Text2Img/nobody?settings=${strange}`);
  await expect
    .element(page.getByText(/can't take over: Model “nobody”, Steps “900”,? and odd “1”\./))
    .toBeVisible();
  await expect.element(prompt()).toHaveValue('sun');
});

test('of a work all is taken over, a remix, or a part of it into the form in use', async () => {
  await putCache(schemaKey('painter', 'en'), paintSchema);
  await putWorks(workRow(1, { parameters: { style: 'ink', steps: 12, seed: '1001' } }));
  openPlayground(`/generate/Text2Img?from=${workId(1)}&part=all`);
  await expect.element(page.getByText(/as it was for that work, with its seed/)).toBeVisible();
  await expect.element(prompt()).toHaveValue('picture 1');
  await expect.poll(drafted).toMatchObject({ style: 'ink', steps: 12, seed: '1001' });

  await prompt().fill('mine');
  openPlayground(`/generate/Text2Img?from=${workId(1)}`);
  await expect.element(page.getByText(/as it was for that work, with a new seed/)).toBeVisible();
  await expect.poll(drafted).not.toHaveProperty('seed');

  const opened = openPlayground('/generate/Text2Img');
  await prompt().fill('mine');
  await opened.go(`/generate?from=${workId(1)}&part=seed`);
  await expect.element(page.getByText("The work's seed is in the form")).toBeVisible();
  await expect.element(prompt()).toHaveValue('mine');
  await expect.poll(drafted).toMatchObject({ seed: '1001' });
  await opened.go(`/generate?from=${workId(1)}&part=prompt`);
  await expect.element(prompt()).toHaveValue('picture 1');
  await button('Undo').click();
  await expect.element(prompt()).toHaveValue('mine');
});

test('several works go together into the fields of one form', async () => {
  await freshStudio(
    [modelItem(), upscaleItem({ model: 'combine', type: 'Img2Img', gen_type: 'combine' })],
    {
      painter: paintSchema,
      combine: {
        required: ['image'],
        properties: {
          ...upscaleSchema.properties,
          image_2: { ...upscaleSchema.properties['image']!, title: 'Second', 'x-order': 2 },
        },
      },
    },
  );
  await signIn();
  await putWorks(workRow(1), workRow(2, { width: 30, sha256: '1'.repeat(64) }));
  openPlayground(`/generate/Img2Img/combine?source=${workId(1)},${workId(2)}`);
  const sources = async () => (await draftHere('Img2Img'))?.sources ?? [];
  await expect
    .poll(async () => (await sources()).map(({ field }) => field))
    .toEqual(['image', 'image_2']);
  const widths = await db.media.bulkGet((await sources()).map(({ mediaId }): MediaId => mediaId));
  expect(widths.map((row) => row?.width)).toEqual([24, 30]);
});

test('a short menu leads to all tools, by keyboard, and stands within 320 px', async () => {
  const types = ['Img2Img', 'Inpainting', 'Upscaling', 'RemoveBg', 'Restore', 'Img2Video'];
  await keepModels(types.map((type, value) => upscaleItem({ value, model: type, type })));
  await page.viewport(320, 640);
  const work = workRow(1);
  await putWorks(work);
  const { url } = openScreen({
    path: '/generate',
    component: () => (
      <>
        <div style={{ display: 'flex', justifyContent: 'flex-end', paddingTop: '15rem' }}>
          <WorkButtons work={work} />
        </div>
        <ToolChoiceSheet />
      </>
    ),
  });
  for (const [name, count] of [
    ['Take over…', 5],
    ['Use in…', 4],
  ] as const) {
    await button(name).click();
    const items = page.getByRole('menuitem');
    await expect.poll(() => items.elements()).toHaveLength(count);
    for (const item of items.elements()) {
      const box = item.getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(320);
      expect(box.bottom).toBeLessThanOrEqual(640);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    if (name === 'Take over…') await userEvent.keyboard('{Escape}');
  }
  await userEvent.keyboard('{End}{Enter}');
  const finder = page.getByRole('dialog', { name: 'Use in…' });
  await expect.element(finder.getByRole('button', { name: 'Restore' })).toBeVisible();
  await finder.getByRole('searchbox', { name: 'Find a tool' }).fill('restore');
  await userEvent.keyboard('{Enter}');
  await expect.poll(url).toBe(`/generate/Restore?source=${workId(1)}`);
});
