import * as z from 'zod/mini';
import {
  orderNumberPattern,
  orderStates,
  payScenes,
  payWays,
  planMonths,
  planNames,
} from '../../domain/payments.ts';
import { defineEndpoint, statusEnvelope, wholeNumber } from './endpoint.ts';

/** Spec 2, section 7: the calls of orders are not shown there, so these are ours. */

const count = z.int().check(z.minimum(0));
const moment = z.string();

const offer = z.object({
  months: z.literal(planMonths),
  credits: z.int().check(z.minimum(1)),
  /** Credits on top: of a first purchase, and for a limited time. */
  first_bonus: count,
  limited_bonus: count,
  /** Hundredths of a yuan. */
  fen: z.int().check(z.minimum(1)),
});

/** What is for sale; `is_first` for whoever has bought nothing yet, a guest too. */
export const getPlans = defineEndpoint({
  id: 'getPlans',
  method: 'get',
  path: '/api/pay/plans',
  summary: 'What can be bought, how it can be paid, and what comes on top',
  auth: 'none',
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        plans: z.array(
          z.object({
            name: z.enum(planNames),
            gives_vip: z.boolean(),
            offers: z.array(offer),
          }),
        ),
        ways: z.array(z.object({ name: z.enum(payWays), scenes: z.array(z.enum(payScenes)) })),
        is_first: z.boolean(),
        /** When the limited bonus ends; null where there is none. */
        bonus_until: z.nullable(moment),
      }),
    ),
  },
});

/** How the person pays now. */
const step = z.discriminatedUnion('kind', [
  /** A phone reads this as a QR code. */
  z.object({ kind: z.literal('code'), code: z.string() }),
  /** A page of the provider. */
  z.object({ kind: z.literal('address'), address: z.string() }),
  /** WeChat has to say first who it is; it leads back to `/wxredirect`. */
  z.object({ kind: z.literal('identify'), address: z.string() }),
  /** What WeChat's own browser is handed. */
  z.object({
    kind: z.literal('bridge'),
    params: z.object({
      appId: z.string(),
      timeStamp: z.string(),
      nonceStr: z.string(),
      package: z.string(),
      signType: z.string(),
      paySign: z.string(),
    }),
  }),
]);

const order = z.object({
  number: z.string(),
  state: z.enum(orderStates),
  plan: z.enum(planNames),
  months: z.literal(planMonths),
  way: z.enum(payWays),
  /** Hundredths of a yuan. */
  fen: z.int().check(z.minimum(1)),
  /** All of it, with what came on top. */
  credits: z.int().check(z.minimum(1)),
  gives_vip: z.boolean(),
  created_at: moment,
  expires_at: moment,
  paid_at: z.nullable(moment),
  /** Hundredths of a yuan that went back, or are on their way. */
  refunded_fen: count,
});

const orderNumber = z.string().check(z.regex(orderNumberPattern));
const params = z.object({ number: orderNumber });
const scene = z.enum(payScenes);
/** By which WeChat says who somebody is, once. */
const wechatCode = z.optional(z.string().check(z.minLength(1), z.maxLength(200)));
const withStep = z.object({ order, step: z.nullable(step) });

/** 409 `conflict` when the price was another one than the person saw; 503 when the provider can't be reached. */
export const createOrder = defineEndpoint({
  id: 'createOrder',
  method: 'post',
  path: '/api/pay/orders',
  summary: 'Order a plan; repeated with the same key it is the same order',
  auth: 'required',
  idempotent: true,
  body: z.object({
    plan: z.enum(planNames),
    months: z.literal(planMonths),
    way: z.enum(payWays),
    scene,
    /** What the person was told that it costs. */
    fen: z.int().check(z.minimum(1)),
  }),
  ok: { status: 200, schema: statusEnvelope(withStep) },
  errors: [403, 404, 409, 422, 503],
});

/** For 'pay again', and for WeChat's browser once it has said who it is. */
export const continueOrder = defineEndpoint({
  id: 'continueOrder',
  method: 'post',
  path: '/api/pay/orders/{number}/step',
  summary: 'How an open order is paid now',
  auth: 'required',
  params,
  body: z.object({ scene, code: wechatCode }),
  ok: { status: 200, schema: statusEnvelope(withStep) },
  errors: [403, 404, 503],
});

export const getOrder = defineEndpoint({
  id: 'getOrder',
  method: 'get',
  path: '/api/pay/orders/{number}',
  summary: 'What became of an order, as far as the platform knows',
  auth: 'required',
  params,
  ok: { status: 200, schema: statusEnvelope(order) },
  errors: [403, 404],
});

/** For 'payment completed'. */
export const checkOrder = defineEndpoint({
  id: 'checkOrder',
  method: 'post',
  path: '/api/pay/orders/{number}/check',
  summary: 'Ask the provider whether an order was paid',
  auth: 'required',
  params,
  ok: { status: 200, schema: statusEnvelope(order) },
  errors: [403, 404, 503],
});

export const closeOrder = defineEndpoint({
  id: 'closeOrder',
  method: 'post',
  path: '/api/pay/orders/{number}/close',
  summary: 'Give an open order up',
  auth: 'required',
  params,
  ok: { status: 200, schema: statusEnvelope(order) },
  errors: [403, 404, 503],
});

const page = {
  per_page: z._default(wholeNumber(1, 100), 10),
  page: z._default(wholeNumber(1, 100_000), 1),
};

export const listOrders = defineEndpoint({
  id: 'listOrders',
  method: 'get',
  path: '/api/pay/orders',
  summary: 'Your orders that were paid or can be, newest first',
  auth: 'required',
  query: z.object(page),
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ data: z.array(order), total: count })),
  },
  errors: [403],
});

const managedOrder = z.extend(order, {
  /** Null when that account is gone. */
  uid: z.nullable(z.string()),
  /** The provider's number of the payment. */
  transaction: z.nullable(z.string()),
  /** What happened, oldest first; `detail` is for the eyes of an operator. */
  events: z.array(z.object({ kind: z.string(), at: moment, detail: z.string() })),
});

/** For an operator; `search` is an order's number, a provider's, or a person's. */
export const listAllOrders = defineEndpoint({
  id: 'listAllOrders',
  method: 'get',
  path: '/api/manage/orders',
  summary: 'Orders of everybody, the newest first',
  auth: 'super-user',
  query: z.object({ ...page, search: z._default(z.string().check(z.maxLength(100)), '') }),
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        data: z.array(z.extend(order, { uid: z.nullable(z.string()) })),
        total: count,
      }),
    ),
  },
  errors: [403],
});

export const findOrder = defineEndpoint({
  id: 'findOrder',
  method: 'get',
  path: '/api/manage/orders/{number}',
  summary: 'An order with all that happened to it',
  auth: 'super-user',
  params,
  ok: { status: 200, schema: statusEnvelope(managedOrder) },
  errors: [403, 404],
});

/** Takes back what is left of the order's credits, then pays back as much of the money as that is of all. */
export const refundOrder = defineEndpoint({
  id: 'refundOrder',
  method: 'post',
  path: '/api/manage/orders/{number}/refund',
  summary: 'Pay back what was not spent of a paid order',
  auth: 'super-user',
  params,
  body: z.object({ reason: z._default(z.string().check(z.trim(), z.maxLength(80)), '') }),
  ok: { status: 200, schema: statusEnvelope(managedOrder) },
  errors: [403, 404, 409],
});

export type OrderView = z.output<typeof order>;
export type PayStep = z.output<typeof step>;
