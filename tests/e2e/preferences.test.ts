import { putGuideAway } from './fixtures/guide.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { loadWords } from './fixtures/words.ts';

test(
  'links lead where they should, colours follow what is chosen, and another language keeps what was typed',
  { tag: '@desktop' },
  async ({ page, words }) => {
    await test.step('links into the app survive a reload, and old ones lead to the right place', async () => {
      const lasting = [
        '/generate/Restore',
        '/generate/Text2Img/kiln-painter',
        '/queue',
        '/options',
        '/about',
      ];
      for (const link of lasting) {
        await test.step(link, async () => {
          await page.goto(link);
          // The one in the app; before it runs, the document shows its name in its place.
          const heading = page.locator('main:not([aria-busy])').getByRole('heading', { level: 1 });
          const title = (await heading.textContent()) ?? '';
          await page.reload();
          await expect(page).toHaveURL((url) => url.pathname === link);
          await expect(heading).toHaveText(title);
        });
      }
      await page.goto('/app/poster');
      await expect(page).toHaveURL((url) => url.pathname === '/generate/Apps/poster');
      await expect(page.getByRole('heading', { name: words("This app isn't here") })).toBeVisible();
      await page.goto('/generate/NoSuchTool');
      await expect(page).toHaveURL((url) => url.pathname === '/generate');
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        words('There is nothing here'),
      );
      await page.goto('/?search=an%20old%20mill');
      await expect(page.getByRole('textbox', { name: words('Describe the picture') })).toHaveValue(
        'an old mill',
      );
    });
    await test.step('colours are dark at first, light when chosen, and follow the system on auto', async () => {
      const scheme = page.locator('html');
      const attribute = 'data-mantine-color-scheme';
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto('/options');
      await expect(scheme).toHaveAttribute(attribute, 'dark');
      const choose = (name: string) =>
        page.getByRole('radio', { name: words(name), exact: true }).check();
      await choose('Light');
      await expect(scheme).toHaveAttribute(attribute, 'light');
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.reload();
      await expect(scheme).toHaveAttribute(attribute, 'light');
      await choose('Dark');
      await expect(scheme).toHaveAttribute(attribute, 'dark');
      await expect
        .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
        .not.toBe(paper);
      await choose('Auto');
      await expect(scheme).toHaveAttribute(attribute, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(scheme).toHaveAttribute(attribute, 'dark');
      await page.goto('/about?mode=light');
      await expect(scheme).toHaveAttribute(attribute, 'light');
      // It was painted so before the app came; from now on it is kept.
      await expect(page).toHaveURL((url) => url.search === '');
      await page.goto('/about?mode=neon');
      await expect(scheme).toHaveAttribute(attribute, 'light');
    });
    // Who reads Chinese from here on is shown around.
    putGuideAway(page.context());
    await test.step('another language keeps what was typed', async () => {
      const studio = createStudio(page, words);
      await studio.describe('half a sentence about');
      await page
        .getByRole('banner')
        .getByRole('button', { name: words('Options'), exact: true })
        .click();
      await studio.dialog.getByRole('radio', { name: '中文' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');

      const chinese = createStudio(page, await loadWords('cn'));
      await page.keyboard.press('Escape');
      await expect(chinese.promptField).toHaveValue('half a sentence about');
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await expect(chinese.promptField).toHaveValue('half a sentence about');
    });
  },
);

test(
  'on a phone what a link brought holds once, and the way to the options and back keeps what was typed',
  { tag: '@phone' },
  async ({ page, words }) => {
    await test.step('words that a link brought to the home page are not brought again', async () => {
      const field = page.getByRole('textbox', { name: words('Describe the picture') });
      await page.goto('/?search=an%20old%20mill');
      await expect(field).toHaveValue('an old mill');
      await field.fill('an old mill in the snow');
      await page
        .getByRole('link', { name: words('Apps'), exact: true })
        .first()
        .click();
      await expect(page).toHaveURL((url) => url.pathname === '/smart-apps');
      await page.goBack({ waitUntil: 'commit' });
      await expect(field).toHaveValue('an old mill in the snow');
    });
    await test.step('a link chooses the colours once: what is chosen afterwards holds, also after a reload', async () => {
      const scheme = page.locator('html');
      const attribute = 'data-mantine-color-scheme';
      await page.goto('/options?mode=light&from=a-friend');
      await expect(scheme).toHaveAttribute(attribute, 'light');
      await page.getByRole('radio', { name: words('Dark'), exact: true }).check();
      await expect(scheme).toHaveAttribute(attribute, 'dark');
      await expect(page).toHaveURL((url) => url.search === '?from=a-friend');
      await page.reload();
      await expect(page.getByRole('radio', { name: words('Dark'), exact: true })).toBeChecked();
      await expect(scheme).toHaveAttribute(attribute, 'dark');
    });
    await test.step('on a phone the way to the options and back keeps what was typed', async () => {
      const studio = createStudio(page, words);
      await studio.describe('a boat without');
      await page.getByRole('link', { name: words('Me'), exact: true }).click();
      await page
        .getByRole('main')
        .getByRole('link', { name: words('Options'), exact: true })
        .click();
      await page.getByRole('radio', { name: '中文' }).click();
      putGuideAway(page.context());
      const cn = await loadWords('cn');
      await page
        .getByRole('main')
        .getByRole('button', { name: cn('OK') })
        .click();
      await page.getByRole('link', { name: cn('Generate'), exact: true }).click();
      await expect(createStudio(page, cn).promptField).toHaveValue('a boat without');
    });
  },
);

test(
  'the playground waits for none but its own words, and other pages never show without theirs',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const hold = Promise.withResolvers<void>();
    await page.route(/\/assets\/pages-[\w-]+\.js$/, async (route) => {
      await hold.promise;
      await route.continue();
    });
    await page.goto('/generate/Text2Img');
    await expect(createStudio(page, words).promptField).toBeVisible();
    // The app has taken the shell over, without waiting for the words of other pages.
    await expect(page.locator('#shell')).toHaveCount(0);
    await page
      .getByRole('banner')
      .getByRole('button', { name: words('Queue') })
      .click();
    await page.getByRole('link', { name: words('Works'), exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('Text to image'));
    hold.resolve();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      words('Sign in to see your works'),
    );
  },
);
