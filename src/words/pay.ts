import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OrderState, PayWay, PlanName } from '../domain/payments.ts';

export const planWords: Readonly<Record<PlanName, MessageDescriptor>> = {
  basic: msg({ message: 'Basic', comment: 'Name of a plan that one can buy' }),
  standard: msg({ message: 'Standard', comment: 'Name of a plan that one can buy' }),
  premium: msg({ message: 'Premium', comment: 'Name of a plan that one can buy' }),
};

export const wayWords: Readonly<Record<PayWay, MessageDescriptor>> = {
  wechat: msg({ message: 'WeChat Pay', comment: 'Name of a payment provider' }),
  alipay: msg({ message: 'Alipay', comment: 'Name of a payment provider' }),
};

export const orderStateWords: Readonly<Record<OrderState, MessageDescriptor>> = {
  open: msg({ message: 'Waiting for payment', comment: 'State of an order' }),
  paid: msg({ message: 'Paid', comment: 'State of an order' }),
  closed: msg({ message: 'Not paid', comment: 'State of an order that is over' }),
  refunding: msg({ message: 'Money on its way back', comment: 'State of an order' }),
  refunded: msg({ message: 'Paid back', comment: 'State of an order' }),
};

/** What happened to an order, by the names of the platform's own book. */
export const orderEventWords: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['not-begun', msg({ message: 'The provider did not begin it', comment: 'Of an order' })],
  ['paid', msg({ message: 'Paid', comment: 'State of an order' })],
  ['wrong-amount', msg({ message: 'Another amount was paid', comment: 'Of an order' })],
  ['second-payment', msg({ message: 'Paid a second time', comment: 'Of an order' })],
  ['closed', msg({ message: 'Not paid', comment: 'State of an order that is over' })],
  ['refund-begun', msg({ message: 'Money on its way back', comment: 'State of an order' })],
  ['refund-waits', msg({ message: 'The provider could not be asked', comment: 'Of a refund' })],
  [
    'refund-refused',
    msg({ message: 'The provider refused to pay it back', comment: 'Of an order' }),
  ],
  ['refunded', msg({ message: 'Paid back', comment: 'State of an order' })],
]);
