import type { OrderState } from '../../src/domain/payments.ts';

/** What of a session lets one ask. */
export interface OrderAsker {
  userKey: string;
  userToken: string;
}

export interface OrdersWorker {
  /**
   * Asks about an order until it has an end, and tells each time its state is another one. What can't be asked now is
   * asked again; a session that has run out ends it.
   * @param onState a comlink proxy
   */
  follow(number: string, asker: OrderAsker, onState: (state: OrderState) => void): Promise<void>;
}
