import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { workMediaId } from '../../../../src/db/works/purge.ts';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { cubeGlb, glbOf, movingGlb, twiceMovingGlb } from '../../../fixtures/solids.ts';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';
import { RoutedWork } from '../../../fixtures/work-page.tsx';

const at = (number: number) => `/work/c_${workId(number)}`;
const open = (number: number) =>
  openScreen({ path: '/work/$id', url: at(number), component: RoutedWork });

async function putSolid(number: number, bytes: Uint8Array<ArrayBuffer>) {
  const mediaType = 'model/gltf-binary';
  await putWorks(workRow(number, { mediaType, width: 0, height: 0, prompt: 'a red cube' }));
  const id = workMediaId(workId(number));
  await db.media.update(id, { blob: new Blob([bytes], { type: mediaType }), mediaType });
  await db.thumbnails.delete(id);
}

const stage = () => page.getByRole('application', { name: 'a red cube' });
const canvas = () => stage().element().querySelector('canvas');

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
});
afterEach(closeScreen);

describe('a 3D object', () => {
  test('opens in the app, says how detailed it is, and gets the small picture it lacked', async () => {
    await putSolid(1, cubeGlb());
    open(1);
    await expect.element(page.getByText('12 triangles')).toBeVisible();
    expect(canvas()).not.toBeNull();
    await expect
      .poll(() => db.thumbnails.get(workMediaId(workId(1))))
      .toMatchObject({ width: 512 });
  });

  test('rests where less motion is wanted, turns at a press and stops when it is taken hold of', async () => {
    await putSolid(1, cubeGlb());
    open(1);
    const turn = page.getByRole('button', { name: 'Turn by itself' });
    await expect.element(turn).toHaveAttribute('aria-pressed', 'false');
    await turn.click();
    await expect.element(turn).toHaveAttribute('aria-pressed', 'true');
    stage().element().focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(turn).toHaveAttribute('aria-pressed', 'false');
    const lines = page.getByRole('button', { name: 'Lines only' });
    await lines.click();
    await expect.element(lines).toHaveAttribute('aria-pressed', 'true');
  });

  test('that moves rests where less motion is wanted, and plays and pauses at a press', async () => {
    await putSolid(1, movingGlb());
    open(1);
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible();
    expect(page.getByRole('combobox', { name: 'Motion' }).query()).toBeNull();
  });

  test('that knows several motions plays the one that is chosen', async () => {
    await putSolid(1, twiceMovingGlb());
    open(1);
    const motions = page.getByRole('combobox', { name: 'Motion' });
    await expect.element(motions).toHaveDisplayValue('Aside');
    await userEvent.selectOptions(motions.element(), 'Motion 2');
    await expect.element(motions).toHaveDisplayValue('Motion 2');
    await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  test('that stands still has nothing to play', async () => {
    await putSolid(1, cubeGlb());
    open(1);
    await expect.element(page.getByText('12 triangles')).toBeVisible();
    expect(page.getByRole('button', { name: 'Play' }).query()).toBeNull();
  });

  test('keeps the arrow keys while it has the focus; W and S turn to the neighbours', async () => {
    await putSolid(2, cubeGlb());
    await putWorks(workRow(1));
    const { url } = open(2);
    await expect.element(page.getByText('12 triangles')).toBeVisible();
    stage().element().focus();
    await userEvent.keyboard('{ArrowRight}+0');
    expect(url()).toBe(at(2));
    await userEvent.keyboard('s');
    await expect.poll(url).toBe(at(1));
    await expect.poll(() => document.querySelector('canvas')).toBeNull();
  });

  test('whose parts lie elsewhere says so and what to do, and asks for none of them', async () => {
    const uri = `${location.origin}/never-asked-for.bin`;
    await putSolid(1, glbOf({ asset: { version: '2.0' }, buffers: [{ byteLength: 8, uri }] }));
    open(1);
    await expect.element(page.getByText(/Export it as one GLB/)).toBeVisible();
    expect(performance.getEntriesByName(uri)).toEqual([]);
  });
});
