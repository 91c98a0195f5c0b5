import { galleryReportsMax } from '../../src/domain/gallery.ts';
import { newCredentials, registerAccount, type Account } from './fixtures/api.ts';
import { enter } from './fixtures/enter.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { expect } from './fixtures/test.ts';
import { withTills } from './fixtures/tills.ts';
import { failedRequest } from './fixtures/watch.ts';

// The first account is the operator's.
const test = withTills({ KILN_SUPER_USERS: '10001', KILN_GALLERY_SAMPLES: 'true' });

test('who runs the studio pays an order back, decides about a reported work, and reads what people say', async ({
  page,
  platform,
  tills,
  watch,
  words,
}, { project }) => {
  watch.allow(failedRequest);
  const inspect = async (what: string) => {
    await expectAccessible(page, what);
    await expectNoSidewaysScroll(page, what);
    if (project.name === 'phone') await expectTouchable(page, what);
  };
  await enter(page, platform, words);
  const buyer = await registerAccount(platform.url, newCredentials());
  const askAs = async <Answer>(who: Account, path: string, body: object): Promise<Answer> => {
    const { user, userToken } = who.session;
    const answer = await fetch(`${platform.url}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
        userKey: user.userKey,
        userToken,
      },
      body: JSON.stringify(body),
    });
    expect(answer.status, path).toBeLessThan(300);
    return (await answer.json()) as Answer;
  };
  const ask = <Answer>(path: string, body: object) => askAs<Answer>(buyer, path, body);
  const { order } = (
    await ask<{ data: { order: { number: string } } }>('/api/pay/orders', {
      plan: 'basic',
      months: 1,
      way: 'wechat',
      scene: 'desktop',
      fen: 1_900,
    })
  ).data;
  tills.wechat.pay(order.number);
  const { headers, body } = tills.wechat.notification(order.number);
  await fetch(`${platform.url}/api/pay/wechat/notify`, { method: 'POST', headers, body });
  // A fresh platform fills its gallery by itself.
  const gallery = () =>
    ask<{ list: { image_id: string }[] }>('/api/work/list', { platform: 'kiln', page: 1 });
  await expect.poll(async () => (await gallery()).list.length).toBeGreaterThan(0);
  const [shown] = (await gallery()).list;
  for (let count = 0; count < galleryReportsMax; count += 1) {
    await askAs(await registerAccount(platform.url, newCredentials()), '/api/work/report', {
      id: shown?.image_id,
      reason: 'stolen',
      words: count === 0 ? 'That is my own vase' : '',
    });
  }
  await ask('/api/feedback/add', {
    type: 'suggestion',
    content: 'A kiln that sings',
    mobile: 'potter@example.com',
    source: '/me',
  });

  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  await page.goto('/manage/orders');
  await main.getByRole('button', { name: new RegExp(order.number) }).click();
  const events = dialog.getByRole('list', { name: words('What happened') });
  await expect(events.getByRole('listitem')).toHaveCount(1);
  await expect(events).toContainText(words('Paid'));
  const back = dialog.getByRole('button', { name: words('Pay it back') });
  await expect(back).toBeDisabled();
  await dialog.getByRole('textbox', { name: words('Reason') }).fill('Bought by mistake');
  await inspect('an order');
  await back.click();
  await expect(events).toContainText(words('Money on its way back'));
  expect((await buyer.balance()).balance).toBe(1_000);
  await page.keyboard.press('Escape');
  await inspect('orders');

  await main.getByRole('link', { name: words('Gallery'), exact: true }).click();
  await expect(main).toContainText('That is my own vase');
  await inspect('the gallery');
  await main
    .getByRole('textbox', { name: words.pattern('Why, for whoever made {title}') })
    .fill('It is somebody else’s');
  await main.getByRole('button', { name: words.pattern('Don’t show it: {title}') }).click();
  await expect(main).toContainText(words('Nothing waits to be looked at'));
  expect(await ask('/api/work/detail', { id: shown?.image_id, platform: 'kiln' })).toMatchObject({
    data: [],
  });

  await main.getByRole('link', { name: words('Feedback'), exact: true }).click();
  await expect(main).toContainText('A kiln that sings');
  await inspect('feedback');
});
