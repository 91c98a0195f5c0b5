import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listIntents } from '../../../../src/db/intents/lists.ts';
import { getWork } from '../../../../src/db/works/works.ts';
import { workRouteId } from '../../../../src/domain/ids.ts';
import { noFilter } from '../../../../src/domain/history-filter.ts';
import { HistoryPage, type HistoryProps } from '../../../../src/features/history/HistoryPage.tsx';
import { useWorkCommands } from '../../../../src/features/work/useWorkCommands.tsx';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';
import { RoutedWork } from '../../../fixtures/work-page.tsx';

function History() {
  const commands = useWorkCommands();
  const [look, setLook] = useState({ filter: noFilter, words: '' });
  const onLook: HistoryProps['onLook'] = (filter, words) => setLook({ filter, words });
  return <HistoryPage commands={commands} {...look} onLook={onLook} />;
}

const open = () => openScreen({ path: '/history', component: History });
const openWork = (number: number) =>
  openScreen({
    path: '/work/$id',
    url: `/work/${workRouteId(workId(number))}`,
    component: RoutedWork,
  });
const names = () =>
  page
    .getByRole('list', { name: 'Works' })
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('aria-label'));
const wishes = async () =>
  (await listIntents(owner)).map((intent) => [
    intent.kind,
    'value' in intent.payload ? intent.payload.value : null,
  ]);

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
});
afterEach(closeScreen);

describe('the history', () => {
  test('shows favourites, the others, and what has no stars yet, each as it changes', async () => {
    await putWorks(
      workRow(1, { starred: 1 }),
      workRow(2, { rated: 1, rating: 3 }),
      workRow(3, { starred: 1, rated: 1, rating: 5 }),
    );
    open();
    await page.getByRole('button', { name: 'Filters' }).click();
    const filter = page.getByRole('combobox', { name: 'Show' });
    await filter.selectOptions('Favourites');
    await expect.poll(names).toEqual(['Open: picture 3', 'Open: picture 1']);
    await page.getByRole('link', { name: 'Open: picture 3' }).hover();
    await page.getByRole('button', { name: 'Favourite: picture 3' }).click();
    await expect.poll(names).toEqual(['Open: picture 1']);
    await filter.selectOptions('Not favourites');
    await expect.poll(names).toEqual(['Open: picture 3', 'Open: picture 2']);
    await filter.selectOptions('Not rated');
    await expect.poll(names).toEqual(['Open: picture 1']);
    expect(await wishes()).toEqual([['set-favourite', 0]]);
  });

  test('says how to get favourites while there are none, and leads back to all', async () => {
    await putWorks(workRow(1));
    open();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Show' }).selectOptions('Favourites');
    await expect.element(page.getByText('No favourites here yet')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(names).toEqual(['Open: picture 1']);
  });

  test('gives several images a heart at once, and takes it from all that have one', async () => {
    await putWorks(workRow(1), workRow(2, { starred: 1 }), workRow(3));
    open();
    const heart = { name: 'Favourite or not: what is selected' };
    for (const [value, wished] of [
      [1, 2],
      [0, 3],
    ] as const) {
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.getByRole('button', heart).click();
      await expect.poll(async () => (await getWork(workId(3)))?.starred).toBe(value);
      expect((await getWork(workId(2)))?.starred).toBe(value);
      expect(wished).toBeGreaterThan(0);
    }
    // Two of the hearts never left, so taking them back tells only of the third.
    const [wish] = await listIntents(owner);
    expect(wish?.kind === 'set-favourite' && wish.payload).toMatchObject({
      value: 0,
      works: [{ id: workId(2), before: 1 }],
    });
  });

  test('gives several works their stars at once', async () => {
    await putWorks(workRow(1), workRow(2), workRow(3));
    open();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select: picture 1' }).click();
    await page.getByRole('checkbox', { name: 'Select: picture 3' }).click();
    await page.getByRole('button', { name: 'More actions for what is selected' }).click();
    await page.getByRole('menuitem', { name: 'Rate' }).click();
    await page.getByRole('menuitem', { name: '4 stars' }).click();
    await expect.poll(async () => (await getWork(workId(3)))?.rating).toBe(4);
    expect((await getWork(workId(1)))?.rating).toBe(4);
    expect((await getWork(workId(2)))?.rating).toBe(0);
    expect(await wishes()).toEqual([['set-rating', 4]]);
  });

  test('rates an image from its menu, by keyboard', async () => {
    await putWorks(workRow(1));
    open();
    await page.getByRole('link', { name: 'Open: picture 1' }).hover();
    const trigger = page.getByRole('button', { name: 'Actions: picture 1' });
    ((await trigger.findElement()) as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('menuitem', { name: 'Rate' }).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'No stars' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(async () => (await getWork(workId(1)))?.rating).toBe(4);
    expect(await wishes()).toEqual([['set-rating', 4]]);
  });
});

describe('a work', () => {
  test('becomes a favourite by its heart or the letter f', async () => {
    await putWorks(workRow(1));
    openWork(1);
    const heart = page.getByRole('button', { name: 'Favourite', exact: true });
    await heart.click();
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('f');
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    expect(await wishes()).toEqual([]);
  });

  test('gets its stars and loses them again', async () => {
    await putWorks(workRow(1));
    openWork(1);
    await page.getByRole('radio', { name: '4 stars' }).click();
    await expect.poll(async () => (await getWork(workId(1)))?.rating).toBe(4);
    expect((await getWork(workId(1)))?.rated).toBe(1);
    await expect.element(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
    await page.getByRole('radio', { name: '4 stars' }).click();
    await expect.poll(async () => (await getWork(workId(1)))?.rated).toBe(0);
    expect(await wishes()).toEqual([]);
  });
});
