import { enter } from './fixtures/enter.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { expect } from './fixtures/test.ts';
import { withTills } from './fixtures/tills.ts';
import { failedRequest } from './fixtures/watch.ts';

const test = withTills();

// One server of its own is enough for all of them.
test.describe.configure({ mode: 'default' });

/** The order in the list below has the same words further on. */
const begins = (pattern: RegExp): RegExp => new RegExp(`^${pattern.source}`);
const numberIn = (address: string): string => new URL(address).searchParams.get('order') ?? '';

test(
  'credits are bought: by a code that is paid elsewhere, and at a provider that leads back',
  { tag: '@desktop' },
  async ({ page, context, platform, tills, watch, words }) => {
    watch.allow(failedRequest);
    await enter(page, platform, words);
    await page.goto('/ypay?plan=basic');
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog', { name: words('Your order') });
    const pay = main.getByRole('button', { name: begins(words.pattern('Pay {price}')) });
    await expect(main.getByRole('radio', { name: new RegExp(words('Basic')) })).toBeChecked();
    await main.getByRole('radio', { name: words('WeChat Pay') }).check();
    await expectAccessible(page, 'payment page');
    await expectTouchable(page, 'payment page');
    await expectNoSidewaysScroll(page, 'payment page');

    // The network goes when it is pressed: it says so, and the same press afterwards is one order.
    await context.setOffline(true);
    await expect(pay).toBeDisabled();
    await expect(main).toContainText(words('Paying needs a network'));
    await context.setOffline(false);
    await pay.click();
    await expect(dialog.getByRole('timer')).toBeVisible();
    await expectAccessible(page, 'an order');
    await expectTouchable(page, 'an order');
    const first = numberIn(page.url());
    await dialog.getByRole('button', { name: words('Payment completed') }).click();
    await expect(dialog).toContainText(words('Nothing has arrived yet'));
    // Whoever comes back later finds it as it was.
    await page.reload();
    await expect(dialog.getByRole('timer')).toBeVisible();
    tills.wechat.pay(first);
    const { headers, body } = tills.wechat.notification(first);
    const told = { method: 'POST', headers, body };
    expect((await fetch(`${platform.url}/api/pay/wechat/notify`, told)).status).toBe(200);
    await expect(dialog).toContainText('+360');
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/order=/);
    await expect(main.getByRole('button', { name: words.pattern('Paid') })).toBeVisible();
    // It was the first: there is no bonus for one any more.
    await expect(main.getByText(words.pattern('+{0} on your first purchase'))).toHaveCount(0);

    await main.getByRole('radio', { name: new RegExp(words('Standard')) }).check();
    await main.getByRole('radio', { name: words('Alipay') }).check();
    await pay.click();
    const go = dialog.getByRole('link', {
      name: words('Go to {wayName}', { wayName: words('Alipay') }),
    });
    const address = (await go.getAttribute('href')) ?? '';
    const second = tills.alipay.visit(address).order;
    tills.alipay.pay(second);
    // Alipay leads back with words of its own, which the address loses.
    await page.goto(`/ypay?order=${second}&out_trade_no=${second}&trade_no=1&sign=x`);
    await expect(page).not.toHaveURL(/sign=/);
    await dialog.getByRole('button', { name: words('Payment completed') }).click();
    await expect(dialog).toContainText('+900');
    await page.keyboard.press('Escape');
    await page.goto('/me');
    await expect(main.getByText('2,260', { exact: true })).toBeVisible();
    await expect(main.getByText('VIP', { exact: true })).toBeVisible();
  },
);

test(
  'an order that was not paid in time says so, and is paid again with another one',
  { tag: '@phone' },
  async ({ page, platform, tills, watch, words }) => {
    watch.allow(failedRequest);
    const account = await enter(page, platform, words);
    await page.goto('/ypay');
    const dialog = page.getByRole('dialog', { name: words('Your order') });
    await page
      .getByRole('main')
      .getByRole('radio', { name: words('WeChat Pay') })
      .check();
    await page
      .getByRole('main')
      .getByRole('button', { name: begins(words.pattern('Pay {price}')) })
      .click();
    await expect(dialog.getByRole('timer')).toBeVisible();
    const first = numberIn(page.url());
    await dialog.getByRole('button', { name: words("Don't buy") }).click();
    await expect(dialog).toBeHidden();
    await page.goto(`/ypay?order=${first}`);
    await expect(dialog).toContainText(words('Payment timeout'));
    await dialog.getByRole('button', { name: words('Pay again') }).click();
    await expect(dialog.getByRole('timer')).toBeVisible();
    const second = numberIn(page.url());
    expect(second).not.toBe(first);
    tills.wechat.pay(second);
    // Nobody told us: the platform is asked to ask.
    await expect(dialog).toContainText('+1,080', { timeout: 30_000 });
    expect((await account.balance()).balance).toBe(2_080);
  },
);

test.describe('in the browser that is part of WeChat', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36 MicroMessenger/8.0.50',
  });
  test(
    'WeChat says who it is, opens its own window, and its code stays in no address',
    { tag: '@phone' },
    async ({ page, platform, tills, words }) => {
      const account = await enter(page, platform, words);
      const { user, userToken } = account.session;
      const made = await fetch(`${platform.url}/api/pay/orders`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', userKey: user.userKey, userToken },
        body: JSON.stringify({
          plan: 'basic',
          months: 1,
          way: 'wechat',
          scene: 'wechat',
          fen: 1_900,
        }),
      });
      const { data } = (await made.json()) as {
        data: { order: { number: string }; step: { kind: string; address: string } };
      };
      expect(data.step.kind).toBe('identify');
      const back = new URL(new URL(data.step.address).searchParams.get('redirect_uri') ?? '');
      // What WeChat's window would do: somebody pays in it.
      await page.addInitScript(() => {
        Object.assign(globalThis, {
          WeixinJSBridge: {
            invoke(_name: string, params: { package: string }, done: (answer: object) => void) {
              document.title = params.package;
              done({ err_msg: 'get_brand_wcpay_request:ok' });
            },
          },
        });
      });
      await page.goto(`${back.pathname}${back.search}&code=a-code&state=${data.order.number}`);
      await expect(page).toHaveURL(new RegExp(`/ypay\\?order=${data.order.number}$`));
      const dialog = page.getByRole('dialog', { name: words('Your order') });
      await dialog
        .getByRole('button', {
          name: words('Pay with {wayName}', { wayName: words('WeChat Pay') }),
        })
        .click();
      await expect.poll(() => page.title()).toBe(`prepay_id=wx${data.order.number}`);
      tills.wechat.pay(data.order.number);
      await dialog.getByRole('button', { name: words('Payment completed') }).click();
      await expect(dialog).toContainText('+360');
      await page.goBack({ waitUntil: 'commit' });
      expect(page.url()).not.toContain('code=');
    },
  );
});
