import { newCredentials, registerAccount } from './fixtures/api.ts';
import { bareTest as test, expect } from './fixtures/both-languages.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { startPlatform } from './fixtures/platform.ts';
import type { Platform } from './fixtures/platform.ts';
import { createStudio } from './fixtures/studio.ts';
import { createWatch, failedRequest } from './fixtures/watch.ts';
import { loadWords } from './fixtures/words.ts';

let platform: Platform;
test.beforeAll(async () => {
  // The first account is the operator's.
  platform = await startPlatform({ env: { KILN_SUPER_USERS: '10001' } });
});
test.afterAll(() => platform?.stop());

test('who runs the studio gives credits, locks out, changes a setting, and all of it is written down', async ({
  page,
  context,
  words,
}, { project }) => {
  const watch = createWatch(() => [platform.url]);
  await watch.attach(context);
  watch.allow(failedRequest);
  const inspect = async (what: string) => {
    await expectAccessible(page, what);
    await expectNoSidewaysScroll(page, what);
    if (project.name === 'phone') await expectTouchable(page, what);
  };
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const operator = newCredentials();
  const studio = createStudio(page, words);
  await page.goto(`${platform.url}/manage/people`);
  await expect(main).toContainText(words('This page is for whoever runs the studio'));
  await page.goto(`${platform.url}/me`);
  await main.getByRole('button', { name: words('Sign in or create an account') }).click();
  await studio.registerInDialog(operator);
  const somebody = newCredentials();
  const account = await registerAccount(platform.url, somebody);

  await main.getByRole('link', { name: words('Running the studio') }).click();
  await main.getByRole('link', { name: words('People'), exact: true }).click();
  await page.getByRole('searchbox').fill(somebody.account.slice(0, 14));
  await expect(page).toHaveURL(/q=/);
  // A link leads to the same.
  await page.reload();
  await inspect('people');
  await main.getByRole('button', { name: new RegExp(somebody.account) }).click();
  const give = dialog.getByRole('button', { name: words('Give the credits') });
  await expect(give).toBeDisabled();
  await dialog.getByRole('textbox', { name: words('Reason') }).fill('A broken kiln');
  await dialog.getByRole('textbox', { name: words('Credits to give') }).fill('70');
  await inspect('a person');
  await context.setOffline(true);
  await expect(give).toBeDisabled();
  await context.setOffline(false);
  await give.click();
  await expect(page.getByText(words('The credits are given.'))).toBeVisible();
  expect((await account.balance()).balance).toBe(1_070);
  await dialog.getByRole('textbox', { name: words('Reason') }).fill('Rude to the cat');
  await dialog.getByRole('button', { name: words('Lock out') }).click();
  await expect(dialog.getByText(words('Locked'))).toBeVisible();
  const entering = await fetch(`${platform.url}/api/account/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(somebody),
  });
  expect(await entering.json()).toMatchObject({ code: 'account-locked' });
  const theirs = await context.browser()!.newContext({ locale: 'en-US' });
  const gate = await theirs.newPage();
  await gate.goto(`${platform.url}/me`);
  const english = await loadWords('en');
  const signIn = english('Sign in or create an account');
  await gate.getByRole('main').getByRole('button', { name: signIn }).click();
  const form = gate.getByRole('dialog');
  await form.getByRole('radio', { name: english('Sign in'), exact: true }).check();
  await form.getByRole('textbox', { name: english('Name'), exact: true }).fill(somebody.account);
  await form.getByLabel(english('Password'), { exact: true }).fill(somebody.password);
  await form.getByRole('button', { name: english('Sign in'), exact: true }).click();
  await expect(form).toContainText(english('This account is locked'));
  await expect(form).toContainText('Write to them');
  await theirs.close();
  await page.keyboard.press('Escape');

  await main.getByRole('link', { name: words('Studio settings'), exact: true }).click();
  const json = main.getByRole('textbox');
  await expect(json).toHaveValue(/"hidden_tools": \[\]/);
  await inspect('settings');
  const before = await json.inputValue();
  await json.fill('{ no');
  await main.getByRole('button', { name: words('Save'), exact: true }).click();
  await expect(main).toContainText(words('This is no JSON'));
  await json.fill(before.replace('"general_users": 10', '"general_users": -1'));
  await main.getByRole('button', { name: words('Save'), exact: true }).click();
  await expect(main).toContainText('settings.daily_credits.general_users');
  await json.fill(before.replace('"general_users": 10', '"general_users": 12'));
  await expect(main.getByRole('list', { name: words('Changes') })).toContainText('12');
  await main.getByRole('button', { name: words('Save'), exact: true }).click();
  await expect(page.getByText(words('The settings hold from now on.'))).toBeVisible();

  // An earlier version is compared with what holds, and saved as a new one.
  await main.getByRole('button', { name: words('Compare: {version}', { version: 0 }) }).click();
  await expect(main.getByRole('list', { name: words('Changes') })).toContainText('10');
  await inspect('versions of the settings');
  await main.getByRole('button', { name: words('Save'), exact: true }).click();
  await expect(json).toHaveValue(before);

  await main.getByRole('link', { name: words('Jobs'), exact: true }).click();
  await page.getByRole('searchbox').fill('teapot');
  await expect(main).toContainText(words('No such job'));
  await page.getByRole('searchbox').fill('');
  const other = await registerAccount(platform.url, newCredentials());
  const asked = await other.submit({
    model: 'kiln-painter',
    job_type: 'Text2Img',
    input: { prompt: 'a red teapot' },
  });
  await expect(main.getByText('a red teapot').first()).toBeVisible({ timeout: 30_000 });
  await main.getByRole('combobox', { name: words('State of the jobs') }).selectOption('Finished');
  await expect(main.getByText(asked).first()).toBeVisible({ timeout: 30_000 });
  await inspect('jobs');

  await main.getByRole('link', { name: words('Orders'), exact: true }).click();
  await expect(main).toContainText(words('Nobody has ordered anything'));
  await inspect('orders');
  await main.getByRole('link', { name: words('Gallery'), exact: true }).click();
  await expect(main).toContainText(words('Nothing waits to be looked at'));
  await inspect('the gallery');
  await main.getByRole('link', { name: words('Feedback'), exact: true }).click();
  await expect(main).toContainText(words('Nobody has said anything yet'));
  await inspect('feedback');

  await main.getByRole('link', { name: words('What was done') }).click();
  await expect(main.getByText('giveCredits')).toBeVisible();
  await expect(main.getByText('putSettings').first()).toBeVisible();
  await main.getByText(words('What was asked')).nth(2).click();
  await expect(main.getByText(/Rude to the cat/)).toBeVisible();
  await inspect('what was done');
  expect(watch.violations).toEqual([]);
  expect(watch.externalRequests).toEqual([]);
  expect(watch.complaints).toEqual([]);
});
