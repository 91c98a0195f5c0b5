import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { getSetting, setSetting } from '../../../../src/db/settings.ts';
import { noFilter } from '../../../../src/domain/history-filter.ts';
import type { IntentId } from '../../../../src/domain/ids.ts';
import { HistoryPage, type HistoryProps } from '../../../../src/features/history/HistoryPage.tsx';
import { readHistorySearch } from '../../../../src/features/history/history-search.ts';
import { useWorkCommands } from '../../../../src/features/work/useWorkCommands.tsx';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workRow } from '../../../fixtures/works.ts';

/** Connects the history with its address, as the route does. */
function History() {
  const commands = useWorkCommands();
  const [look, setLook] = useState({ filter: noFilter, words: '' });
  const [shown, setShown] = useState(1);
  const onLook: HistoryProps['onLook'] = (filter, words, keepsPage) => {
    setLook({ filter, words });
    if (!keepsPage) setShown(1);
  };
  return (
    <HistoryPage commands={commands} {...look} onLook={onLook} page={shown} onPage={setShown} />
  );
}

const open = () =>
  openScreen({ path: '/history', component: History, validateSearch: readHistorySearch });
const wall = () => page.getByRole('list', { name: 'Works' });
const names = () =>
  wall()
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('aria-label'));
const choose = async (...path: string[]) => {
  await page.getByRole('button', { name: 'View' }).click();
  for (const name of path) {
    await page
      .getByRole(/^(Pages|Refresh)$/.test(name) ? 'menuitem' : 'menuitemradio', { name })
      .click();
  }
};
const many = (count: number) =>
  db.works.bulkPut(Array.from({ length: count }, (_, number) => workRow(number + 1)));

beforeEach(async () => {
  await page.viewport(1280, 900);
  scrollTo(0, 0);
  await freshDevice();
});
afterEach(closeScreen);

test('the works of a request lie together, in squares or each in its own shape, and it is remembered', async () => {
  const job = 'one-job' as IntentId;
  await putWorks(
    workRow(1, { width: 300, height: 100 }),
    workRow(2, { intentId: job }),
    workRow(3, { intentId: job }),
    workRow(4),
  );
  open();
  const tiles = () => wall().getByRole('listitem').elements();
  await expect.poll(() => tiles().length).toBe(4);
  await choose('Together by request');
  await expect.poll(() => tiles().length).toBe(3);
  expect(tiles()[1]?.querySelectorAll('a')).toHaveLength(2);
  expect(await getSetting('historyLayout')).toBe('group');
  await choose('Squares');
  await expect.poll(() => tiles().length).toBe(4);
  await expect
    .poll(() => {
      const last = tiles().at(-1)?.getBoundingClientRect();
      return Math.round((last?.width ?? 0) - (last?.height ?? 1));
    })
    .toBe(0);
});

test('in pages it has twenty-five works a page, thirty in squares, and goes on by button or number', async () => {
  await many(70);
  open();
  await choose('Pages', 'In pages');
  await expect.poll(() => names()[0]).toBe('Open: picture 70');
  await expect.element(page.getByText('of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => names()[0]).toBe('Open: picture 45');
  const number = page.getByRole('textbox', { name: 'Page' });
  await number.fill('99');
  await userEvent.keyboard('{Enter}');
  await expect.poll(names).toHaveLength(20);
  await expect.element(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await choose('Squares');
  await expect.poll(names).toHaveLength(10);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'More actions for what is selected' }).click();
  await page.getByRole('menuitem', { name: 'Select this page' }).click();
  await expect.element(page.getByText('10 selected')).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect.element(page.getByText('70 selected')).toBeVisible();
});

test('a search is paged, too', async () => {
  await many(60);
  await setSetting('historyPaged', true);
  open();
  await page.getByRole('searchbox', { name: 'Search your works' }).fill('picture');
  await expect.element(page.getByText('60 works found')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => names()[0]).toBe('Open: picture 35');
});
