import { enter } from './fixtures/enter.ts';
import { expectAccessible, expectTouchable } from './fixtures/inspect.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

// The first account of a fresh server runs it.
test.use({ serverEnvironment: { KILN_SUPER_USERS: '10001' } });

test(
  'people are asked once what they do, and say without a network what is wrong',
  { tag: '@phone' },
  async ({ page, context, platform, watch, words }) => {
    watch.allow(failedRequest);
    const { user, userToken } = (await enter(page, platform, words)).session;
    expect(user.uid).toBe('10001');
    const headers = { 'Content-Type': 'application/json', userKey: user.userKey, userToken };
    const set = await fetch(`${platform.url}/api/manage/settings`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ version: 0, settings: { identity_survey: true } }),
    });
    expect(set.status).toBe(200);

    const survey = page.getByRole('dialog', { name: words('What do you do?') });
    await page.goto('/me');
    await expect(survey).toBeVisible();
    await expectAccessible(page, 'survey');
    await expectTouchable(page, 'survey');
    // Whoever closes it is left alone.
    await page.keyboard.press('Escape');
    await page.reload();
    const open = page.getByRole('main').getByRole('button', { name: words('Feedback') });
    await open.click();
    await expect(survey).toBeHidden();

    const form = page.getByRole('dialog', { name: words('Feedback') });
    const content = form.getByRole('textbox', {
      name: words('What happened, or what would you like?'),
    });
    const contact = form.getByRole('textbox', { name: words('How can we answer you?') });
    const send = form.getByRole('button', { name: words('Send') });
    await expect(form.getByText(words('Write a few words.'))).toBeHidden();
    await content.fill('  ');
    await expect(form.getByText(words('Write a few words.'))).toBeVisible();
    await content.fill('  The glaze runs over the foot. ');
    await expect(form.getByText(words('Write a few words.'))).toBeHidden();
    await send.click();
    await expect(form.getByText(words('Say how you can be reached.'))).toBeVisible();
    await expect(contact).toBeFocused();
    await contact.fill('potter@example.com');
    await expectAccessible(page, 'feedback');
    await expectTouchable(page, 'feedback');
    await context.setOffline(true);
    await send.click();
    await expect(form).toBeHidden();
    await context.setOffline(false);
    await expect
      .poll(async () => {
        const answer = await fetch(`${platform.url}/api/manage/feedback`, { headers });
        return ((await answer.json()) as { data: { data: unknown[] } }).data.data;
      })
      .toMatchObject([
        {
          uid: '10001',
          type: 'fault',
          content: 'The glaze runs over the foot.',
          mobile: 'potter@example.com',
          source: '/me',
        },
      ]);
  },
);
