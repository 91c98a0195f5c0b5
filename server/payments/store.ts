import { and, asc, count, desc, eq, inArray, isNotNull, lte, ne, sql, or } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { orders, paymentEvents } from './tables.ts';

export type Order = typeof orders.$inferSelect;
export type NewOrder = typeof orders.$inferInsert;
export interface PaymentEvent {
  kind: string;
  detail: string;
  createdAt: Date;
}

/** States in which money was taken. */
const bought = ['paid', 'refunding', 'refunded'] as const;
const detailMaxCharacters = 500;

/** The order that a person made with a key. */
export async function findOrderByKey(
  database: Database,
  userId: number,
  key: string,
): Promise<Order | null> {
  const [found] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.key, key)));
  return found ?? null;
}

/** Adds an order, or finds the one that was made with the same key. @returns whether it is new */
export async function addOrder(
  database: Database,
  order: NewOrder & { userId: number },
): Promise<{ order: Order; isNew: boolean }> {
  const [added] = await database.insert(orders).values(order).onConflictDoNothing().returning();
  if (added) return { order: added, isNew: true };
  const found = await findOrderByKey(database, order.userId, order.key);
  if (!found) throw new Error('an order was neither added nor found');
  return { order: found, isNew: false };
}

/** An order; of one person where one is named. */
export async function readOrder(
  database: Database | Transaction,
  number: string,
  userId?: number,
): Promise<Order | null> {
  const mine = userId === undefined ? undefined : eq(orders.userId, userId);
  const [order] = await database
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), mine));
  return order ?? null;
}

/** Locks an order until the transaction ends: whatever changes it stands in a line. */
export async function lockOrder(transaction: Transaction, number: string): Promise<Order | null> {
  const [order] = await transaction
    .select()
    .from(orders)
    .where(eq(orders.number, number))
    .for('update');
  return order ?? null;
}

export async function changeOrder(
  transaction: Database | Transaction,
  id: string,
  change: Partial<NewOrder>,
): Promise<Order> {
  const [order] = await transaction.update(orders).set(change).where(eq(orders.id, id)).returning();
  if (!order) throw new Error(`order ${id} is gone`);
  return order;
}

/** Whether a person has bought anything, but for one order. */
export async function hasBought(
  database: Database | Transaction,
  userId: number,
  butOrder?: string,
): Promise<boolean> {
  const other = butOrder === undefined ? undefined : ne(orders.id, butOrder);
  const rows = await database
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.state, bought), other))
    .limit(1);
  return rows.length > 0;
}

/** Orders of a person that wait for money. */
export const openOrdersOf = (database: Database, userId: number): Promise<Order[]> =>
  database
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'open')));

/** A person's orders but for those that came to nothing, newest first. */
export async function listOrdersOf(
  database: Database,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Order[]; total: number }> {
  const mine = and(eq(orders.userId, userId), ne(orders.state, 'closed'));
  const rows = await database
    .select()
    .from(orders)
    .where(mine)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await database.select({ total: count() }).from(orders).where(mine);
  return { rows, total: counted?.total ?? 0 };
}

/** Orders of everybody. @param search number of an order, of its payment, or of a person; empty: all */
export async function listAllOrders(
  database: Database,
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Order[]; total: number }> {
  const ofPerson = /^\d{1,15}$/.test(search) ? eq(orders.userId, Number(search)) : undefined;
  const where =
    search === ''
      ? undefined
      : or(eq(orders.number, search), eq(orders.transaction, search), ofPerson);
  const rows = await database
    .select()
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await database.$count(orders, where) };
}

/** Writes down what happened to an order, or was claimed in the name of none. */
export async function addEvent(
  database: Database | Transaction,
  orderId: string | null,
  kind: string,
  detail = '',
): Promise<void> {
  await database
    .insert(paymentEvents)
    .values({ orderId, kind, detail: detail.slice(0, detailMaxCharacters) });
}

export const listEvents = (database: Database, orderId: string): Promise<PaymentEvent[]> =>
  database
    .select({
      kind: paymentEvents.kind,
      detail: paymentEvents.detail,
      createdAt: paymentEvents.createdAt,
    })
    .from(paymentEvents)
    .where(eq(paymentEvents.orderId, orderId))
    .orderBy(asc(paymentEvents.id));

/**
 * Takes an order whose provider is to be asked, and says when it is next in case this process ends meanwhile. Several
 * processes never take the same one.
 * @returns null when none is due
 */
export function takeDueOrder(
  database: Database,
  nextAt: (order: Order) => Date,
): Promise<Order | null> {
  return database.transaction(async (transaction) => {
    const [due] = await transaction
      .select()
      .from(orders)
      .where(and(isNotNull(orders.askAt), lte(orders.askAt, sql`now()`)))
      .orderBy(asc(orders.askAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    return changeOrder(transaction, due.id, { askAt: nextAt(due), asks: due.asks + 1 });
  });
}
