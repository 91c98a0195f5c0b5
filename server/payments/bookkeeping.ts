import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import { addMonths, refundFen } from '../../src/domain/payments.ts';
import type { PayWay } from '../../src/domain/payments.ts';
import { extendVip, lockAccount } from '../accounts/service.ts';
import { grant, takeBackLot } from '../credits/ledger.ts';
import type { Database } from '../database/connect.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import { addEvent, changeOrder, hasBought, lockOrder } from './store.ts';
import type { Order } from './store.ts';
import type { Payment, RefundState } from './till.ts';

/** An order is over for the provider a while after nobody can pay it any more. */
const lastAskMs = 2 * 60_000;

/** How a payment that was proven was taken. */
export type Booked = 'booked' | 'known' | 'unknown-order' | 'wrong-amount' | 'second-payment';

/**
 * Books money that a provider proves to have taken: the order is paid, its credits are a lot, and the ledger says why,
 * in one transaction. Whatever comes again changes nothing.
 */
export function bookPayment(
  database: Database,
  log: Log,
  { way, number, payment }: { way: PayWay; number: string; payment: Payment },
): Promise<Booked> {
  return database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, number);
    if (!order || order.way !== way) return 'unknown-order';
    const said = `${payment.transaction}, ${payment.fen} fen`;
    if (payment.fen !== order.amountFen) {
      await addEvent(transaction, order.id, 'wrong-amount', said);
      log.error({ order: number, fen: payment.fen }, 'a payment of another amount was not booked');
      return 'wrong-amount';
    }
    if (order.state !== 'open' && order.state !== 'closed') {
      if (order.transaction === payment.transaction) return 'known';
      await addEvent(transaction, order.id, 'second-payment', said);
      log.error({ order: number }, 'an order was paid a second time: pay it back at the provider');
      return 'second-payment';
    }
    const { userId, id, months } = order;
    const paid = { state: 'paid', transaction: payment.transaction, askAt: null } as const;
    const paidAt = payment.paidAt;
    await addEvent(transaction, id, 'paid', said);
    if (userId === null) {
      await changeOrder(transaction, id, { ...paid, paidAt });
      log.error({ order: number }, 'an order was paid whose account is gone: pay it back');
      return 'booked';
    }
    // One person's payments stand in a line here, so that only one of them can be the first.
    await lockAccount(transaction, userId);
    if (order.givesVip) await extendVip(transaction, userId, months);
    const isFirst = !(await hasBought(transaction, userId, id));
    const granted = order.credits + (isFirst ? order.firstBonus : 0) + order.limitedBonus;
    const { lotId } = await grant(
      transaction,
      userId,
      granted,
      ledgerTypeDetails.packagePurchase,
      new Date(addMonths(Date.now(), months)),
      id,
    );
    await changeOrder(transaction, id, { ...paid, paidAt, lotId, granted });
    log.info({ order: number, user: userId, credits: granted }, 'an order was paid');
    return 'booked';
  });
}

/**
 * Ends an order that nobody can pay any more. One that the provider has not heard of yet can still be paid until its
 * own end there, so it is asked about once more.
 */
export function endOrder(
  database: Database,
  number: string,
  why: 'timeout' | 'given-up',
): Promise<Order | null> {
  return database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, number);
    if (order?.state !== 'open') return order;
    await addEvent(transaction, order.id, 'closed', why);
    const askAt = new Date(Math.max(order.expiresAt.getTime(), Date.now()) + lastAskMs);
    return changeOrder(transaction, order.id, { state: 'closed', askAt });
  });
}

/** A refund's number is its order's and how many there were before. */
export const refundNumber = (order: Pick<Order, 'number' | 'refunds'>): string =>
  `${order.number}R${order.refunds}`;

/**
 * Takes what is left of a paid order's credits back, before any money goes: what was taken nobody can spend.
 * @throws Problem 404 for an order that is none, 409 for one that can't be refunded
 */
export function beginRefund(
  database: Database,
  number: string,
  { by, reason }: { by: number; reason: string },
): Promise<Order> {
  return database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, number);
    if (!order) throw new Problem(404, 'not-found', 'Order not found');
    if (order.state !== 'paid') {
      throw new Problem(409, 'conflict', 'Only an order that is paid can be refunded');
    }
    const { id, userId, lotId, amountFen } = order;
    let change = { fen: amountFen, credits: 0, endsAt: null as Date | null };
    if (userId !== null && lotId !== null) {
      const { taken, given, endsAt } = await takeBackLot(transaction, userId, lotId, id);
      change = { fen: refundFen(amountFen, taken, given), credits: taken, endsAt };
    }
    if (change.fen === 0) {
      throw new Problem(409, 'conflict', 'All of its credits were spent, or have ended');
    }
    const { fen, credits } = change;
    await addEvent(transaction, id, 'refund-begun', `${fen} fen, ${credits} credits, by ${by}`);
    return changeOrder(transaction, id, {
      state: 'refunding',
      refundFen: fen,
      refundCredits: credits,
      refundReason: reason,
      refundEndsAt: change.endsAt,
      refunds: order.refunds + 1,
      asks: 0,
      askAt: new Date(),
    });
  });
}

/** Books what became of a refund; where it never comes, its credits come back and end when they would have ended. */
export function bookRefund(
  database: Database,
  log: Log,
  { number, refund, state }: { number: string; refund: string; state: RefundState },
): Promise<Order | null> {
  return database.transaction(async (transaction) => {
    const order = await lockOrder(transaction, number);
    if (order?.state !== 'refunding' || refundNumber(order) !== refund) return order;
    if (state === 'pending') return order;
    const { id, userId, refundCredits } = order;
    if (state === 'done') {
      if (userId !== null && order.givesVip) {
        await extendVip(transaction, userId, -order.months);
      }
      await addEvent(transaction, id, 'refunded', `${order.refundFen} fen`);
      log.info({ order: number, fen: order.refundFen }, 'an order was refunded');
      return changeOrder(transaction, id, { state: 'refunded', askAt: null });
    }
    await addEvent(transaction, id, 'refund-refused');
    log.error({ order: number }, 'the provider refused a refund; its credits came back');
    let { lotId } = order;
    if (userId !== null && refundCredits > 0) {
      const { refundUndone } = ledgerTypeDetails;
      ({ lotId } = await grant(
        transaction,
        userId,
        refundCredits,
        refundUndone,
        order.refundEndsAt,
        id,
      ));
    }
    return changeOrder(transaction, id, {
      state: 'paid',
      lotId,
      refundFen: 0,
      refundCredits: 0,
      refundEndsAt: null,
      askAt: null,
    });
  });
}
