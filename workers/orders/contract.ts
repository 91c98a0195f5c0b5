import type { OrderState } from '../../src/domain/payments.ts';

/** How the platform is asked about an order; the page knows its contract, so that this worker need not bring it along. */
export interface OrderQuestion {
  /** Absolute; GET tells what the platform knows. */
  address: string;
  /** Absolute; POST has the provider asked. */
  checkAddress: string;
  headers: Record<string, string>;
}

export interface OrdersWorker {
  /**
   * Asks about an order until it has an end, and tells each time its state is another one. What can't be asked now is
   * asked again; a refusal, as of a session that has run out, ends it.
   * @param onState a comlink proxy
   */
  follow(question: OrderQuestion, onState: (state: OrderState) => void): Promise<void>;
}
