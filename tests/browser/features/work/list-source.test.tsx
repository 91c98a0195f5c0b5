import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noFilter } from '../../../../src/domain/history-filter.ts';
import type { WorkId } from '../../../../src/domain/ids.ts';
import { WorkDialog } from '../../../../src/features/work/WorkDialog.tsx';
import type { ListSource } from '../../../../src/features/work/useSearchNeighbours.ts';
import { freshDevice, keepModels } from '../../../fixtures/device.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem()]);
});
afterEach(closeScreen);

/** A work that was opened from a list. */
function openFrom(from: ListSource, first: number): void {
  function Opened() {
    const [id, go] = useState<WorkId>(workId(first));
    return <WorkDialog workId={id} from={from} onGo={go} onClose={() => undefined} />;
  }
  openScreen({ path: '/history', component: Opened });
}

async function isShown(name: string): Promise<void> {
  await expect.element(page.getByRole('dialog', { name })).toBeVisible();
}

test('the next and the previous work are those of the filter that one came with', async () => {
  await putWorks(workRow(1, { starred: 1 }), workRow(2), workRow(3), workRow(4, { starred: 1 }));
  openFrom({ filter: { ...noFilter, marked: 'favourites' }, words: '' }, 4);
  await isShown('picture 4');
  await userEvent.keyboard('{ArrowRight}');
  await isShown('picture 1');
  await userEvent.keyboard('{ArrowRight}');
  await isShown('picture 1');
  await userEvent.keyboard('{ArrowLeft}');
  await isShown('picture 4');
});

test('the next and the previous work are those that the search has found', async () => {
  await putWorks(
    workRow(1, { prompt: 'a fox in the snow' }),
    workRow(2, { prompt: 'a quiet harbour' }),
    workRow(3, { prompt: 'a fox asleep' }),
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
