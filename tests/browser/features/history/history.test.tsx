import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deleteWorks } from '../../../../src/api/contract/works.ts';
import { db } from '../../../../src/db/database.ts';
import { getIntent, listIntents } from '../../../../src/db/intents/lists.ts';
import { getSetting } from '../../../../src/db/settings.ts';
import { listThumbnailsWanted } from '../../../../src/db/works/sync.ts';
import { binWorks, deleteForGood, listBin } from '../../../../src/db/works/bin.ts';
import { getWork } from '../../../../src/db/works/works.ts';
import type { MediaId, UserKey } from '../../../../src/domain/ids.ts';
import { deleteUndoMs } from '../../../../src/domain/limits.ts';
import { readHistorySearch } from '../../../../src/features/history/history-search.ts';
import { noFilter } from '../../../../src/domain/history-filter.ts';
import { HistoryPage, type HistoryProps } from '../../../../src/features/history/HistoryPage.tsx';
import { activateLanguage } from '../../../../src/i18n.ts';
import { readHistoryAhead } from '../../../../src/live/history-ahead.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { useWorkCommands } from '../../../../src/features/work/useWorkCommands.tsx';
import { freshDevice, keepModels, owner, request } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';
import { modelItem, upscaleItem } from '../../../fixtures/models.ts';
import { searchWorks } from '../../../../workers/search/client.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

/** Connects the two features as the route does. */
function History() {
  const commands = useWorkCommands();
  const [look, setLook] = useState({ filter: noFilter, words: '' });
  const onLook: HistoryProps['onLook'] = (filter, words) => setLook({ filter, words });
  const search: { work?: string } = useSearch({ strict: false });
  return (
    <>
      <HistoryPage commands={commands} {...look} onLook={onLook} />
      {search.work && <p>Opened {search.work}</p>}
    </>
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

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem(), upscaleItem()]);
});
afterEach(closeScreen);

describe('the history', () => {
  test('says what will appear before there is anything, and leads to the playground', async () => {
    const { url } = open();
    await expect.element(page.getByText('No works yet')).toBeVisible();
    await page.getByRole('link', { name: 'Make the first one' }).click();
    await expect.poll(url).toBe('/generate');
  });

  test('shows the newest first, or the oldest, and remembers which', async () => {
    await putWorks(workRow(1), workRow(2), workRow(3));
    open();
    await expect.poll(names).toEqual(['Open: picture 3', 'Open: picture 2', 'Open: picture 1']);
    await page.getByRole('radio', { name: 'Oldest' }).click();
    await expect.poll(names).toEqual(['Open: picture 1', 'Open: picture 2', 'Open: picture 3']);
    expect(await getSetting('historyOrder')).toBe('oldest');
  });

  test('a new work appears by itself', async () => {
    await putWorks(workRow(1));
    open();
    await expect.poll(names).toEqual(['Open: picture 1']);
    await putWorks(workRow(2));
    await expect.poll(names).toEqual(['Open: picture 2', 'Open: picture 1']);
  });

  test('what it begins with is read before it is drawn, and is in its first drawing', async () => {
    const picture = new Blob(['small'], { type: 'image/webp' });
    await putWorks(workRow(1), workRow(2));
    await db.thumbnails.put({
      id: workId(2) as string as MediaId,
      blob: picture,
      width: 8,
      height: 8,
    });
    const shown: Blob[] = [];
    readHistoryAhead((blob) => shown.push(blob));
    await expect.poll(() => shown.length).toBe(2);
    expect(await shown[0]?.text()).toBe('small');
    const states = new Set<string>();
    const watch = new MutationObserver(() => {
      if (document.querySelector('[role="status"][aria-label="Loading"]')) states.add('loading');
    });
    watch.observe(document.body, { subtree: true, childList: true });
    open();
    await expect.poll(names).toEqual(['Open: picture 2', 'Open: picture 1']);
    watch.disconnect();
    expect([...states]).toEqual([]);
    // What is made meanwhile is there as well.
    await putWorks(workRow(3));
    await expect.poll(() => names()[0]).toBe('Open: picture 3');
  });

  test('a request glows at the top and becomes its picture in the same place', async () => {
    await putWorks(workRow(1));
    const intent = await request('a harbour');
    open();
    const glowing = page.getByRole('button', { name: /Text to image: Saved/ });
    await expect.element(glowing).toBeVisible();
    const place = glowing.element().closest('li');
    expect(place).toBe(wall().getByRole('listitem').elements()[0]);
    await putWorks(workRow(2, { intentId: intent.id, prompt: 'a harbour' }));
    await db.intents.put({ ...intent, stage: 'done', workIds: [workId(2)] });
    const finished = page.getByRole('link', { name: 'Open: a harbour' });
    await expect.element(finished).toBeVisible();
    expect(finished.element().closest('li')).toBe(place);
  });

  test('opens a work over itself and keeps its place', async () => {
    await putWorks(workRow(1));
    open();
    await page.getByRole('link', { name: 'Open: picture 1' }).click();
    await expect.element(page.getByText(`Opened c_${workId(1)}`)).toBeVisible();
    await expect.element(wall()).toBeInTheDocument();
  });

  test('a tool without works says so and the filter can be taken away', async () => {
    await putWorks(workRow(1));
    open();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Made with' }).selectOptions('Upscaling');
    await expect.element(page.getByText('Nothing made with “Upscale” yet')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(names).toEqual(['Open: picture 1']);
  });

  test('finds works by the words of their prompts, in Chinese too, and says when there are none', async () => {
    await putWorks(
      workRow(1, { prompt: 'A harbour at dusk' }),
      workRow(2, { prompt: '雪山上的小木屋' }),
      workRow(3, { prompt: 'a quiet harbour, morning' }),
    );
    open();
    const field = page.getByRole('searchbox', { name: 'Search your works' });
    await field.fill('HARBOUR a');
    await expect.poll(names).toEqual(['Open: a quiet harbour, morning', 'Open: A harbour at dusk']);
    await expect.element(page.getByText('2 works found')).toBeVisible();
    await field.fill('木屋');
    await expect.poll(names).toEqual(['Open: 雪山上的小木屋']);
    // What is made meanwhile is found, too.
    await putWorks(workRow(4, { prompt: '海边的木屋' }));
    await expect.poll(names).toEqual(['Open: 海边的木屋', 'Open: 雪山上的小木屋']);
    await binWorks(owner, [workId(2)]);
    await expect.poll(names).toEqual(['Open: 海边的木屋']);
    await field.fill('lighthouse');
    await expect.element(page.getByText('No prompt has “lighthouse”')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.element(field).toHaveValue('');
    await expect.poll(() => names().length).toBe(3);
  });

  test('says how many works were found when it knows, and never that there are none before that', async () => {
    await putWorks(workRow(71, { prompt: 'A lantern at dusk' }), workRow(72), workRow(73));
    // The worker of the test before may still be there, and reads what has changed half a second later.
    const request = { owner, words: 'lantern', filter: noFilter, order: 'newest' } as const;
    await expect.poll(async () => (await searchWorks(request, 1)).total).toBe(1);
    open();
    const field = page.getByRole('searchbox', { name: 'Search your works' });
    await expect.element(field).toBeVisible();
    const said = new Set<string>();
    const watch = new MutationObserver(() => {
      const [found] = /\d+ works? found/.exec(document.body.textContent) ?? [];
      if (found) said.add(found);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    await field.fill('lantern');
    await expect.element(page.getByText('1 work found')).toBeVisible();
    watch.disconnect();
    expect([...said]).toEqual(['1 work found']);
  });

  test('shows one month, one model, one kind, or all of it together', async () => {
    const october = Date.UTC(2026, 9, 31, 15, 59);
    await putWorks(
      workRow(1, { createdAtMs: october, prompt: 'october' }),
      workRow(2, { createdAtMs: october + 120_000, prompt: 'november in Shanghai' }),
      workRow(3, { model: 'upscaler', jobType: 'Upscaling', prompt: 'larger' }),
      workRow(4, { mediaType: 'video/mp4', prompt: 'a film' }),
      workRow(5, { mediaType: 'video/webm', prompt: 'another film', starred: 1 }),
    );
    open();
    await page.getByRole('button', { name: 'Filters' }).click();
    const choose = (label: string, option: string) =>
      page.getByRole('combobox', { name: label }).selectOptions(option);
    await choose('Month', 'October 2026');
    await expect.poll(names).toEqual(['Open: october']);
    await choose('Month', 'November 2026');
    await expect.poll(() => names().length).toBe(4);
    await choose('Kind', 'Videos');
    await expect.poll(names).toEqual(['Open: another film', 'Open: a film']);
    await choose('Show', 'Favourites');
    await expect.poll(names).toEqual(['Open: another film']);
    await choose('Model', 'upscaler');
    await expect.element(page.getByText('No works fit these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => names().length).toBe(5);
  });

  test('selects a range, and all that are shown, those too that no page has reached', async () => {
    await db.works.bulkPut(
      Array.from({ length: 400 }, (_, number) =>
        workRow(number + 1, { jobType: number % 2 ? 'Upscaling' : 'Text2Img' }),
      ),
    );
    open();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const box = (number: number) =>
      page.getByRole('checkbox', { name: `Select: picture ${number}`, exact: true });
    await box(399).click();
    await box(396).click({ modifiers: ['Shift'] });
    await expect.element(page.getByText('4 selected')).toBeVisible();
    await userEvent.keyboard('{Control>}a{/Control}');
    await expect.element(page.getByText('400 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Made with' }).selectOptions('Upscaling');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.element(page.getByText('200 selected')).toBeVisible();
  });

  test('of thousands of works only those near the screen are in the page', async () => {
    await db.works.bulkPut(
      Array.from({ length: 3_000 }, (_, number) =>
        workRow(number + 1, { prompt: `picture ${number + 1}` }),
      ),
    );
    open();
    await expect.element(page.getByText('3,000 works')).toBeVisible();
    await expect.poll(() => names().length).toBeGreaterThan(5);
    expect(names().length).toBeLessThan(90);
    await expect.poll(() => names()[0]).toBe('Open: picture 3000');
  });

  test('of works made elsewhere those that are looked at get their previews first, and the last days count', async () => {
    const dayMs = 86_400_000;
    const away = { onDevice: 0, thumbnailWanted: 1 } as const;
    await db.works.bulkPut(
      Array.from({ length: 300 }, (_, number) => workRow(number + 1, { ...away })),
    );
    await db.works.update(workId(300), { expiresAtMs: Date.now() + 2.5 * dayMs });
    await db.works.update(workId(299), { expiresAtMs: Date.now() + 20 * dayMs });
    open();
    await expect.element(page.getByText('300 works · 300 previews are on their way')).toBeVisible();
    await expect.element(page.getByText('2 days left')).toBeVisible();
    expect(page.getByText(/days left/).elements()).toHaveLength(1);
    await expect.poll(async () => (await getWork(workId(300)))?.thumbnailWanted).toBe(2);
    expect((await getWork(workId(1)))?.thumbnailWanted).toBe(1);
    const first = await listThumbnailsWanted(owner, 5);
    expect(first.every((work) => work.thumbnailWanted === 2)).toBe(true);
  });

  test("another person's works are not shown", async () => {
    await putWorks(workRow(1, { owner: '2@kiln' as UserKey }), workRow(2));
    open();
    await expect.poll(names).toEqual(['Open: picture 2']);
  });
});

describe('deleting', () => {
  test('a work puts it into the bin, and is undone by one press', async () => {
    await putWorks(workRow(1), workRow(2));
    open();
    await page.getByRole('button', { name: 'Actions: picture 2' }).click({ force: true });
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(names).toEqual(['Open: picture 1']);
    await expect.element(page.getByText('Moved to the bin: 1 picture')).toBeVisible();
    const [intent] = await listIntents(owner);
    expect(intent?.kind).toBe('set-binned');
    // The queue does not touch it before the time for the undo is over.
    expect((intent?.nextAttemptAtMs ?? 0) - (intent?.log[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(
      deleteUndoMs - 1,
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toEqual(['Open: picture 2', 'Open: picture 1']);
    expect(intent && (await getIntent(intent.id))).toBeUndefined();
  });

  test('several works needs no question, and calls them what they are', async () => {
    await putWorks(workRow(1), workRow(2), workRow(3));
    open();
    await page.getByRole('button', { name: 'Select' }).click();
    await page.getByRole('checkbox', { name: 'Select: picture 1' }).click();
    await page.getByRole('checkbox', { name: 'Select: picture 3' }).click();
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Delete what is selected' }).click();
    await expect.poll(names).toEqual(['Open: picture 2']);
    await expect.element(page.getByText('Moved to the bin: 2 pictures')).toBeVisible();
  });

  test('for good that the studio refuses brings the works back into the bin and says so, in both languages', async () => {
    await putWorks(workRow(1), workRow(2));
    const platform = new FakePlatform();
    platform.fault = ({ path }) => (path === deleteWorks.path ? { status: 405 } : null);
    vi.stubGlobal('fetch', platform.fetch);
    await activateLanguage('cn');
    open();
    await expect.poll(names).toHaveLength(2);
    await binWorks(owner, [workId(1), workId(2)], Date.now() - 60_000);
    await deleteForGood(owner, [workId(1), workId(2)]);
    await expect.poll(names).toEqual([]);
    await runQueue({ host: 'page' });
    await runQueue({ host: 'page' });
    expect(await listBin(owner)).toHaveLength(2);
    await expect.element(page.getByText('2 works could not be deleted')).toBeVisible();
    expect(document.body.innerText).not.toContain('made to fail');
    await activateLanguage('cn');
    await expect.element(page.getByText('2 件作品没有删掉')).toBeVisible();
    await page.getByRole('button', { name: '关闭' }).click();
    await expect.element(page.getByText('2 件作品没有删掉')).not.toBeInTheDocument();
    vi.unstubAllGlobals();
  });

  test('what is listed can be selected at once', async () => {
    await putWorks(workRow(1), workRow(2), workRow(3));
    open();
    await page.getByRole('button', { name: 'Select' }).click();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.element(page.getByText('3 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Stop selecting' }).click();
    await expect.poll(names).toHaveLength(3);
  });

  test('Escape leaves the selection', async () => {
    await putWorks(workRow(1));
    open();
    await page.getByRole('button', { name: 'Select' }).click();
    await expect.element(page.getByRole('toolbar', { name: 'Selected works' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('toolbar', { name: 'Selected works' }))
      .not.toBeInTheDocument();
  });
});
