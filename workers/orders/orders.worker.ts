import { expose } from 'comlink';
import { call } from '../../src/api/client.ts';
import { checkOrder, getOrder } from '../../src/api/contract/payments.ts';
import { KilnError } from '../../src/domain/errors.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { orderPollMs, type OrderState } from '../../src/domain/payments.ts';
import type { OrdersWorker } from './contract.ts';

/** The platform is mostly told; so often it is asked to ask. */
const askProviderEvery = 5;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const api: OrdersWorker = {
  async follow(number, { userKey, userToken }, onState) {
    let last: OrderState | null = null;
    for (let turn = 1; last === null || last === 'open'; turn += 1) {
      try {
        const endpoint = turn % askProviderEvery === 0 ? checkOrder : getOrder;
        const session = { userKey: userKey as UserKey, userToken };
        const { data } = await call(endpoint, { session, params: { number } });
        if (data.state !== last) onState(data.state);
        last = data.state;
      } catch (error) {
        if (error instanceof KilnError && !error.retryable) return;
      }
      await pause(orderPollMs);
    }
  },
};

expose(api);
