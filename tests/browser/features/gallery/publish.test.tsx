import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { listIntents } from '../../../../src/db/intents/lists.ts';
import { publish, writePublications } from '../../../../src/db/works/publications.ts';
import type { Publication } from '../../../../src/domain/gallery.ts';
import { PublishDialog } from '../../../../src/features/gallery/PublishDialog.tsx';
import { publishingAtom } from '../../../../src/requests/actions/publishing.ts';
import { store } from '../../../../src/ui/atoms.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

const place: Publication = {
  workId: workId(1),
  state: 'published',
  title: 'A vase',
  categoryId: 6,
  publishedAtMs: Date.UTC(2026, 10, 20),
  note: '',
};
const wishes = async () =>
  (await listIntents(owner)).map(({ kind, payload }) => ({ kind, ...payload }));

beforeEach(async () => {
  await page.viewport(390, 844);
  await freshDevice();
  await putWorks(workRow(1));
});
afterEach(() => {
  store.set(publishingAtom, null);
  closeScreen();
});

function open() {
  openScreen({ path: '/', component: PublishDialog });
  store.set(publishingAtom, workId(1));
}

test('a work is published with a title and a category once the person has agreed, by keyboard alone, and withdrawn before it left', async () => {
  open();
  await page.getByRole('textbox', { name: 'Title' }).click();
  await userEvent.keyboard('A vase');
  await page.getByRole('combobox', { name: 'Category' }).selectOptions('Products and design');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // Without consent nothing is wished for.
  expect(await wishes()).toEqual([]);
  await page.getByRole('checkbox').click();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect
    .poll(wishes)
    .toEqual([{ kind: 'publish-work', workId: workId(1), title: 'A vase', categoryId: 6 }]);
  await expect.element(page.getByText('It is on its way to the gallery.')).toBeVisible();
  await page.getByRole('button', { name: "Don't publish" }).click();
  await expect.poll(wishes).toEqual([]);
});

test('a published work says so; its words are changed without asking for consent again, and it is taken out at once', async () => {
  await writePublications(owner, [place]);
  open();
  await expect.element(page.getByText('Everybody sees it')).toBeVisible();
  await page.getByRole('button', { name: 'Change title or category' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect.element(title).toHaveValue('A vase');
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await title.fill('Another vase');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(wishes)
    .toEqual([{ kind: 'publish-work', workId: workId(1), title: 'Another vase', categoryId: 6 }]);
  await page.getByRole('button', { name: 'Take it out of the gallery' }).click();
  await expect.poll(wishes).toEqual([{ kind: 'unpublish-work', workId: workId(1) }]);
  expect(store.get(publishingAtom)).toBeNull();
});

test.each([
  ['pending', 'It waits to be looked at', ''],
  ['reported', 'People have reported it', ''],
  ['rejected', 'It was not accepted', 'This is not yours'],
] as const)('how a work stands is said in words: %s', async (state, title, note) => {
  await writePublications(owner, [{ ...place, state, note, publishedAtMs: null }]);
  open();
  await expect.element(page.getByText(title)).toBeVisible();
  if (note) await expect.element(page.getByText(note)).toBeVisible();
});

test('a refused one says why in words of the reader, and can be asked for again', async () => {
  await publish(owner, workId(1), { title: 'A vase', categoryId: 6 });
  const [intent] = await listIntents(owner);
  const refused = { ...intent!, stage: 'needs-attention' as const };
  await db.intents.put({
    ...refused,
    error: { code: 'nsfw-content', httpStatus: 560, detail: null, atMs: 1 },
  });
  open();
  await expect.element(page.getByText('Nothing like this is made here')).toBeVisible();
  await expect
    .element(page.getByText('You find it in the queue, where it can be tried again.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
});
