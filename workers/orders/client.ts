import { proxy, wrap } from 'comlink';
import type { OrderState } from '../../src/domain/payments.ts';
import type { OrderQuestion, OrdersWorker } from './contract.ts';

/**
 * Follows an order in a worker of its own for as long as somebody looks at it.
 * @returns stops it
 */
export function followOrder(
  question: OrderQuestion,
  onState: (state: OrderState) => void,
): () => void {
  const worker = new Worker(new URL('./orders.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-orders',
  });
  // Without it one can still press that one has paid.
  worker.addEventListener('error', (event) => event.preventDefault());
  void wrap<OrdersWorker>(worker)
    .follow(question, proxy(onState))
    .catch(() => undefined);
  return () => worker.terminate();
}
