import { randomInt } from 'node:crypto';

import type * as contract from '../../src/api/contract/payments.ts';
import type { OrderView, PayStep } from '../../src/api/contract/payments.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import { bonusCredits, orderLifetimeMs, planMonths, planNames } from '../../src/domain/payments.ts';
import type { PayWay, PlanMonths, PurchaseBonus } from '../../src/domain/payments.ts';
import type { Database } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Log } from '../log.ts';
import { beginRefund, bookPayment, bookRefund, endOrder, refundNumber } from './bookkeeping.ts';
import {
  addEvent,
  addOrder,
  changeOrder,
  findOrderByKey,
  hasBought,
  listEvents,
  listAllOrders,
  listOrdersOf,
  lockOrder,
  openOrdersOf,
  readOrder,
  takeDueOrder,
} from './store.ts';
import type { Order } from './store.ts';
import { NotificationRefused, TillError } from './till.ts';
import type { Asked, Payer, RawNotification, RefundState, Reply, Till } from './till.ts';

type Sales = Pick<DeploymentSettings, 'brand' | 'brand_code' | 'plans' | 'purchase_bonus'>;

export interface PaymentOptions {
  database: Database;
  /** Those that are open. */
  tills: readonly Till[];
  /** What is sold, as it is set at the moment of asking. */
  sales: () => Sales;
  limits: Pick<RateLimits, 'order'>;
  log: Log;
}

type WithStep = AnswerOf<typeof contract.createOrder>['data'];
type Managed = AnswerOf<typeof contract.findOrder>['data'];

export interface Payments {
  /** Those that are open. */
  readonly ways: readonly PayWay[];
  plans(user: Caller | null): Promise<AnswerOf<typeof contract.getPlans>['data']>;
  /**
   * @throws Problem 404 for what is not sold, 409 for another price than was told, 422 for a key of another order, 503
   *   when the provider can't be reached; the order stays, and the same call goes on with it
   */
  create(
    user: Caller,
    key: string,
    body: ReadOf<typeof contract.createOrder, 'body'>,
    address: string,
  ): Promise<WithStep>;
  /** How an open order is paid now. @throws Problem 404, 503 */
  proceed(user: Caller, number: string, payer: Payer): Promise<WithStep>;
  /** @throws Problem 404 */
  read(user: Caller, number: string): Promise<OrderView>;
  /** Asks the provider. @throws Problem 404, 503 */
  check(user: Caller, number: string): Promise<OrderView>;
  /** @throws Problem 404, 503 */
  close(user: Caller, number: string): Promise<OrderView>;
  list(
    user: Caller,
    page: { limit: number; offset: number },
  ): Promise<{ data: OrderView[]; total: number }>;
  /** Of everybody, for an operator. @param search number of an order, of its payment, or of a person */
  listAll(
    search: string,
    page: { limit: number; offset: number },
  ): Promise<{ data: (OrderView & { uid: string | null })[]; total: number }>;
  /** For an operator. @throws Problem 404 */
  find(number: string): Promise<Managed>;
  /** For an operator. @throws Problem 404, 409 */
  refund(number: string, by: Caller, reason: string): Promise<Managed>;
  /** Takes what a provider tells by itself; null where that way is not open. */
  notify(way: string, raw: RawNotification): Promise<Reply | null>;
  /** Asks about every order whose time it is. */
  sweep(): Promise<void>;
}

/** Between questions about one order: at once in the beginning, once an hour in the end. */
const askAfterMs = [30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000];
/** Between what a page may ask about one order. */
const checkEveryMs = 1_500;
const numberLetters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Day and chance: nobody can tell from it how much is sold. */
export function newOrderNumber(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '');
  const letters = Array.from({ length: 16 }, () => numberLetters[randomInt(numberLetters.length)]);
  return `K${day}${letters.join('')}`;
}

const creditsOf = (order: Order): number =>
  order.state === 'open' || order.state === 'closed'
    ? order.credits + order.firstBonus + order.limitedBonus
    : Math.max(1, order.granted);

const viewOf = (order: Order): OrderView => ({
  number: order.number,
  state: order.state,
  plan: order.plan,
  months: order.months as PlanMonths,
  way: order.way,
  fen: order.amountFen,
  credits: creditsOf(order),
  gives_vip: order.givesVip,
  created_at: order.createdAt.toISOString(),
  expires_at: order.expiresAt.toISOString(),
  paid_at: order.paidAt?.toISOString() ?? null,
  refunded_fen: order.refundFen,
});

function bonusOf({ purchase_bonus: bonus }: Sales): PurchaseBonus {
  const untilMs = bonus.until === '' ? Number.NaN : Date.parse(bonus.until);
  return {
    firstPercent: bonus.first_percent,
    limitedPercent: bonus.limited_percent,
    untilMs: Number.isNaN(untilMs) ? null : untilMs,
  };
}

const tillFailed = (error: unknown) =>
  new Problem(503, 'engine-unavailable', 'The payment provider cannot be reached now', {
    headers: { 'Retry-After': '10' },
    cause: error,
  });

export function createPayments(options: PaymentOptions): Payments {
  const { database, tills, sales, limits, log } = options;
  const tillOf = new Map<string, Till>(tills.map((till) => [till.way, till]));
  /** When a page last had an order asked about, in this process. */
  const checkedAtMs = new Map<string, number>();
  /** Orders that are being made in this process, by person and key. */
  const making = new Map<string, Promise<Order>>();

  function tillFor(way: PayWay): Till {
    const till = tillOf.get(way);
    if (!till) throw notFound('Way to pay');
    return till;
  }

  async function ownOrder(user: Caller, number: string): Promise<Order> {
    const order = await readOrder(database, number, user.id);
    if (!order) throw notFound('Order');
    return order;
  }

  /** Takes what a provider answered; the order afterwards is read anew. */
  async function take(order: Order, asked: Asked): Promise<void> {
    const { number, way } = order;
    if (asked.state === 'paid') {
      await bookPayment(database, log, { way, number, payment: asked.payment });
      return;
    }
    const isOver = order.expiresAt.getTime() <= Date.now();
    if (order.state !== 'open' || !isOver) return;
    if (asked.state === 'unpaid') {
      // Who pays in this very moment is booked all the same: closing says so.
      if ((await tillFor(way).close(number)) === 'paid') {
        await take(order, await tillFor(way).ask(number));
        return;
      }
    }
    await endOrder(database, number, 'timeout');
  }

  async function payBack(order: Order): Promise<void> {
    const refund = refundNumber(order);
    const { number, way, refundFen: fen, amountFen: ofFen } = order;
    const state: RefundState = await tillFor(way).refund({
      number: refund,
      order: number,
      fen,
      ofFen,
      reason: order.refundReason,
    });
    await bookRefund(database, log, { number, refund, state });
  }

  async function stepOf(order: Order, payer: Payer): Promise<PayStep | null> {
    if (order.state !== 'open') return null;
    const { number, amountFen: fen, expiresAt } = order;
    const { brand } = sales();
    const title = `${brand.name || 'Kiln'} · ${order.credits + order.limitedBonus}`;
    try {
      return await tillFor(order.way).begin({ number, fen, title, expiresAt }, payer);
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      await addEvent(database, order.id, 'not-begun', error.message);
      log.warn({ err: error, order: number }, 'an order could not be begun at its provider');
      throw tillFailed(error);
    }
  }

  /** What is asked on somebody's behalf, who has to hear that nobody answered. */
  async function askNow(order: Order): Promise<void> {
    try {
      await take(order, await tillFor(order.way).ask(order.number));
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      log.warn({ err: error, order: order.number }, 'a provider could not be asked');
      throw tillFailed(error);
    }
  }

  async function giveUp(order: Order): Promise<void> {
    try {
      const state = await tillFor(order.way).close(order.number);
      if (state === 'paid') await askNow(order);
      else await endOrder(database, order.number, 'given-up');
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      throw tillFailed(error);
    }
  }

  async function addNew(
    user: Caller,
    key: string,
    { plan, months, way, fen }: ReadOf<typeof contract.createOrder, 'body'>,
  ): Promise<Order> {
    tillFor(way);
    const { plans } = sales();
    const offer = plans[plan].offers[String(months)];
    if (!offer) throw notFound('Plan');
    if (offer.fen !== fen) throw new Problem(409, 'conflict', 'The price is another one by now');
    await limits.order(user.id);
    const nowMs = Date.now();
    const isFirst = !(await hasBought(database, user.id));
    const bonus = bonusCredits(offer.credits, bonusOf(sales()), isFirst, nowMs);
    const { order, isNew } = await addOrder(database, {
      number: newOrderNumber(nowMs),
      userId: user.id,
      key,
      plan,
      months,
      way,
      amountFen: offer.fen,
      credits: offer.credits,
      firstBonus: bonus.first,
      limitedBonus: bonus.limited,
      givesVip: plans[plan].gives_vip,
      expiresAt: new Date(nowMs + orderLifetimeMs),
      askAt: new Date(nowMs + (askAfterMs[0] ?? 0)),
    });
    if (!isNew) return order;
    log.info({ order: order.number, user: user.id, fen }, 'an order was made');
    // Whoever orders anew has given up what they ordered before; where nobody answers now the sweep does it.
    for (const earlier of await openOrdersOf(database, user.id)) {
      if (earlier.createdAt < order.createdAt) await giveUp(earlier).catch(() => undefined);
    }
    return order;
  }

  /** Repeats that come at the same moment wait for the first: each would count as an order else. */
  function addOnce(...[user, key, body]: Parameters<typeof addNew>): Promise<Order> {
    const name = `${user.id} ${key}`;
    const begun = making.get(name) ?? addNew(user, key, body).finally(() => making.delete(name));
    making.set(name, begun);
    return begun;
  }

  async function managed(order: Order): Promise<Managed> {
    const events = await listEvents(database, order.id);
    return {
      ...viewOf(order),
      uid: order.userId === null ? null : String(order.userId),
      transaction: order.transaction,
      events: events.map(({ kind, detail, createdAt }) => ({
        kind,
        detail,
        at: createdAt.toISOString(),
      })),
    };
  }

  async function sweepOne(order: Order): Promise<void> {
    if (order.state === 'refunding') {
      await payBack(order);
      return;
    }
    const asked = await tillFor(order.way).ask(order.number);
    await take(order, asked);
    if (order.state === 'closed' && asked.state !== 'paid') {
      await database.transaction(async (transaction) => {
        const now = await lockOrder(transaction, order.number);
        if (now?.state === 'closed') await changeOrder(transaction, now.id, { askAt: null });
      });
    }
  }

  return {
    ways: tills.map(({ way }) => way),

    async plans(user) {
      const { plans, purchase_bonus: _bonus, brand_code: code } = sales();
      const bonus = bonusOf(sales());
      const isFirst = user === null || !(await hasBought(database, user.id));
      const nowMs = Date.now();
      const isLimited = bonus.limitedPercent > 0 && bonus.untilMs !== null && nowMs < bonus.untilMs;
      const first: PayWay = code === 'w' ? 'wechat' : 'alipay';
      return {
        plans: planNames
          .map((name) => ({
            name,
            gives_vip: plans[name].gives_vip,
            offers: planMonths.flatMap((months) => {
              const offer = plans[name].offers[String(months)];
              if (!offer) return [];
              const more = bonusCredits(offer.credits, bonus, isFirst, nowMs);
              return [{ months, ...offer, first_bonus: more.first, limited_bonus: more.limited }];
            }),
          }))
          .filter(({ offers }) => offers.length > 0),
        ways: tills
          .map((till) => ({ name: till.way, scenes: [...till.scenes] }))
          .toSorted((a, b) => Number(b.name === first) - Number(a.name === first)),
        is_first: isFirst,
        bonus_until: isLimited ? new Date(bonus.untilMs ?? 0).toISOString() : null,
      };
    },

    async create(user, key, body, address) {
      const { plan, months, way, scene } = body;
      const known = await findOrderByKey(database, user.id, key);
      const order = known ?? (await addOnce(user, key, body));
      if (order.plan !== plan || order.months !== months || order.way !== way) {
        throw new Problem(422, 'idempotency-mismatch', 'This key was used for another order');
      }
      const step = await stepOf(order, { scene, address, code: null });
      return { order: viewOf(order), step };
    },

    async proceed(user, number, payer) {
      const order = await ownOrder(user, number);
      const step = order.expiresAt.getTime() > Date.now() ? await stepOf(order, payer) : null;
      return { order: viewOf(order), step };
    },

    read: async (user, number) => viewOf(await ownOrder(user, number)),

    async check(user, number) {
      const order = await ownOrder(user, number);
      const nowMs = Date.now();
      const isWaiting = order.state === 'open' || order.state === 'closed';
      const isSoon = nowMs - (checkedAtMs.get(number) ?? 0) < checkEveryMs;
      if (!isWaiting || isSoon) return viewOf(order);
      for (const [one, atMs] of checkedAtMs)
        if (nowMs - atMs > checkEveryMs) checkedAtMs.delete(one);
      checkedAtMs.set(number, nowMs);
      await askNow(order);
      return viewOf(await ownOrder(user, number));
    },

    async close(user, number) {
      const order = await ownOrder(user, number);
      if (order.state === 'open') await giveUp(order);
      return viewOf(await ownOrder(user, number));
    },

    async list(user, page) {
      const { rows, total } = await listOrdersOf(database, user.id, page);
      return { data: rows.map(viewOf), total };
    },

    async listAll(search, page) {
      const { rows, total } = await listAllOrders(database, search.trim(), page);
      const data = rows.map((order) => ({
        ...viewOf(order),
        uid: order.userId === null ? null : String(order.userId),
      }));
      return { data, total };
    },

    async find(number) {
      const order = await readOrder(database, number);
      if (!order) throw notFound('Order');
      return managed(order);
    },

    async refund(number, by, reason) {
      const begun = await beginRefund(database, number, { by: by.id, reason });
      // Where the provider can't be reached now the sweep goes on with it.
      await payBack(begun).catch((error: unknown) => {
        log.warn({ err: error, order: number }, 'a refund waits for its provider');
      });
      return managed((await readOrder(database, number)) ?? begun);
    },

    async notify(way, raw) {
      const till = tillOf.get(way);
      if (!till) return null;
      try {
        const told = await till.readNotification(raw);
        if (told.kind === 'paid') {
          const { order: number, payment } = told;
          const booked = await bookPayment(database, log, { way: till.way, number, payment });
          // It is the provider's own word, and repeating it would change nothing: an operator has to look.
          if (booked === 'unknown-order') {
            await addEvent(
              database,
              null,
              'unknown-order',
              `${way} ${number} ${payment.transaction}`,
            );
            log.error({ way, order: number }, 'a payment came for an order that is none');
          }
        } else if (told.kind === 'refund') {
          const { order: number, refund, state } = told;
          await bookRefund(database, log, { number, refund, state });
        }
        return till.reply('understood');
      } catch (error) {
        if (error instanceof NotificationRefused) {
          log.warn({ way, reason: error.reason }, `a notification was refused: ${error.message}`);
          return till.reply('refused');
        }
        log.error({ err: error, way }, 'a notification could not be taken');
        return till.reply('later');
      }
    },

    async sweep() {
      const nextAt = ({ asks }: Order) =>
        new Date(Date.now() + (askAfterMs[Math.min(asks, askAfterMs.length - 1)] ?? 0));
      for (;;) {
        const order = await takeDueOrder(database, nextAt);
        if (!order) return;
        try {
          await sweepOne(order);
        } catch (error) {
          log.warn({ err: error, order: order.number }, 'an order could not be asked about');
          if (order.state === 'refunding') {
            await addEvent(database, order.id, 'refund-waits', String(error));
          }
        }
      }
    },
  };
}
