import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noFilter } from '../../../../src/domain/history-filter.ts';
import type { WorkId } from '../../../../src/domain/ids.ts';
import { WorkDialog } from '../../../../src/features/work/WorkDialog.tsx';
import type { ListSource } from '../../../../src/features/work/useSearchNeighbours.ts';
import { freshDevice, keepModels, owner } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { searchWorkIds } from '../../../../workers/search/client.ts';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

beforeEach(async () => {
  first += 100;
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem()]);
});
afterEach(closeScreen);

let first = 7_000;
/**
 * A work of one test alone. All tests share a page, and a search that is still open there goes on knowing the prompts of
 * before: a work's never changes.
 */
const n = (number: number) => first + number;

/** A work that was opened from a list. */
function openFrom(from: ListSource, opened: number): void {
  function Opened() {
    const [id, go] = useState<WorkId>(workId(n(opened)));
    return <WorkDialog workId={id} from={from} onGo={go} onClose={() => undefined} />;
  }
  openScreen({ path: '/history', component: Opened });
}

async function isShown(name: string): Promise<void> {
  await expect.element(page.getByRole('dialog', { name })).toBeVisible();
}

test('the next and the previous work are those of the filter that one came with', async () => {
  await putWorks(
    workRow(n(1), { starred: 1 }),
    workRow(n(2)),
    workRow(n(3)),
    workRow(n(4), { starred: 1 }),
  );
  openFrom({ filter: { ...noFilter, marked: 'favourites' }, words: '' }, 4);
  await isShown(`picture ${n(4)}`);
  await userEvent.keyboard('{ArrowRight}');
  await isShown(`picture ${n(1)}`);
  await userEvent.keyboard('{ArrowRight}');
  await isShown(`picture ${n(1)}`);
  await userEvent.keyboard('{ArrowLeft}');
  await isShown(`picture ${n(4)}`);
});

test('which one of the list a work is, is shown and said, and a heart that goes takes it away', async () => {
  await putWorks(workRow(n(1), { starred: 1 }), workRow(n(2)), workRow(n(3), { starred: 1 }));
  openFrom({ filter: { ...noFilter, marked: 'favourites' }, words: '' }, 3);
  const place = page.getByRole('status').filter({ hasText: / of / });
  await expect.element(place).toHaveTextContent('1 / 21 of 2');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(place).toHaveTextContent('2 / 22 of 2');
  await userEvent.keyboard('f');
  await expect.element(place).not.toBeInTheDocument();
});

test('the next and the previous work are those that the search has found', async () => {
  await putWorks(
    workRow(n(1), { prompt: 'a fox in the snow' }),
    workRow(n(2), { prompt: 'a quiet harbour' }),
    workRow(n(3), { prompt: 'a fox asleep' }),
  );
  openFrom({ filter: noFilter, words: 'fox' }, 3);
  await isShown('a fox asleep');
  await expect
    .poll(async () => {
      await userEvent.keyboard('{ArrowRight}');
      return page.getByRole('dialog').element().getAttribute('aria-label');
    })
    .toBe('a fox in the snow');
  await userEvent.keyboard('{ArrowLeft}');
  await isShown('a fox asleep');
});

test('a work that the search no longer finds keeps its place until one leaves it', async () => {
  await putWorks(
    workRow(n(11), { prompt: 'a fox in the snow', starred: 1 }),
    workRow(n(12), { prompt: 'a fox in a den', starred: 1 }),
    workRow(n(13), { prompt: 'a fox in the rain' }),
    workRow(n(14), { prompt: 'a fox asleep', starred: 1 }),
  );
  const from = { filter: { ...noFilter, marked: 'favourites' as const }, words: 'fox' };
  openFrom(from, 12);
  await isShown('a fox in a den');
  await expect.element(page.getByRole('button', { name: 'Next work' })).toBeEnabled();
  await userEvent.click(page.getByRole('button', { name: 'Favourite' }));
  await expect
    .poll(() => searchWorkIds({ ...from, owner, order: 'newest' }))
    .toEqual([workId(n(14)), workId(n(11))]);
  await expect.element(page.getByRole('button', { name: 'Next work' })).toBeEnabled();
  await userEvent.keyboard('{ArrowRight}');
  await isShown('a fox in the snow');
});
