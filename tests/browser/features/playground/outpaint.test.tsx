import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadDraft, saveDraft } from '../../../../src/db/drafts.ts';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { owner, source } from '../../../fixtures/device.ts';
import { modelItem, upscaleSchema } from '../../../fixtures/models.ts';
import { closePlayground, freshStudio, openPlayground, signIn } from './open.tsx';

const side = (name: string, order: number) => ({
  type: 'integer' as const,
  title: name,
  default: order === 2 ? 128 : 0,
  minimum: 0,
  maximum: 512,
  'x-order': order,
});
const schema: ModelSchema = {
  required: ['image'],
  properties: {
    image: upscaleSchema.properties['image']!,
    left: side('Grow left', 2),
    right: side('Grow right', 3),
    top: side('Grow up', 4),
    bottom: side('Grow down', 5),
  },
};
const dialog = () => page.getByRole('dialog');
const edge = (name: string) => dialog().getByRole('slider', { name: `${name} edge` });
const input = async () => (await loadDraft(owner, 'Outpainting'))?.input;

beforeEach(async () => {
  await page.viewport(1280, 900);
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
  const model = modelItem({ type: 'Outpainting', upload: 'image', allow_dimensions: [] });
  await freshStudio([model], { painter: schema });
  await signIn();
});
afterEach(() => {
  vi.restoreAllMocks();
  closePlayground();
});

test('a frame around the picture is drawn out by its edges, by keys and by number, as far as the model goes', async () => {
  const mediaId = await source(7);
  const sources = [{ field: 'image', mediaId }];
  await saveDraft({ owner, type: 'Outpainting', model: null, input: {}, sources });
  openPlayground('/generate/Outpainting');
  await page.getByRole('button', { name: 'Set the frame' }).click();
  await expect.element(edge('Left')).toHaveAttribute('aria-valuenow', '128');
  (edge('Top').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}');
  await expect.element(edge('Top')).toHaveAttribute('aria-valuenow', '72');

  const handle = edge('Right').element();
  const drag = (type: string, clientX: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        clientX,
        clientY: 0,
      }),
    );
  drag('pointerdown', 500);
  drag('pointermove', 5_000);
  drag('pointerup', 5_000);
  await expect.element(edge('Right')).toHaveAttribute('aria-valuenow', '512');
  await expect.poll(input).toEqual({ top: 72, right: 512 });

  await dialog().getByRole('button', { name: '128 on every side' }).click();
  await expect.poll(input).toEqual({ top: 128, right: 128, bottom: 128 });
  await dialog().getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
});
