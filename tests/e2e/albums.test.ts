import { devices } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import type { Session } from '../../src/db/schema.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { workRow } from '../fixtures/works.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { readIntents, untilDeviceIsReady, writeRows, writeSession } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';
import type { Words } from './fixtures/words.ts';

/** A finger that stays until its work is selected. */
async function holdDown(target: Locator): Promise<void> {
  const page = target.page();
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  const client = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('toolbar')).toBeVisible();
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** The platform has heard of everything that was done here. */
const untilTold = (page: Page) =>
  expect
    .poll(async () => (await readIntents(page)).every(({ stage }) => stage === 'done'), {
      timeout: 60_000,
    })
    .toBe(true);

/** What a person does with albums, by touch on a phone and by keys alone elsewhere. */
function createAlbums(page: Page, words: Words, hasTouch: boolean) {
  const dialog = page.getByRole('dialog');
  const press = async (target: Locator) => {
    if (hasTouch) await target.tap();
    else {
      await target.focus();
      await page.keyboard.press('Enter');
    }
  };
  /** Of one work: by keys its own, by touch that of the bar. */
  const openMenu = async (prompt: string) => {
    if (hasTouch) {
      const name = words('Open: {name}', { name: prompt });
      await holdDown(page.getByRole('link', { name, exact: true }));
    }
    const name = hasTouch
      ? words('More actions for what is selected')
      : words('Actions: {name}', { name: prompt });
    await press(page.getByRole('button', { name, exact: true }));
  };
  return {
    press,
    dialog,
    openMenu,
    async open(prompt: string) {
      await openMenu(prompt);
      await press(page.getByRole('menuitem', { name: words('Add to album…'), exact: true }));
      await expect(dialog).toBeVisible();
    },
    choice: (name: string) => dialog.getByRole('checkbox', { name, exact: true }),
    async name(text: string) {
      const field = dialog.getByRole('textbox');
      await field.fill(text);
      await field.press('Enter');
    },
    async done() {
      await press(dialog.getByRole('button', { name: words('Done'), exact: true }));
      await expect(dialog).toBeHidden();
    },
  };
}

test(
  'without a network works go into albums and out of them, a rule fills one, and tags find what has them',
  { tag: '@phone' },
  async ({ page, context, network, platform, words, watch, hasTouch }) => {
    test.slow();
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const albums = createAlbums(page, words, hasTouch);
    const { press, dialog } = albums;
    const account = await enter(page, platform, words);
    const owner = account.session.user.userKey as UserKey;
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    await writeRows(page, 'works', [
      workRow(1, { owner, prompt: '雪山上的小木屋' }),
      workRow(2, { owner, prompt: '海边的小木屋', starred: 1 }),
      workRow(3, { owner, prompt: '港口' }),
    ]);
    await page.goto('/history');
    await expect(studio.works()).toHaveCount(3);

    await test.step('two works go into an album that is named as they do', async () => {
      if (hasTouch) await holdDown(studio.works('雪山上的小木屋'));
      else await press(page.getByRole('button', { name: words('Select'), exact: true }));
      const box = (name: string) =>
        page.getByRole('checkbox', { name: words('Select: {name}', { name }), exact: true });
      if (!hasTouch) await press(box('雪山上的小木屋'));
      await press(box('港口'));
      await press(
        page.getByRole('button', { name: words('More actions for what is selected'), exact: true }),
      );
      await press(page.getByRole('menuitem', { name: words('Add to album…'), exact: true }));
      await albums.name('远方');
      await expect(albums.choice('远方')).toHaveAttribute('aria-checked', 'true');
      await albums.done();
    });

    await test.step('a work that is in no album yet goes into the same one, and comes out again', async () => {
      await press(page.getByRole('button', { name: words('Stop selecting'), exact: true }));
      await albums.open('海边的小木屋');
      await press(albums.choice('远方'));
      await expect(albums.choice('远方')).toHaveAttribute('aria-checked', 'true');
      await albums.done();
      if (hasTouch) {
        await press(page.getByRole('button', { name: words('Stop selecting'), exact: true }));
      }
    });

    await test.step('the album shows its three works; one is taken out, and an undo brings it back', async () => {
      await press(page.getByRole('link', { name: words('Albums'), exact: true }));
      await press(page.getByRole('link', { name: /远方/ }));
      await expect(page.getByRole('heading', { level: 1, name: '远方' })).toBeVisible();
      await expect(studio.works()).toHaveCount(3);
      await albums.openMenu('港口');
      await press(
        page.getByRole('menuitem', { name: words('Take out of this album'), exact: true }),
      );
      await expect(studio.works()).toHaveCount(2);
      await press(page.getByRole('button', { name: words('Undo'), exact: true }).last());
      await expect(studio.works()).toHaveCount(3);
    });

    await test.step('a smart album has what fits its rule, and says it in words', async () => {
      await press(page.getByRole('link', { name: words('Albums'), exact: true }));
      await press(page.getByRole('button', { name: words('New smart album'), exact: true }));
      await dialog.getByRole('textbox', { name: words('With the words') }).fill('小木屋');
      await dialog
        .getByRole('combobox', { name: words('Show'), exact: true })
        .selectOption('favourites');
      await press(dialog.getByRole('button', { name: words('Create album'), exact: true }));
      const smart = page.getByRole('link', { name: /「小木屋」|“小木屋”/ });
      await expect(smart).toContainText('1');
      await press(smart);
      await expect(studio.works()).toHaveCount(1);
      await expect(studio.works('海边的小木屋')).toBeVisible();
    });

    await test.step('a tag is given on the page of a work, and found by the search', async () => {
      await press(studio.works('海边的小木屋'));
      const field = page.getByRole('combobox', { name: words('Add a tag') });
      await field.fill('#暖色');
      await field.press('Enter');
      const tag = page.getByRole('link', { name: '暖色', exact: true });
      await expect(tag).toBeVisible();
      await press(tag);
      await expect(page).toHaveURL(/\/history\?.*tag=/);
      await expect(studio.works()).toHaveCount(1);
      await page.goto('/history');
      await page.getByRole('searchbox', { name: words('Search your works') }).fill('远方');
      await expect(studio.works()).toHaveCount(3);
      await page.getByRole('searchbox', { name: words('Search your works') }).fill('暖');
      await expect(studio.works()).toHaveCount(1);
    });

    await test.step('an album that is deleted leaves its works, and comes back as it was', async () => {
      await page.goto('/albums');
      const name = words('Actions: {name}', { name: '远方' });
      await press(page.getByRole('button', { name, exact: true }));
      await press(page.getByRole('menuitem', { name: words('Delete album'), exact: true }));
      await expect(page.getByRole('link', { name: /远方/ })).toBeHidden();
      await press(page.getByRole('button', { name: words('Undo'), exact: true }).last());
      await expect(page.getByRole('link', { name: /远方/ })).toContainText('3');
      await page.reload();
      await expect(page.getByRole('link', { name: /远方/ })).toContainText('3');
    });
  },
);

test(
  'two devices change one album without a network, and meet: what both did is there on both',
  { tag: '@desktop' },
  async ({ page, browser, context, network, platform, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    const account = await enter(page, platform, words);
    const { user, userToken, expires_at: expiresAt } = account.session;
    const session: Session = {
      userKey: user.userKey as UserKey,
      userToken,
      account: user.account,
      nickname: user.nick,
      isVip: user.is_vip,
      isSuperUser: user.is_super_user,
      expiresAtMs: Date.parse(expiresAt),
    };
    const otherContext = await browser.newContext({
      ...devices['Desktop Chrome'],
      baseURL: network.url,
      locale: words.language === 'cn' ? 'zh-CN' : 'en-US',
    });
    await watch.attach(otherContext);
    const other = await otherContext.newPage();
    await other.goto('/queue');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await writeSession(other, session);
    const rows = [1, 2, 3].map((number) =>
      workRow(number, { owner: session.userKey, prompt: `work ${number}` }),
    );
    for (const each of [page, other]) {
      await writeRows(each, 'works', rows);
      await each.goto('/history');
      await untilDeviceIsReady(each);
    }
    const here = createAlbums(page, words, false);
    const there = createAlbums(other, words, false);
    await here.open('work 1');
    await here.name('Sea');
    await expect(here.choice('Sea')).toHaveAttribute('aria-checked', 'true');
    await here.done();
    await untilTold(page);
    await other.goto('/albums');
    await expect(other.getByRole('link', { name: /Sea/ })).toContainText('1');

    await loseNetwork(context, network);
    await otherContext.setOffline(true);
    await here.open('work 2');
    await here.press(here.choice('Sea'));
    await expect(here.choice('Sea')).toHaveAttribute('aria-checked', 'true');
    await here.done();
    await other.goto('/history');
    await there.open('work 1');
    await there.press(there.choice('Sea'));
    await expect(there.choice('Sea')).toHaveAttribute('aria-checked', 'false');
    await there.done();
    await there.open('work 3');
    await there.press(there.choice('Sea'));
    await expect(there.choice('Sea')).toHaveAttribute('aria-checked', 'true');
    await there.done();

    await findNetwork(context, network);
    await otherContext.setOffline(false);
    await untilTold(page);
    await untilTold(other);
    for (const each of [page, other]) {
      await each.goto('/albums');
      await each.evaluate(() => window.dispatchEvent(new Event('focus')));
      const album = each.getByRole('link', { name: /Sea/ });
      await expect(album).toContainText('2');
      await album.click();
      const works = createStudio(each, words);
      await expect(works.works('work 2')).toBeVisible();
      await expect(works.works('work 3')).toBeVisible();
      await expect(works.works()).toHaveCount(2);
    }
    await otherContext.close();
  },
);

test(
  'a mouse drags works onto the shelf of albums: one into a new album, and with one of those selected all of them',
  { tag: '@desktop' },
  async ({ page, platform, words }) => {
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    const owner = account.session.user.userKey as UserKey;
    await writeRows(page, 'works', [
      workRow(1, { owner, prompt: '雪山上的小木屋' }),
      workRow(2, { owner, prompt: '海边的小木屋' }),
      workRow(3, { owner, prompt: '港口' }),
    ]);
    await page.goto('/history');
    await expect(studio.works()).toHaveCount(3);
    const shelf = page.getByRole('group', { name: words('Albums'), exact: true });
    const middleOf = async (target: Locator) => {
      const box = await target.boundingBox();
      if (!box) throw new Error('It is not on the screen.');
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const drag = async (from: Locator, onto: Locator) => {
      const [x, y] = await middleOf(from);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 24, y + 24, { steps: 4 });
      await expect(shelf).toBeVisible();
      await page.mouse.move(...(await middleOf(onto)), { steps: 4 });
      await page.mouse.up();
      await expect(shelf).toBeHidden();
    };

    await drag(studio.works('港口'), shelf.getByText(words('New album…'), { exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('远方');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('checkbox', { name: '远方', exact: true })).toHaveAttribute(
      'aria-checked',
      'true',
    );
    await dialog.getByRole('button', { name: words('Done'), exact: true }).click();
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: words('Select'), exact: true }).click();
    const box = (name: string) =>
      page.getByRole('checkbox', { name: words('Select: {name}', { name }), exact: true });
    await box('雪山上的小木屋').click();
    await box('海边的小木屋').click();
    await drag(box('海边的小木屋'), shelf.getByText('远方', { exact: true }));
    await page.goto('/albums');
    await expect(page.getByRole('link', { name: /远方/ })).toContainText('3');
  },
);
