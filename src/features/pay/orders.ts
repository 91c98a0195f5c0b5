import { call, endpointUrl, identityHeaders } from '../../api/client.ts';
import {
  checkOrder,
  closeOrder,
  continueOrder,
  createOrder,
  getOrder,
  getPlans,
  listOrders,
  type OrderView,
  type PayStep,
} from '../../api/contract/payments.ts';
import type { OkOf } from '../../api/contract/endpoint.ts';
import type { Credentials } from '../../api/request.ts';
import type { OrderQuestion } from '../../../workers/orders/contract.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { ordersPageSize, type PayScene } from '../../domain/payments.ts';

export type Plans = OkOf<typeof getPlans>['data'];
export type { OrderView, PayStep };

/** What can be bought; for a guest, too. @throws KilnError */
export async function fetchPlans(signal: AbortSignal): Promise<Plans> {
  const session = await getSession();
  const asker = isSessionUsable(session) ? session : null;
  return (await call(getPlans, { session: asker, signal })).data;
}

export interface Choice {
  plan: OrderView['plan'];
  months: OrderView['months'];
  way: OrderView['way'];
  /** What it costs by what was shown, in hundredths of a yuan. */
  fen: number;
}

/**
 * Orders a plan.
 * @param key a repeat with the same one is the same order
 * @throws KilnError `conflict` when the price has changed
 */
export const placeOrder = (choice: Choice, scene: PayScene, key: string) =>
  asMyself(async (session) => {
    const body = { ...choice, scene };
    return (await call(createOrder, { session, body, idempotencyKey: key })).data;
  });

/** How an order is paid now; no step once it can't be. @throws KilnError */
export const proceedOrder = (number: string, scene: PayScene, code?: string) =>
  asMyself(async (session) => {
    const body = { scene, ...(code !== undefined && { code }) };
    return (await call(continueOrder, { session, params: { number }, body })).data;
  });

/** Has the provider asked whether it was paid. @throws KilnError */
export const askAboutOrder = (number: string): Promise<OrderView> =>
  asMyself(async (session) => (await call(checkOrder, { session, params: { number } })).data);

/** How a worker asks about an order that somebody is paying. */
export const orderQuestion = (number: string, session: Credentials): OrderQuestion => ({
  address: endpointUrl(getOrder, { params: { number } }),
  checkAddress: endpointUrl(checkOrder, { params: { number } }),
  headers: identityHeaders(session),
});

/** @throws KilnError */
export const giveUpOrder = (number: string): Promise<OrderView> =>
  asMyself(async (session) => (await call(closeOrder, { session, params: { number } })).data);

/** A page of one's orders, newest first. @throws KilnError */
export const fetchOrders = (page: number, signal: AbortSignal) =>
  asMyself(async (session) => {
    const query = { per_page: ordersPageSize, page };
    return (await call(listOrders, { session, query, signal })).data;
  });
