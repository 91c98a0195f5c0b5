import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { db } from '../../../src/db/database.ts';
import { saveDraft } from '../../../src/db/drafts.ts';
import { setSetting } from '../../../src/db/settings.ts';
import { saveGenerateIntent } from '../../../src/db/intents/intents.ts';
import type { GenerateIntent } from '../../../src/domain/intent.ts';
import { pictureModelId } from '../../../src/horde/model-ids.ts';
import { noFilter } from '../../../src/domain/history-filter.ts';
import { HistoryPage, type HistoryProps } from '../../../src/features/history/HistoryPage.tsx';
import { DownloadFormat } from '../../../src/features/options/DownloadFormat.tsx';
import { KeepOriginals } from '../../../src/features/options/KeepOriginals.tsx';
import { SendReports } from '../../../src/features/options/SendReports.tsx';
import { SingleModel } from '../../../src/features/options/SingleModel.tsx';
import { TagSuggestions } from '../../../src/features/options/TagSuggestions.tsx';
import { TellSettings } from '../../../src/features/options/TellSettings.tsx';
import { Volunteers } from '../../../src/features/options/Volunteers.tsx';
import { ShortcutList } from '../../../src/features/playground/shortcuts/ShortcutList.tsx';
import { QueuePage } from '../../../src/features/queue/QueuePage.tsx';
import { useWorkCommands } from '../../../src/features/work/useWorkCommands.tsx';
import { freshDevice, keepModels, owner, request } from '../../fixtures/device.ts';
import { holdCommits, onWrites, type HeldCommits } from '../../fixtures/held-commits.ts';
import { modelItem } from '../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../fixtures/works.ts';
import { RoutedWork } from '../../fixtures/work-page.tsx';

function History() {
  const commands = useWorkCommands();
  const [look, setLook] = useState({ filter: noFilter, words: '' });
  const onLook: HistoryProps['onLook'] = (filter, words) => setLook({ filter, words });
  return <HistoryPage commands={commands} {...look} onLook={onLook} />;
}

let held: HeldCommits | null = null;

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem()]);
});
afterEach(() => {
  held?.release();
  held = null;
  closeScreen();
});

/** Time for a page to show whatever it would show. */
async function frames(count = 20): Promise<void> {
  for (let index = 0; index < count; index += 1) await new Promise(requestAnimationFrame);
}

/** Presses something while nothing is committed, and looks at the screen before and after the commit. */
async function press(
  control: Locator,
  { before, after }: { before: () => Promise<unknown>; after: () => Promise<unknown> },
): Promise<void> {
  await expect.element(control).toBeVisible();
  held = holdCommits();
  await control.click();
  await expect.poll(() => held?.count()).toBeGreaterThan(0);
  await frames();
  await before();
  held.release();
  await after();
}

const visible = (locator: Locator) => async () => {
  await expect.element(locator).toBeVisible();
};
const gone = (locator: Locator) => async () => {
  await expect.element(locator).not.toBeInTheDocument();
};
const button = (name: string | RegExp) => page.getByRole('button', { name });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

describe('nothing is shown as done before it is written down', () => {
  test('a favourite', async () => {
    await putWorks(workRow(1));
    openScreen({ path: '/history', component: History });
    const heart = button('Favourite: picture 1');
    await page.getByRole('link', { name: 'Open: picture 1' }).hover();
    const isPressed = (value: boolean) => async () => {
      await expect.element(heart).toHaveAttribute('aria-pressed', String(value));
    };
    await press(heart, { before: isPressed(false), after: isPressed(true) });
  });

  test('a deletion from the wall', async () => {
    await putWorks(workRow(1), workRow(2));
    openScreen({ path: '/history', component: History });
    const tile = page.getByRole('link', { name: 'Open: picture 1' });
    await tile.hover();
    await button('Actions: picture 1').click();
    const before = async () => {
      await visible(tile)();
      await gone(page.getByText(/^Moved to the bin/))();
    };
    await press(item('Delete'), { before, after: gone(tile) });
    await visible(page.getByText(/^Moved to the bin/))();
  });

  test('a deletion of what was selected', async () => {
    await putWorks(workRow(1), workRow(2));
    openScreen({ path: '/history', component: History });
    await button('Select').click();
    const tile = page.getByRole('checkbox', { name: 'Select: picture 1' });
    await tile.click();
    await press(button('Delete what is selected'), {
      before: visible(tile),
      after: gone(page.getByRole('link', { name: 'Open: picture 1' })),
    });
  });

  test('a deletion from the viewer', async () => {
    await putWorks(workRow(1), workRow(2));
    const { url } = openScreen({
      path: '/work/$id',
      url: `/work/c_${workId(2)}`,
      component: RoutedWork,
    });
    const first = url();
    await expect.element(page.getByText('picture 2', { exact: true })).toBeVisible();
    await button('More actions').click();
    await press(item('Delete'), {
      before: async () => expect(url()).toBe(first),
      after: async () => {
        await expect.poll(url).toBe(`/work/c_${workId(1)}`);
      },
    });
  });

  test('a cancel', async () => {
    await request('a harbour');
    openScreen({ path: '/queue', component: QueuePage });
    const waiting = page.getByRole('article', { name: /Saved/ });
    const cancelled = page.getByRole('article', { name: /Cancelled/ });
    await press(button('Cancel this request'), {
      before: async () => {
        await visible(waiting)();
        await gone(page.getByText('1 request cancelled'))();
      },
      after: visible(cancelled),
    });
  });

  test('a removal from the queue, which holds though the page goes while it can still be undone', async () => {
    const intent = await request('a harbour');
    await db.intents.put({ ...intent, stage: 'cancelled' } satisfies GenerateIntent);
    openScreen({ path: '/queue', component: QueuePage });
    await button('More actions').click();
    const card = page.getByRole('article');
    await press(item('Remove from the queue'), {
      before: async () => {
        await visible(card)();
        await gone(button('Undo'))();
      },
      after: gone(card),
    });
    expect(await db.intents.count()).toBe(0);
  });

  test('what was cleared', async () => {
    const intent = await request('a harbour');
    await db.intents.put({ ...intent, stage: 'cancelled' } satisfies GenerateIntent);
    openScreen({ path: '/queue', component: QueuePage });
    await button('Actions for the whole queue').click();
    await press(item('Clear finished'), {
      before: visible(page.getByRole('article')),
      after: gone(page.getByRole('article')),
    });
    expect(await db.intents.count()).toBe(0);
  });

  test('the pause of the queue', async () => {
    await request('a harbour');
    openScreen({ path: '/queue', component: QueuePage });
    await press(button('Pause'), {
      before: visible(button('Pause')),
      after: visible(button('Resume')),
    });
  });

  test('a place in line', async () => {
    await request('a harbour', { nowMs: 1_000 });
    await request('a mountain', { nowMs: 2_000 });
    openScreen({ path: '/queue', component: QueuePage });
    await expect.element(page.getByRole('article').nth(1)).toBeVisible();
    const first = () => page.getByRole('article').first().element().textContent;
    const before = first();
    await button('More actions').last().click();
    await press(item('Make it next'), {
      before: async () => expect(first()).toBe(before),
      after: async () => {
        await expect.poll(first).not.toBe(before);
      },
    });
  });

  test('stars', async () => {
    await putWorks(workRow(1));
    openScreen({ path: '/work/$id', url: `/work/c_${workId(1)}`, component: RoutedWork });
    const stars = page.getByRole('radio', { name: '3 stars' });
    await press(stars, {
      before: async () => {
        await expect.element(stars).not.toBeChecked();
      },
      after: async () => {
        await expect.element(stars).toBeChecked();
      },
    });
  });

  test('the order of the history', async () => {
    await putWorks(workRow(1), workRow(2));
    openScreen({ path: '/history', component: History });
    const oldest = page.getByRole('radio', { name: 'Oldest' });
    const first = () =>
      page
        .getByRole('link', { name: /^Open: / })
        .first()
        .element().ariaLabel;
    await expect.element(page.getByRole('link', { name: 'Open: picture 1' })).toBeVisible();
    const before = first();
    await press(oldest, {
      before: async () => {
        await expect.element(oldest).not.toBeChecked();
        expect(first()).toBe(before);
      },
      after: async () => {
        await expect.element(oldest).toBeChecked();
        await expect.poll(first).not.toBe(before);
      },
    });
  });

  test('the keys of a shortcut', async () => {
    openScreen({ path: '/options', component: ShortcutList });
    const keys = page.getByRole('button', { name: /^Change the keys for/ }).first();
    await expect.element(keys).toBeVisible();
    const before = keys.element().textContent;
    await keys.click();
    held = holdCommits();
    await userEvent.keyboard('{Control>}j{/Control}');
    await expect.poll(() => held?.count()).toBeGreaterThan(0);
    await frames();
    expect(keys.element().textContent).toBe(before);
    held.release();
    await expect.poll(() => keys.element().textContent).not.toBe(before);
  });

  for (const [setting, component, role, name] of [
    ['which full sizes are kept', KeepOriginals, 'radio', 'Everything'],
    ['the format of downloads', DownloadFormat, 'radio', 'WebP'],
    ['whose tags are suggested', TagSuggestions, 'radio', 'Danbooru'],
    ['what volunteers may see', Volunteers, 'radio', 'They may see it'],
    ['one model for some tools', SingleModel, 'switch', /One model/],
    ['how a picture was made, in the picture', TellSettings, 'switch', /Keep settings/],
    ['reports of what failed', SendReports, 'switch', /Report errors/],
  ] as const) {
    test(`a setting: ${setting}`, async () => {
      await setSetting('tagLists', { danbooru: '/danbooru.tags' });
      await keepModels([modelItem({ model: pictureModelId('Text2Img', 'Deliberate') })]);
      openScreen({ path: '/options', component });
      const choice = page.getByRole(role, { name });
      await expect.element(choice).toBeVisible();
      const wasChecked = (choice.element() as HTMLInputElement).checked;
      if (role === 'switch') {
        const isChecked = () => (choice.element() as HTMLInputElement).checked;
        await press(choice, {
          before: async () => expect(isChecked()).toBe(wasChecked),
          after: async () => {
            await expect.poll(isChecked).toBe(!wasChecked);
          },
        });
        return;
      }
      await press(choice, {
        before: async () => {
          await expect.element(choice).not.toBeChecked();
        },
        after: async () => {
          await expect.element(choice).toBeChecked();
        },
      });
    });
  }
});

test('a request waits for the disk itself, what can be had again does not', async () => {
  const asked = new Set<string>();
  const stop = onWrites(({ durability }) => asked.add(durability));
  const { payload } = await request('a harbour');
  expect([...asked]).toEqual(['strict']);
  asked.clear();
  await saveGenerateIntent({
    owner,
    payload,
    sources: [],
    draft: { type: 'Text2Img', model: null, input: {}, sources: [] },
  });
  expect([...asked]).toEqual(['strict']);
  asked.clear();
  await saveDraft({ owner, type: 'Text2Img', model: null, input: {}, sources: [] });
  stop();
  expect([...asked]).toEqual(['default']);
});
