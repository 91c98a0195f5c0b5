import type { PayScene, PayWay } from '../../src/domain/payments.ts';
import type { PayStep } from '../../src/api/contract/payments.ts';

/** An order as a provider is told of it. */
export interface OrderToPay {
  number: string;
  fen: number;
  /** What the person reads at the provider. */
  title: string;
  expiresAt: Date;
}

/** Where the person stands who wants to pay. */
export interface Payer {
  scene: PayScene;
  /** Address of the network that they come from. */
  address: string;
  /** By which WeChat said who it is; null where it was not asked. */
  code: string | null;
}

/** Money that a provider proves to have taken. */
export interface Payment {
  /** The provider's own number. */
  transaction: string;
  fen: number;
  paidAt: Date;
}

/** What a provider says of an order. `unknown`: it has never heard of it, which before its end it may yet. */
export type Asked =
  | { state: 'unpaid' | 'closed' | 'unknown' }
  | { state: 'paid'; payment: Payment };

/** Money to be paid back. */
export interface Refund {
  /** Of the refund; the same one is never paid back twice. */
  number: string;
  order: string;
  fen: number;
  /** Of the whole payment. */
  ofFen: number;
  reason: string;
}

/** `refused`: that refund will never come. */
export type RefundState = 'done' | 'pending' | 'refused';

/** What a provider tells by itself. */
export type Notification =
  | { kind: 'paid'; order: string; payment: Payment }
  | { kind: 'refund'; order: string; refund: string; state: RefundState }
  | { kind: 'other' };

/** A call to a provider that led to nothing: nobody knows what it did, and it can be asked again. */
export class TillError extends Error {
  override readonly name = 'TillError';
}

/** A notification that is nothing of the provider's, or nothing for this merchant. */
export class NotificationRefused extends Error {
  override readonly name = 'NotificationRefused';
  readonly reason: 'malformed' | 'forged' | 'stale' | 'wrong-merchant';

  constructor(reason: NotificationRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface RawNotification {
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** How a provider wants to hear that it was understood, or not. */
export interface Reply {
  status: 200 | 401 | 400 | 500;
  contentType: string;
  body: string;
}

/** Somebody who takes money for the deployment. Every call may throw `TillError`. */
export interface Till {
  readonly way: PayWay;
  readonly scenes: readonly PayScene[];
  /** Makes sure that the provider knows us; throws with a sentence for the operator. */
  start(): Promise<void>;
  /** How somebody pays an order now; may be asked again and again. */
  begin(order: OrderToPay, payer: Payer): Promise<PayStep>;
  ask(order: string): Promise<Asked>;
  /** Makes an order unpayable. @returns what it was then: paid when somebody was faster */
  close(order: string): Promise<Asked['state']>;
  /** Pays back; with the number of an earlier one it is the same refund. */
  refund(refund: Refund): Promise<RefundState>;
  /** @throws NotificationRefused */
  readNotification(raw: RawNotification): Notification | Promise<Notification>;
  reply(outcome: 'understood' | 'refused' | 'later'): Reply;
}
