import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { readConfig } from '../../../server/config.ts';
import { createPayments } from '../../../server/payments/service.ts';
import type { Payments } from '../../../server/payments/service.ts';
import { openTills } from '../../../server/payments/tills.ts';
import { createLog } from '../../../server/log.ts';
import type { PayStep } from '../../../src/api/contract/payments.ts';
import { defaultSettings } from '../../../server/settings/form.ts';
import { addMonths, orderNumberPattern } from '../../../src/domain/payments.ts';
import { startAlipay } from '../../fixtures/tills/alipay.ts';
import type { AlipayDouble } from '../../fixtures/tills/alipay.ts';
import { startTills } from '../../fixtures/tills/environment.ts';
import { startWechat } from '../../fixtures/tills/wechat.ts';
import type { WechatDouble } from '../../fixtures/tills/wechat.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

vi.setConfig({ testTimeout: 300_000 });

/** More for a long run: `KILN_NOTIFICATIONS=10000`. */
const notifications = Number(process.env.KILN_NOTIFICATIONS ?? 200);

type Way = 'wechat' | 'alipay';
let wechat: WechatDouble;
let alipay: AlipayDouble;
let platform: TestPlatform;
let operator: Person;
/** Sweeps when the test says so: the platform's own comes every few seconds. */
let payments: Payments;

const publicUrl = 'https://kiln.example.com';

beforeAll(async () => {
  [wechat, alipay] = await Promise.all([startWechat(), startAlipay()]);
  const config = {
    url: publicUrl,
    wechat: {
      url: wechat.url,
      openUrl: wechat.url,
      authorizeUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
      appId: wechat.appId,
      appSecret: 'a-secret',
      merchant: wechat.merchant,
      serial: wechat.serial,
      privateKey: wechat.privateKey,
      apiKey: wechat.apiKey,
      publicKey: wechat.publicKey,
      hasH5: true,
    },
    alipay: {
      gateway: `${alipay.url}/gateway.do`,
      appId: alipay.appId,
      privateKey: alipay.privateKey,
      publicKey: alipay.publicKey,
      seller: alipay.seller,
    },
  };
  const superUsers = new Set<string>();
  platform = await startTestPlatform(createTestEngine(), { payments: config, superUsers });
  operator = await platform.register();
  superUsers.add(String(operator.uid));
  const log = createLog('silent');
  payments = createPayments({
    database: platform.database,
    tills: await openTills(config, () => 'y', log),
    sales: () => defaultSettings,
    limits: { order: async () => undefined },
    log,
  });
});
afterEach(() => {
  for (const { mood } of [wechat, alipay]) {
    Object.assign(mood, {
      isDown: false,
      losesAnswers: false,
      refundsLater: false,
      refusesRefunds: false,
    });
  }
});
afterAll(async () => {
  await platform?.stop();
  await Promise.all([wechat?.stop(), alipay?.stop()]);
});

const basic = { plan: 'basic', months: 1, fen: 1_900 } as const;

const make = (
  person: Person | undefined,
  way: Way,
  {
    key = randomUUID(),
    scene = 'desktop',
    ...more
  }: Record<string, unknown> & { key?: string } = {},
): Promise<Answer> =>
  platform.call('POST', '/api/pay/orders', {
    ...(person && { person }),
    headers: { 'Idempotency-Key': key },
    body: { ...basic, way, scene, ...more },
  });

interface Made {
  number: string;
  step: PayStep;
}

async function order(person: Person, way: Way, more: Record<string, unknown> = {}): Promise<Made> {
  const { status, body } = await make(person, way, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return { number: body.data.order.number, step: body.data.step };
}

/** Somebody pays at the provider. */
function pay(way: Way, { number, step }: Made): void {
  if (way === 'wechat') {
    wechat.pay(number);
    return;
  }
  if (step.kind !== 'address') throw new Error('Alipay has a page');
  alipay.visit(step.address);
  alipay.pay(number);
}

const tell = (
  way: Way,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<Answer> => platform.call('POST', `/api/pay/${way}/notify`, { headers, body });

const told = (way: Way, number: string) =>
  way === 'wechat' ? wechat.notification(number) : alipay.notification(number);

const view = async (person: Person, number: string) =>
  (await platform.call('GET', `/api/pay/orders/${number}`, { person })).body.data;
const check = (person: Person, number: string) =>
  platform.call('POST', `/api/pay/orders/${number}/check`, { person });
const refund = (number: string, person = operator, body = {}) =>
  platform.call('POST', `/api/manage/orders/${number}/refund`, { person, body });
const balance = async (person: Person) => (await platform.credits(person)).balance;

async function ledgerOf({ uid }: Person): Promise<[number, number][]> {
  const { rows } = await platform.database.execute<{ type_detail: number; change: number }>(sql`
    select type_detail, change from ledger where user_id = ${uid} and type_detail <> 7 order by id`);
  return rows.map((row) => [row.type_detail, row.change]);
}

/** The moment comes at which an order can't be paid any more, and at which it is asked about. */
const letTimePass = async (number: string) => {
  await platform.database.execute(sql`
    update orders set expires_at = now() - interval '1 second', ask_at = now() where number = ${number}`);
};
const letBeAsked = async (number: string) => {
  await platform.database.execute(sql`update orders set ask_at = now() where number = ${number}`);
};

for (const way of ['wechat', 'alipay'] as const) {
  test(`${way}: what was paid is booked once, by whatever way it becomes known, and the ledger says why`, async () => {
    const person = await platform.register();
    const made = await order(person, way);
    expect(made.number).toMatch(orderNumberPattern);
    expect(await view(person, made.number)).toMatchObject({
      state: 'open',
      fen: 1_900,
      credits: 360,
    });
    expect((await check(person, made.number)).body.data.state).toBe('open');
    pay(way, made);
    const first = await tell(way, told(way, made.number));
    expect(first.status).toBe(200);
    const again = await Promise.all(
      Array.from({ length: 10 }, () => tell(way, told(way, made.number))),
    );
    expect(again.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await check(person, made.number);
    // 300, and a fifth more for the first purchase.
    expect(await view(person, made.number)).toMatchObject({ state: 'paid', credits: 360 });
    expect(await balance(person)).toBe(410);
    expect(await ledgerOf(person)).toEqual([[5, 360]]);
    const { rows } = await platform.database.execute<{ ends_at: string | Date }>(sql`
      select ends_at from credit_lots where user_id = ${person.uid} and type_detail = 5`);
    const endMs = new Date(rows[0]?.ends_at ?? 0).getTime();
    expect(Math.abs(endMs - addMonths(Date.now(), 1))).toBeLessThan(60_000);
    const list = await platform.call('GET', '/api/pay/orders', { person });
    expect(list.body.data).toMatchObject({ total: 1, data: [{ number: made.number }] });

    const second = await order(person, way, { plan: 'standard', fen: 4_900 });
    pay(way, second);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    // Nobody told us: asking does.
    expect((await check(person, second.number)).body.data).toMatchObject({
      state: 'paid',
      credits: 900,
    });
    const info = await platform.call('GET', '/api/account/user_info', { person });
    expect(info.body.data.is_vip).toBe(true);

    const third = await order(person, way);
    pay(way, third);
    await letBeAsked(third.number);
    await payments.sweep();
    expect(await view(person, third.number)).toMatchObject({ state: 'paid', credits: 300 });
    expect(await balance(person)).toBe(410 + 900 + 300);
  });

  test(`${way}: an order that nobody paid is closed at its end, and what is paid all the same is booked`, async () => {
    const person = await platform.register();
    const unpaid = await order(person, way);
    await letTimePass(unpaid.number);
    await payments.sweep();
    expect((await view(person, unpaid.number)).state).toBe('closed');
    const next = await platform.call('POST', `/api/pay/orders/${unpaid.number}/step`, {
      person,
      body: { scene: 'desktop' },
    });
    expect(next.body.data.step).toBeNull();

    const late = await order(person, way);
    pay(way, late);
    await letTimePass(late.number);
    await payments.sweep();
    expect((await view(person, late.number)).state).toBe('paid');

    const given = await order(person, way);
    const closed = await platform.call('POST', `/api/pay/orders/${given.number}/close`, { person });
    expect(closed.body.data.state).toBe('closed');
    // It is not listed: nothing came of it.
    const list = await platform.call('GET', '/api/pay/orders', { person });
    expect(list.body.data.data.map(({ number }: { number: string }) => number)).toEqual([
      late.number,
    ]);
    await tell(
      way,
      way === 'wechat'
        ? wechat.notification(given.number, { fen: 1_900 })
        : alipay.notification(given.number, { fen: 1_900 }),
    );
    expect((await view(person, given.number)).state).toBe('paid');
  });

  test(`${way}: with the provider away, or its answer lost, nothing is lost and the same call goes on`, async () => {
    const person = await platform.register();
    const { mood } = way === 'wechat' ? wechat : alipay;
    const key = randomUUID();
    mood.losesAnswers = true;
    const lost = await make(person, way, { key });
    // Alipay is not asked before somebody pays.
    expect(lost.status).toBe(way === 'wechat' ? 503 : 200);
    mood.losesAnswers = false;
    const made = await order(person, way, { key });
    pay(way, made);
    mood.isDown = true;
    expect((await check(person, made.number)).status).toBe(503);
    await letBeAsked(made.number);
    await payments.sweep();
    expect((await view(person, made.number)).state).toBe('open');
    mood.isDown = false;
    await letBeAsked(made.number);
    await payments.sweep();
    expect(await balance(person)).toBe(410);
    expect(await ledgerOf(person)).toEqual([[5, 360]]);
  });

  test(`${way}: a refund takes back what is left of the credits, then pays back as much of the money`, async () => {
    const person = await platform.register(0);
    const made = await order(person, way);
    pay(way, made);
    await tell(way, told(way, made.number));
    expect((await refund(made.number, person)).status).toBe(403);
    // A tenth is spent: 36 of 360.
    for (let spent = 0; spent < 36; spent += 4) {
      const job = await platform.generate(person, 'a pot', { n: 4 });
      await platform.ended(person, job.body.id);
    }
    expect(await balance(person)).toBe(324);
    const { mood, trades } = way === 'wechat' ? wechat : alipay;
    mood.isDown = true;
    expect((await refund(made.number)).body.data.state).toBe('refunding');
    expect(await balance(person)).toBe(0);
    mood.isDown = false;
    mood.refundsLater = true;
    await letBeAsked(made.number);
    await payments.sweep();
    expect((await view(person, made.number)).state).toBe('refunding');
    mood.refundsLater = false;
    await letBeAsked(made.number);
    await payments.sweep();
    expect(await view(person, made.number)).toMatchObject({
      state: 'refunded',
      refunded_fen: 1_710,
    });
    expect([...(trades.get(made.number)?.refunds.values() ?? [])]).toEqual([1_710]);
    expect((await refund(made.number)).status).toBe(409);
    expect((await ledgerOf(person)).at(-1)).toEqual([53, -324]);
    // Told once more that it was paid: it stays what it is.
    await tell(way, told(way, made.number));
    expect((await view(person, made.number)).state).toBe('refunded');
  });

  test(`${way}: a refund whose answer was lost is paid back once, and its credits stay away`, async () => {
    const person = await platform.register(0);
    const made = await order(person, way);
    pay(way, made);
    await tell(way, told(way, made.number));
    const { mood, trades } = way === 'wechat' ? wechat : alipay;
    mood.losesAnswers = true;
    const lost = await refund(made.number, operator, { reason: 'It was not what they wanted' });
    expect(lost.body.data.state).toBe('refunding');
    mood.losesAnswers = false;
    await letBeAsked(made.number);
    await payments.sweep();
    expect((await view(person, made.number)).state).toBe('refunded');
    expect([...(trades.get(made.number)?.refunds.values() ?? [])]).toEqual([1_900]);
    expect(await balance(person)).toBe(0);
  });

  test(`${way}: a refund that the provider refuses gives the credits back`, async () => {
    const person = await platform.register(0);
    const made = await order(person, way);
    pay(way, made);
    await tell(way, told(way, made.number));
    (way === 'wechat' ? wechat : alipay).mood.refusesRefunds = true;
    const refused = await refund(made.number);
    expect(refused.body.data).toMatchObject({ state: 'paid', refunded_fen: 0 });
    expect(refused.body.data.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'paid',
      'refund-begun',
      'refund-refused',
    ]);
    expect(await balance(person)).toBe(360);
    expect(await ledgerOf(person)).toEqual([
      [5, 360],
      [53, -360],
      [54, 360],
    ]);
  });
}

for (const way of ['wechat', 'alipay'] as const) {
  test(`${way}: a hundred questions and notifications at once book a payment once, and a hundred refunds pay it back once`, async () => {
    const person = await platform.register(0);
    const made = await order(person, way);
    pay(way, made);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        at % 2 === 0 ? check(person, made.number) : tell(way, told(way, made.number)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(await ledgerOf(person)).toEqual([[5, 360]]);
    const refunds = await Promise.all(Array.from({ length: 100 }, () => refund(made.number)));
    expect(refunds.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(refunds.filter(({ status }) => status === 409)).toHaveLength(99);
    expect(await ledgerOf(person)).toEqual([
      [5, 360],
      [53, -360],
    ]);
    const { trades } = way === 'wechat' ? wechat : alipay;
    expect([...(trades.get(made.number)?.refunds.values() ?? [])]).toEqual([1_900]);
  });
}

test('who buys twice at once has bought the first time once', async () => {
  const person = await platform.register(0);
  const one = await order(person, 'alipay');
  pay('alipay', one);
  const other = await make(person, 'wechat');
  // The one before was paid while it was given up.
  expect((await view(person, one.number)).state).toBe('paid');
  wechat.pay(other.body.data.order.number);
  await tell('wechat', wechat.notification(other.body.data.order.number));
  expect(await balance(person)).toBe(360 + 300);
});

test('a hundred orders with one key are one order, and a key of another order is refused', async () => {
  const person = await platform.register();
  const key = randomUUID();
  const all = await Promise.all(Array.from({ length: 100 }, () => make(person, 'wechat', { key })));
  expect(all.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(new Set(all.map(({ body }) => body.data.order.number)).size).toBe(1);
  expect((await make(person, 'alipay', { key })).status).toBe(422);
  expect((await make(person, 'wechat', { fen: 1 })).status).toBe(409);
  expect((await make(person, 'wechat', { months: 2 })).status).toBe(400);
  expect((await make(undefined, 'wechat')).body.code).toBe('login-required');
});

test('nobody sees, pays for or closes an order of somebody else', async () => {
  const [owner, stranger] = [await platform.register(), await platform.register()];
  const { number } = await order(owner, 'wechat');
  for (const [method, target] of [
    ['GET', ''],
    ['POST', '/check'],
    ['POST', '/close'],
  ] as const) {
    const answer = await platform.call(method, `/api/pay/orders/${number}${target}`, {
      person: stranger,
    });
    expect(answer.status, target).toBe(404);
  }
  expect((await view(owner, number)).state).toBe('open');
});

test('each scene has its way to pay: a code, a page, and WeChat’s own window', async () => {
  const person = await platform.register();
  const desktop = await order(person, 'wechat');
  expect(desktop.step).toMatchObject({ kind: 'code', code: expect.stringMatching(/^weixin:/) });
  const phone = await order(person, 'wechat', { scene: 'phone' });
  expect(phone.step).toMatchObject({ kind: 'address' });
  const back = new URL(phone.step.kind === 'address' ? phone.step.address : '');
  expect(back.searchParams.get('redirect_url')).toBe(
    `${publicUrl}/wxredirect?order=${phone.number}`,
  );
  const inside = await order(person, 'wechat', { scene: 'wechat' });
  expect(inside.step.kind).toBe('identify');
  const go = (code: string) =>
    platform.call('POST', `/api/pay/orders/${inside.number}/step`, {
      person,
      body: { scene: 'wechat', code },
    });
  expect((await go('not-a-code')).status).toBe(503);
  expect((await go('a-code')).body.data.step).toMatchObject({
    kind: 'bridge',
    params: { appId: wechat.appId, package: `prepay_id=wx${inside.number}`, signType: 'RSA' },
  });
  const page = await order(person, 'alipay', { scene: 'phone' });
  const { searchParams } = new URL(page.step.kind === 'address' ? page.step.address : '');
  expect(searchParams.get('method')).toBe('alipay.trade.wap.pay');
  expect(searchParams.get('return_url')).toBe(`${publicUrl}/ypay?order=${page.number}`);
});

test('WeChat Pay that signs by certificates has them fetched, and is believed by them', async () => {
  const old = await startWechat(true);
  try {
    const { url, appId, merchant, serial, privateKey, apiKey } = old;
    const config = {
      url: publicUrl,
      wechat: {
        url,
        openUrl: url,
        authorizeUrl: url,
        appId,
        appSecret: null,
        merchant,
        serial,
        privateKey,
        apiKey,
        publicKey: null,
        hasH5: false,
      },
      alipay: null,
    };
    const log = createLog('silent');
    const [till] = await openTills(config, () => 'y', log);
    if (!till) throw new Error('no till was opened');
    expect(till.scenes).toEqual(['desktop']);
    const number = 'K20261126ABCDEFGHIJKLMNOP';
    const expiresAt = new Date(Date.now() + 60_000);
    const payer = { scene: 'desktop', address: '192.0.2.1', code: null } as const;
    await till.begin({ number, fen: 1_900, title: 'Kiln', expiresAt }, payer);
    old.pay(number);
    const read = async (more: Parameters<typeof old.notification>[1]) => {
      const { headers, body } = old.notification(number, more);
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      return till.readNotification({ headers: Object.fromEntries(lower), body: Buffer.from(body) });
    };
    expect(await read({})).toMatchObject({ kind: 'paid', order: number, payment: { fen: 1_900 } });
    await expect(read({ isForged: true })).rejects.toMatchObject({ reason: 'forged' });
  } finally {
    await old.stop();
  }
});

/** One notification; only what is right moves anything. */
type Kind =
  | 'right'
  | 'forged'
  | 'stale'
  | 'other-amount'
  | 'other-merchant'
  | 'other-key'
  | 'unknown-order'
  | 'broken';
const kinds: readonly Kind[] = [
  'right',
  'forged',
  'stale',
  'other-amount',
  'other-merchant',
  'other-key',
  'unknown-order',
  'broken',
];

function notificationOf(way: Way, kind: Kind, number: string) {
  const longAgo = Math.floor(Date.now() / 1_000) - 400;
  const nobody = `K20200101${'0'.repeat(16)}`;
  const wechatly = {
    right: () => wechat.notification(number),
    forged: () => wechat.notification(number, { isForged: true }),
    stale: () => wechat.notification(number, { timestamp: longAgo }),
    'other-amount': () => wechat.notification(number, { fen: 1 }),
    'other-merchant': () => wechat.notification(number, { merchant: '1900000001' }),
    'other-key': () => wechat.notification(number, { apiKey: 'x'.repeat(32) }),
    'unknown-order': () => wechat.notification(nobody),
    broken: () => ({ ...wechat.notification(number), body: '{"event_type":' }),
  };
  const alipayly = {
    right: () => alipay.notification(number),
    forged: () => alipay.notification(number, { isForged: true }),
    // It has no age, and is booked once: it only says again what is known.
    stale: () => alipay.notification(number, { status: 'TRADE_CLOSED' }),
    'other-amount': () => alipay.notification(number, { fen: 1_900_000 }),
    'other-merchant': () => alipay.notification(number, { seller: '2088000000000000' }),
    'other-key': () => alipay.notification(number, { isOldSignature: true }),
    'unknown-order': () => alipay.notification(nobody),
    broken: () => ({ ...alipay.notification(number), body: 'sign=&sign_type=RSA2&app_id[]=1' }),
  };
  return (way === 'wechat' ? wechatly : alipayly)[kind]();
}

test(`${notifications} notifications, doubled, reordered, forged and with another amount: what was paid is booked once, and nothing else`, async () => {
  interface Bought {
    person: Person;
    way: Way;
    made: Made;
    isPaid: boolean;
  }
  const bought: Bought[] = [];
  const orders = Math.max(8, Math.round(notifications / 20));
  for (let at = 0; at < orders; at += 1) {
    const person = await platform.register(0);
    const way = at % 2 === 0 ? 'wechat' : 'alipay';
    const made = await order(person, way);
    const isPaid = at % 4 < 2;
    if (isPaid) pay(way, made);
    bought.push({ person, way, made, isPaid });
  }
  const seed = Number(process.env.KILN_SEED ?? 20_261_126);
  const script = fc.sample(
    fc.record({ which: fc.nat(orders - 1), kind: fc.constantFrom(...kinds) }),
    { numRuns: notifications, seed },
  );
  // Whatever chance left out.
  for (const [which, { isPaid }] of bought.entries()) {
    if (isPaid) script.push({ which, kind: 'right' }, { which, kind: 'right' });
  }
  for (let from = 0; from < script.length; from += 20) {
    await Promise.all(
      script.slice(from, from + 20).map(async ({ which, kind }) => {
        const one = bought[which];
        // A provider does not tell of what nobody paid.
        if (!one || (kind === 'right' && !one.isPaid)) return;
        const answer = await tell(one.way, notificationOf(one.way, kind, one.made.number));
        expect(answer.status, kind).toBeLessThan(500);
      }),
    );
  }
  for (const { person, made, isPaid } of bought) {
    expect((await view(person, made.number)).state).toBe(isPaid ? 'paid' : 'open');
    expect(await balance(person)).toBe(isPaid ? 360 : 0);
    expect(await ledgerOf(person)).toEqual(isPaid ? [[5, 360]] : []);
  }
});

test('what an operator forgot or mistook is said in a sentence, before anything starts', async () => {
  const tills = await startTills('https://kiln.example.com');
  const { environment } = tills;
  try {
    const wrong: [Record<string, string | undefined>, RegExp][] = [
      [{ KILN_PUBLIC_URL: undefined }, /KILN_WECHAT_APP_ID: needs KILN_PUBLIC_URL/],
      [{ KILN_WECHAT_API_KEY: 'short' }, /KILN_WECHAT_API_KEY: its value must be the APIv3 key/],
      [{ KILN_WECHAT_SERIAL: undefined }, /needs KILN_WECHAT_SERIAL, too/],
      [{ KILN_WECHAT_KEY_FILE: '/nowhere.pem' }, /KILN_WECHAT_KEY_FILE: .* cannot be read/],
      [
        { KILN_ALIPAY_KEY_FILE: environment['KILN_ALIPAY_PUBLIC_KEY_FILE'] },
        /KILN_ALIPAY_KEY_FILE: .* holds no private RSA key/,
      ],
      [{ KILN_ALIPAY_SELLER: 'me' }, /KILN_ALIPAY_SELLER: "me" must be a number/],
    ];
    for (const [change, words] of wrong) {
      expect(() => readConfig({ ...environment, ...change })).toThrow(words);
    }
    const { payments: read, publicHosts } = readConfig(environment);
    expect(read?.wechat?.publicKey?.id).toMatch(/^PUB_KEY_ID_/);
    expect(publicHosts).toContain('kiln.example.com');
    expect(readConfig({}).payments).toBeNull();
  } finally {
    await tills.stop();
  }
});

test('a way that is not open, and a plan that is not sold, are none', async () => {
  const answer = await platform.call('POST', '/api/pay/paypal/notify', { body: {} });
  expect(answer.status).toBe(404);
  const plans = await platform.call('GET', '/api/pay/plans');
  expect(plans.body.data).toMatchObject({ is_first: true, bonus_until: null });
  expect(plans.body.data.ways.map(({ name }: { name: string }) => name)).toEqual([
    'alipay',
    'wechat',
  ]);
  expect(plans.body.data.plans.map(({ name }: { name: string }) => name)).toEqual([
    'basic',
    'standard',
    'premium',
  ]);
  expect((await platform.call('GET', '/healthz')).body.tills).toEqual(['alipay', 'wechat']);
});
