import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setSetting } from '../../../../src/db/settings.ts';
import { listIntents } from '../../../../src/db/intents/lists.ts';
import { writeLinks } from '../../../../src/db/works/links.ts';
import { ShareDialog } from '../../../../src/features/sharing/ShareDialog.tsx';
import { usePictureMenus } from '../../../../src/features/shell/usePictureMenus.ts';
import { sharingAtom } from '../../../../src/requests/actions/sharing.ts';
import { store } from '../../../../src/ui/atoms.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

const link = {
  token: 'AAAAAAAAAAAAAAAAAAAAAA',
  workId: workId(1),
  title: 'A vase',
  showsPrompt: false,
  createdAtMs: Date.UTC(2026, 10, 20),
};
const wishes = async () =>
  (await listIntents(owner)).map(({ kind, payload }) => ({ kind, ...payload }));

beforeEach(async () => {
  await page.viewport(390, 844);
  await freshDevice();
  await putWorks(workRow(1));
});
afterEach(() => {
  store.set(sharingAtom, null);
  closeScreen();
});

test('a link is asked for with its title and its prompt, by keyboard alone, and withdrawn before it left', async () => {
  openScreen({ path: '/', component: ShareDialog });
  store.set(sharingAtom, workId(1));
  await page.getByRole('textbox', { name: 'Title' }).click();
  await userEvent.keyboard('A vase{Tab} {Tab}{Enter}');
  await expect
    .poll(wishes)
    .toEqual([{ kind: 'share-work', workId: workId(1), title: 'A vase', showsPrompt: true }]);
  await expect.element(page.getByText(/The link appears here/)).toBeVisible();
  await page.getByRole('button', { name: 'Give no link' }).click();
  await expect.poll(wishes).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Make a link' })).toBeVisible();
});

test('all links are listed, and one that is taken back is gone at once', async () => {
  await writeLinks(owner, [link]);
  openScreen({ path: '/', component: ShareDialog });
  store.set(sharingAtom, workId(1));
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect.element(field).toHaveValue(`${location.origin}/s/${link.token}`);
  await page.getByRole('button', { name: 'All links you have given' }).click();
  await page.getByRole('button', { name: 'Take the link to A vase back' }).click();
  await expect.element(page.getByText(/You have given no links/)).toBeVisible();
  expect(await wishes()).toEqual([{ kind: 'unshare-work', workId: workId(1) }]);
});

test('a right click on a picture opens no menu where the deployment wants that, and elsewhere it does', async () => {
  function Pictures() {
    usePictureMenus();
    return (
      <p>
        words <img alt="a vase" src="data:," width="40" height="40" />
      </p>
    );
  }
  openScreen({ path: '/', component: Pictures });
  const opensMenu = (target: Element) =>
    target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  const picture = () => page.getByAltText('a vase').element();
  await expect.element(page.getByAltText('a vase')).toBeInTheDocument();
  expect(opensMenu(picture())).toBe(true);
  await setSetting('blocksRightClick', true);
  await expect.poll(() => opensMenu(picture())).toBe(false);
  expect(opensMenu(page.getByText('words').element())).toBe(true);
});
