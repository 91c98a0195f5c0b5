import type { IncomingMessage } from 'node:http';

import * as contract from '../../src/api/contract/payments.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { FindCaller } from '../http/caller.ts';
import { clientAddress } from '../http/client-address.ts';
import type { App, Mount } from '../http/mount.ts';
import { notFound } from '../http/problem.ts';
import { readBounded } from '../http/read-body.ts';
import type { Payments } from './service.ts';

export interface PaymentRoutes {
  payments: Payments;
  findCaller: FindCaller;
  trustedProxies: number;
}

const notificationMaxBytes = 64 * 1024;

/** Where providers tell what was paid. */
export const notifyPath = (way: string): string => `/api/pay/${way}/notify`;

export function mountPayments(
  app: App,
  mount: Mount,
  { payments, findCaller, trustedProxies }: PaymentRoutes,
): void {
  const addressOf = (incoming: IncomingMessage) => clientAddress(incoming, trustedProxies);
  const answered = async <Data>(data: Promise<Data>) => ({
    status: true as const,
    data: await data,
  });

  mount(contract.getPlans, async ({ header }) => {
    const user = await findCaller(header(headerNames.userKey), header(headerNames.userToken));
    return answered(payments.plans(user));
  });

  mount(contract.createOrder, ({ user, idempotencyKey, body, incoming }) =>
    answered(payments.create(user, idempotencyKey, body, addressOf(incoming))),
  );

  mount(contract.continueOrder, ({ user, params, body, incoming }) =>
    answered(
      payments.proceed(user, params.number, {
        scene: body.scene,
        code: body.code ?? null,
        address: addressOf(incoming),
      }),
    ),
  );

  mount(contract.listOrders, ({ user, query }) =>
    answered(
      payments.list(user, { limit: query.per_page, offset: (query.page - 1) * query.per_page }),
    ),
  );

  mount(contract.getOrder, ({ user, params }) => answered(payments.read(user, params.number)));

  mount(contract.checkOrder, ({ user, params }) => answered(payments.check(user, params.number)));

  mount(contract.closeOrder, ({ user, params }) => answered(payments.close(user, params.number)));

  mount(contract.listAllOrders, ({ query }) =>
    answered(
      payments.listAll(query.search, {
        limit: query.per_page,
        offset: (query.page - 1) * query.per_page,
      }),
    ),
  );

  mount(contract.findOrder, ({ params }) => answered(payments.find(params.number)));

  mount(contract.refundOrder, ({ user, params, body }) =>
    answered(payments.refund(params.number, user, body.reason)),
  );

  app.post(notifyPath(':way'), async (context) => {
    const { incoming } = context.env as { incoming: IncomingMessage };
    const body = await readBounded(incoming, notificationMaxBytes);
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join()]),
    );
    const reply = await payments.notify(context.req.param('way') ?? '', { headers, body });
    if (!reply) throw notFound('Address');
    return context.body(reply.body, reply.status, { 'Content-Type': reply.contentType });
  });
}
