import { expose } from 'comlink';
import { orderPollMs, orderStates, type OrderState } from '../../src/domain/payments.ts';
import type { OrderQuestion, OrdersWorker } from './contract.ts';

/** The platform is mostly told; so often it is asked to ask. */
const askProviderEvery = 5;
const patienceMs = 15_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** @returns null where nobody told; whoever hears a state asks the platform for the rest, by its contract */
function stateIn(body: unknown): OrderState | null {
  const { state } = (body as { data?: { state?: unknown } } | null)?.data ?? {};
  return orderStates.find((known) => known === state) ?? null;
}

async function ask(question: OrderQuestion, asksProvider: boolean): Promise<Response | null> {
  try {
    return await fetch(asksProvider ? question.checkAddress : question.address, {
      method: asksProvider ? 'POST' : 'GET',
      headers: question.headers,
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch {
    return null;
  }
}

const api: OrdersWorker = {
  async follow(question, onState) {
    let last: OrderState | null = null;
    for (let turn = 1; last === null || last === 'open'; turn += 1) {
      const response = await ask(question, turn % askProviderEvery === 0);
      if (response?.status === 403 || response?.status === 404) return;
      const state = response?.ok ? stateIn(await response.json().catch(() => null)) : null;
      if (state !== null && state !== last) onState(state);
      last = state ?? last;
      await pause(orderPollMs);
    }
  },
};

expose(api);
