import { useNavigate, useSearch } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { saveWorks } from '../../../../src/db/works/works.ts';
import { workMediaId } from '../../../../src/db/works/purge.ts';
import type { WorkRow } from '../../../../src/db/schema.ts';
import {
  readComparedSearch,
  writeComparedIds,
  type ComparedSearch,
} from '../../../../src/domain/compared-works.ts';
import { ComparedPage } from '../../../../src/features/work/compare/ComparedPage.tsx';
import { freshDevice, keepModels } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { workId, workRow } from '../../../fixtures/works.ts';

function Compare() {
  const search: ComparedSearch = readComparedSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <ComparedPage
      search={search}
      onSearch={(next) => void navigate({ to: '/compare', search: next, replace: true })}
    />
  );
}

const open = (numbers: readonly number[], more = '') =>
  openScreen({
    path: '/compare',
    url: `/compare?works=${writeComparedIds(numbers.map((number) => workId(number)))}${more}`,
    component: Compare,
  });

async function putPicture(
  number: number,
  color: [number, number, number],
  changes: Partial<WorkRow> = {},
) {
  const work = workRow(number, changes);
  const { width, height, mediaType, bytes, sha256, createdAtMs } = work;
  const blob = new Blob([solidPng(width, height, color)], { type: mediaType });
  const media = { id: workMediaId(work.id), blob, mediaType, bytes, sha256, width, height };
  await saveWorks([
    { work, media: { ...media, name: '', role: 'original', createdAtMs }, thumbnail: null },
  ]);
}

/** A work whose full size is nowhere any more. */
async function putSmall(
  number: number,
  color: [number, number, number],
  changes: Partial<WorkRow> = {},
) {
  const work = workRow(number, { onDevice: 0, remote: 'expired', ...changes });
  const { width, height } = work;
  const blob = new Blob([solidPng(width, height, color)], { type: 'image/png' });
  const thumbnail = { id: workMediaId(work.id), blob, width, height };
  await saveWorks([{ work, media: null, thumbnail }]);
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem()]);
});
afterEach(closeScreen);

test('a divider over two pictures is moved by keys and by a drag, and says where it is', async () => {
  await putPicture(1, [200, 0, 0]);
  await putPicture(2, [0, 0, 200]);
  open([1, 2]);
  const divider = page.getByRole('slider', { name: 'Divider between A and B' });
  await expect.element(divider).toHaveAttribute('aria-valuetext', '50% of A');
  divider.element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(divider).toHaveAttribute('aria-valuetext', '52% of A');
  await expect.element(page.getByRole('img', { name: 'picture 1' })).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'picture 2' })).toBeVisible();
  // By a mouse that is held down: what only hears its press would stay where that was.
  const room = document.querySelector<HTMLElement>('[data-room]')!;
  const { width, height } = room.getBoundingClientRect();
  const at = (share: number) => ({ x: width * share, y: height / 4 });
  await userEvent.dragAndDrop(room, room, {
    sourcePosition: at(0.25),
    targetPosition: at(0.75),
    steps: 4,
  });
  await expect.element(divider).toHaveAttribute('aria-valuetext', '75% of A');
});

test('what differs is shown and said in words, and the settings that differ stand below', async () => {
  await putPicture(1, [200, 0, 0], { parameters: { steps: 20, sampler_name: 'k_euler' } });
  await putPicture(2, [200, 40, 0], { parameters: { steps: 30, sampler_name: 'k_euler' } });
  const { url } = open([1, 2]);
  await page.getByRole('radio', { name: 'Difference' }).click();
  await expect.element(page.getByText('100% of the picture differs.')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'What differs' })).toBeVisible();
  expect(url()).toContain('view=difference');
  const row = page.getByRole('row', { name: /Steps/ });
  await expect.element(row).toHaveTextContent('Steps2030');
  await expect.element(page.getByText('k_euler').first()).not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Also what is the same' }).click();
  await expect.element(page.getByText('k_euler').first()).toBeVisible();
});

test('the same picture differs in nothing', async () => {
  await putPicture(1, [200, 0, 0]);
  await putPicture(2, [200, 0, 0]);
  open([1, 2], '&view=difference');
  await expect.element(page.getByText('Nothing that anybody sees differs.')).toBeVisible();
});

test('of several, all stand side by side and grow together, and any two can be chosen and swapped', async () => {
  for (const number of [1, 2, 3]) await putPicture(number, [10 * number, 0, 0]);
  const { url } = open([1, 2, 3], '&view=side-by-side');
  await expect.element(page.getByRole('img', { name: 'picture 3' })).toBeVisible();
  await userEvent.keyboard('+');
  const rooms = () =>
    [...document.querySelectorAll<HTMLElement>('[data-room]')].map((room) =>
      room.style.getPropertyValue('--scale'),
    );
  await expect.poll(rooms).toEqual(['1.25', '1.25', '1.25']);
  await page.getByRole('combobox', { name: 'B', exact: true }).selectOptions('3 · picture 3');
  await expect.poll(url).toContain('b=3');
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await expect.poll(url).toContain('a=3');
  expect(url()).toContain('b=1');
});

test('of several works side by side the table has a column each', async () => {
  for (const number of [1, 2, 3])
    await putPicture(number, [10 * number, 0, 0], { parameters: { steps: 10 * number } });
  open([1, 2, 3], '&view=side-by-side');
  await expect.element(page.getByRole('row', { name: /Steps/ })).toHaveTextContent('Steps102030');
  await expect.element(page.getByRole('columnheader', { name: '1 · A' })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: '3', exact: true })).toBeVisible();
});

test('a work of the link that is gone or no picture is named, and the others keep their numbers', async () => {
  await putPicture(1, [200, 0, 0]);
  await putPicture(2, [0, 0, 0], { mediaType: 'video/mp4' });
  await putPicture(4, [0, 0, 200]);
  await putPicture(5, [0, 200, 0]);
  open([1, 2, 3, 4, 5], '&a=4&b=5');
  await expect
    .element(page.getByText(/1 work of this link is no longer among your works\./))
    .toBeVisible();
  await expect.element(page.getByText(/1 work of this link is no picture/)).toBeVisible();
  await expect
    .element(page.getByRole('combobox', { name: 'A', exact: true }))
    .toHaveDisplayValue('4 · picture 4');
  await expect
    .element(page.getByRole('combobox', { name: 'B', exact: true }))
    .toHaveDisplayValue('5 · picture 5');
});

test('where a full size does not come, the small versions are compared, and it is said', async () => {
  await putSmall(1, [200, 0, 0]);
  await putSmall(2, [0, 0, 200], { width: 16, height: 16 });
  open([1, 2], '&view=difference');
  await expect
    .element(page.getByText('This is the small version; the full one is no longer kept.'))
    .toBeVisible();
  await expect.element(page.getByText('100% of the picture differs.')).toBeVisible();
  await expect
    .element(page.getByText('B has another shape and is stretched to that of A.'))
    .toBeVisible();
  await page.getByRole('radio', { name: 'Divider' }).click();
  await expect
    .element(page.getByText('This is the small version; the full one is no longer kept.'))
    .toBeVisible();
  await expect.element(page.getByRole('img', { name: 'picture 2' })).toBeVisible();
});

test('a link whose works are gone, or are no pictures, says so and leads to the works', async () => {
  await putPicture(1, [200, 0, 0]);
  await putPicture(2, [0, 0, 0], { mediaType: 'video/mp4' });
  open([1, 2, 9]);
  await expect.element(page.getByText('There are no two pictures to compare')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'To the works' })).toBeVisible();
});
