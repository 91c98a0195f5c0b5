import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { schemaKey } from '../../../../src/db/caches.ts';
import { putCache } from '../../../../src/db/keep-answers.ts';
import { db } from '../../../../src/db/database.ts';
import { loadDraft } from '../../../../src/db/drafts.ts';
import { getMedia, putSource } from '../../../../src/db/media/media.ts';
import { saveDraft } from '../../../../src/db/drafts.ts';
import type { GeneratorType } from '../../../../src/domain/generator-types.ts';
import type { MediaId } from '../../../../src/domain/ids.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { owner } from '../../../fixtures/device.ts';
import { modelItem, upscaleSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const maskedSchema: ModelSchema = {
  required: ['image', 'mask'],
  properties: {
    ...upscaleSchema.properties,
    mask: { type: 'string', format: 'uri', title: 'Mask', 'x-widget': 'mask', 'x-order': 2 },
    feather: {
      type: 'integer',
      title: 'Soft edge (px)',
      default: 12,
      minimum: 0,
      maximum: 128,
      'x-order': 3,
      'x-advanced': true,
    },
  },
};
const pictured = (model: string, type: GeneratorType, mask: string | null = null) =>
  modelItem({ model, type, mask, upload: 'image', upload_limit: 1, allow_dimensions: [] });

beforeEach(async () => {
  await page.viewport(1280, 900);
  // Events made by hand belong to no pointer that could be captured.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
  await freshStudio([pictured('sketch', 'Scribbling'), pictured('filler', 'Inpainting', 'mask')], {
    sketch: upscaleSchema,
    filler: maskedSchema,
  });
  await signIn();
});
afterEach(() => {
  vi.restoreAllMocks();
  closePlayground();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('dialog');
const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click();
const use = () => dialog().getByRole('button', { name: 'Use it' });
const canvas = () => page.getByTestId('drawing').element() as HTMLCanvasElement;

function point(
  type: string,
  [x, y]: readonly [number, number],
  more: PointerEventInit & { target?: Element } = {},
) {
  const box = canvas().getBoundingClientRect();
  const { target = canvas(), ...init } = more;
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      pointerType: 'mouse',
      clientX: box.left + x * box.width,
      clientY: box.top + y * box.height,
      button: type === 'pointermove' ? -1 : 0,
      ...init,
    }),
  );
}

/** Draws through points in shares of the sheet, all at once: no frame comes between them. */
function stroke(points: readonly (readonly [number, number])[], more: PointerEventInit = {}) {
  point('pointerdown', points[0]!, more);
  for (const at of points.slice(1)) point('pointermove', at, more);
  point('pointerup', points.at(-1)!, more);
}

/** The colour at a share of a canvas, as `#rrggbbaa`. */
function colourAt(from: HTMLCanvasElement, x: number, y: number): string {
  const { data } = from
    .getContext('2d')!
    .getImageData(Math.round(x * from.width), Math.round(y * from.height), 1, 1);
  return `#${[...data].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

async function opened(name: string | RegExp) {
  await button(name).click();
  await expect.element(page.getByTestId('drawing')).toBeVisible();
  // Its tools work once it has looked for what was drawn before.
  await expect
    .poll(() => canvas().closest<HTMLElement>('[data-stage]')?.style.transform)
    .toMatch(/scale/);
}

const kept = async () => (await db.drawings.toArray()).map(({ place, done }) => `${place} ${done}`);

async function used(type: GeneratorType, field: string): Promise<HTMLCanvasElement> {
  let id: MediaId | undefined;
  await expect
    .poll(async () => {
      id = (await loadDraft(owner, type))?.sources.find(
        (source) => source.field === field,
      )?.mediaId;
      return id;
    })
    .toBeTruthy();
  const bitmap = await createImageBitmap((await getMedia(id!))!.blob);
  const copy = document.createElement('canvas');
  copy.width = bitmap.width;
  copy.height = bitmap.height;
  copy.getContext('2d')!.drawImage(bitmap, 0, 0);
  return copy;
}

async function keepPicture(type: GeneratorType, width: number, height: number): Promise<MediaId> {
  const plain = document.createElement('canvas');
  plain.width = width;
  plain.height = height;
  const context = plain.getContext('2d')!;
  context.fillStyle = '#203040';
  context.fillRect(0, 0, width, height);
  const blob = await new Promise<Blob>((resolve) => plain.toBlob((made) => resolve(made!)));
  const mediaId = await putSource({
    blob,
    mediaType: 'image/png',
    bytes: blob.size,
    sha256: `plain ${width}`,
    width,
    height,
    name: 'plain.png',
  });
  const draft = { model: null, input: {}, sources: [{ field: 'image', mediaId }] };
  await saveDraft({ owner, type, ...draft });
  return mediaId;
}

test('a sketch on a sheet of its own survives a reload with its steps, and becomes the picture of the request', async () => {
  openPlayground('/generate/Scribbling');
  await opened('Draw it');
  expect([canvas().width, canvas().height]).toEqual([800, 800]);
  await expect.element(use()).toBeDisabled();
  stroke([
    [0.25, 0.5],
    [0.5, 0.5],
    [0.75, 0.5],
  ]);
  await expect.element(use()).toBeEnabled();
  expect(colourAt(canvas(), 0.4, 0.5)).toBe('#1b1712ff');

  // Another colour, a broader brush by its key, then the rubber and back.
  await dialog().getByRole('group', { name: 'Colour' }).getByRole('radio', { name: 'Red' }).click();
  await userEvent.keyboard(']');
  await expect.element(dialog().getByRole('textbox', { name: 'Brush size' })).toHaveValue('15');
  stroke([
    [0.5, 0.2],
    [0.5, 0.8],
  ]);
  expect(colourAt(canvas(), 0.5, 0.5)).toBe('#d92d20ff');
  await userEvent.keyboard('e');
  stroke([
    [0.5, 0.5],
    [0.5, 0.5],
  ]);
  expect(colourAt(canvas(), 0.5, 0.5)).toBe('#00000000');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(colourAt(canvas(), 0.5, 0.5)).toBe('#d92d20ff');
  await expect.poll(kept).toEqual(['Scribbling/image 2']);

  openPlayground('/generate/Scribbling');
  await opened('Go on drawing');
  await expect.poll(() => colourAt(canvas(), 0.5, 0.5)).toBe('#d92d20ff');
  // What was taken back before the reload comes again, too.
  await userEvent.keyboard('{Control>}y{/Control}');
  expect(colourAt(canvas(), 0.5, 0.5)).toBe('#00000000');
  await userEvent.keyboard('{Control>}zz{/Control}');
  expect(colourAt(canvas(), 0.5, 0.3)).toBe('#00000000');

  await use().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  const made = await used('Scribbling', 'image');
  expect([made.width, made.height]).toEqual([800, 800]);
  expect(colourAt(made, 0.4, 0.5)).toBe('#1b1712ff');
  expect(colourAt(made, 0.1, 0.1)).toBe('#ffffffff');
  // It is used, so nothing of it is left behind.
  await expect.poll(kept).toEqual([]);
  expect(await db.drawingSteps.count()).toBe(0);
});

test('the sheet gets another paper and size, is cut to a frame, and cleared after a question', async () => {
  openPlayground('/generate/Scribbling');
  await opened('Draw it');
  const width = dialog().getByRole('textbox', { name: 'Width' });
  await width.fill('99');
  await press('Resize');
  await expect
    .element(dialog().getByRole('alert'))
    .toHaveTextContent('Please enter valid width and height values, 100 to 4096 pixels.');
  expect(canvas().width).toBe(800);
  await width.fill('1000');
  await press('Resize');
  await expect.poll(() => canvas().width).toBe(1000);
  await dialog()
    .getByRole('group', { name: 'Paper' })
    .getByRole('radio', { name: 'Yellow' })
    .click();
  stroke([
    [0.5, 0.5],
    [0.6, 0.5],
  ]);

  await press('Crop');
  const left = dialog().getByRole('slider', { name: 'Left edge' });
  (left.element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}{ArrowRight}');
  await expect.element(dialog().getByRole('status')).toHaveTextContent('890 × 800');
  await press('Cut');
  await expect.poll(() => canvas().width).toBe(890);
  await expect.element(dialog().getByText('Cut: 890 × 800')).toBeVisible();
  await press('Undo');
  await expect.poll(() => canvas().width).toBe(1000);
  await press('Redo');
  await expect.poll(() => canvas().width).toBe(890);

  await press('Clear');
  await press('Keep it');
  expect(colourAt(canvas(), 440 / 890, 0.5)).toBe('#1b1712ff');
  await press('Clear');
  await press('Clear it');
  expect(colourAt(canvas(), 440 / 890, 0.5)).toBe('#00000000');
  await expect.element(use()).toBeDisabled();
  await press('Undo');
  await use().click();
  const made = await used('Scribbling', 'image');
  expect([made.width, made.height]).toEqual([890, 800]);
  expect(colourAt(made, 0.05, 0.05)).toBe('#f5c518ff');
  expect(colourAt(made, 440 / 890, 0.5)).toBe('#1b1712ff');
});

test('two fingers and the wheel move the sheet and draw nothing; a pen presses, a palm beside it does not', async () => {
  openPlayground('/generate/Scribbling');
  await opened('Draw it');
  const scale = () =>
    Number(canvas().closest<HTMLElement>('[data-stage]')!.style.getPropertyValue('--scale'));
  const before = scale();
  const finger = (pointerId: number) => ({ pointerId, pointerType: 'touch' });
  point('pointerdown', [0.4, 0.5], finger(1));
  point('pointermove', [0.39, 0.5], finger(1));
  point('pointerdown', [0.6, 0.5], finger(2));
  point('pointermove', [0.9, 0.5], finger(2));
  point('pointerup', [0.9, 0.5], finger(2));
  point('pointerup', [0.39, 0.5], finger(1));
  expect(scale()).toBeGreaterThan(before * 1.5);
  await expect.element(dialog().getByRole('button', { name: 'Undo' })).toBeDisabled();
  await press(/^Show all of it/);
  expect(scale()).toBeCloseTo(before);
  const room = canvas().closest('[data-tool]')!;
  room.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, bubbles: true, cancelable: true }));
  expect(scale()).toBeGreaterThan(before);
  await userEvent.keyboard('0');

  const pen = (pressure: number) => ({ pointerId: 5, pointerType: 'pen', pressure });
  point('pointerdown', [0.2, 0.2], pen(1));
  point('pointermove', [0.4, 0.2], pen(1));
  point('pointerdown', [0.7, 0.9], finger(6));
  point('pointermove', [0.8, 0.9], finger(6));
  point('pointermove', [0.6, 0.2], pen(0.3));
  point('pointermove', [0.8, 0.2], pen(0.3));
  point('pointerup', [0.8, 0.9], finger(6));
  point('pointerup', [0.8, 0.2], pen(0));
  await expect.poll(kept).toEqual(['Scribbling/image 1']);
  const inked = (x: number) => colourAt(canvas(), x, 0.2 + 4 / 800) === '#1b1712ff';
  expect([inked(0.3), inked(0.7)]).toEqual([true, false]);
  expect(colourAt(canvas(), 0.75, 0.9)).toBe('#00000000');
});

test('a mask lies over the picture, here and in the form; its soft edge is the request’s own setting', async () => {
  await keepPicture('Inpainting', 640, 320);
  openPlayground('/generate/Inpainting');
  await opened('Draw it');
  expect([canvas().width, canvas().height]).toEqual([640, 320]);
  stroke([
    [0.5, 0.5],
    [0.6, 0.5],
  ]);
  const soft = dialog().getByRole('textbox', { name: 'Soft edge (px)' });
  expect(
    dialog()
      .getByText(/edge of the marks is hard/)
      .elements(),
  ).toHaveLength(0);
  await soft.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => canvas().style.filter).toBe('');
  await press('Invert');
  expect(colourAt(canvas(), 0.1, 0.1)).toBe('#ff4fa0ff');
  await press('Undo');
  await use().click();
  const made = await used('Inpainting', 'mask');
  expect([colourAt(made, 0.55, 0.5), colourAt(made, 0.1, 0.1)]).toEqual(['#ffffffff', '#000000ff']);
  await expect.element(page.getByRole('img', { name: 'What you marked' })).toBeVisible();
  await expect.poll(async () => (await loadDraft(owner, 'Inpainting'))?.input['feather']).toBe(0);

  // All of it rubbed out is no mask, and that is said before anything is sent.
  await opened('Draw on');
  await expect.poll(() => colourAt(canvas(), 0.55, 0.5)).toBe('#ff4fa0ff');
  await dialog().getByRole('radio', { name: 'Rub out' }).click();
  for (let size = 24; size < 50; size += 5) await userEvent.keyboard(']');
  stroke([
    [0.45, 0.5],
    [0.65, 0.5],
  ]);
  await use().click();
  await expect.element(dialog().getByText(/Nothing is left of what you drew/)).toBeVisible();
  await press('Go on later');
  await expect.element(button('Go on drawing')).toBeVisible();

  // Where the model has no such setting, that is said instead.
  const { feather: _feather, ...hard } = maskedSchema.properties;
  await putCache(schemaKey('filler', 'en'), { ...maskedSchema, properties: hard });
  openPlayground('/generate/Inpainting');
  await opened('Go on drawing');
  await expect.element(dialog().getByText(/edge of the marks is hard/)).toBeVisible();
});
