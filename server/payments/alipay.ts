import { createPrivateKey, createPublicKey } from 'node:crypto';

import { z } from 'zod';
import type { AlipaySdk } from 'alipay-sdk';

import { NotificationRefused, TillError } from './till.ts';
import type { Asked, Notification, OrderToPay, RefundState, Till } from './till.ts';

/** Alipay's open platform, computer and mobile website payments: https://opendocs.alipay.com/open/270/105899 */
export interface AlipayConfig {
  /** `https://openapi.alipay.com/gateway.do`. */
  gateway: string;
  appId: string;
  /** Of the app, PEM. */
  privateKey: string;
  /** Alipay's own, PEM. */
  publicKey: string;
  /** Number of the account that is paid; null: it is not looked at, the app's number is. */
  seller: string | null;
}

const timeoutMs = 10_000;
const beijingMs = 8 * 3_600_000;

/** `19.00` of 1900; Alipay counts in yuan with two decimals. */
export const yuanOf = (fen: number): string =>
  `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

/** @returns 1900 of `19.00`, `19.0` or `19`; null for anything else */
export function fenOf(yuan: string): number | null {
  const parts = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(yuan);
  if (!parts) return null;
  const [, whole = '', fraction = ''] = parts;
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Alipay's times are Beijing's and say so nowhere. */
const timeOf = (date: Date): string =>
  new Date(date.getTime() + beijingMs).toISOString().slice(0, 19).replace('T', ' ');

function dateOf(time: string): Date {
  const ms = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time)
    ? Date.parse(`${time.replace(' ', 'T')}+08:00`)
    : Number.NaN;
  return new Date(Number.isNaN(ms) ? Date.now() : ms);
}

const answer = z.object({
  code: z.string(),
  msg: z.string().default(''),
  subCode: z.string().optional(),
});
const queried = answer.extend({
  outTradeNo: z.string(),
  tradeNo: z.string(),
  tradeStatus: z.string(),
  totalAmount: z.string(),
  sendPayDate: z.string().default(''),
});
const notice = z.object({
  app_id: z.string(),
  seller_id: z.string().default(''),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  gmt_payment: z.string().default(''),
  refund_fee: z.string().optional(),
});

const isPaid = (status: string): boolean =>
  status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED';

export function createAlipayTill(
  config: AlipayConfig,
  { notifyUrl, returnUrl }: { notifyUrl: string; returnUrl: (order: string) => string },
): Till {
  let made: Promise<AlipaySdk> | null = null;
  /** Read when it is first needed: most deployments sell nothing. */
  const sdk = (): Promise<AlipaySdk> => {
    made ??= import('alipay-sdk').then(
      ({ AlipaySdk: Sdk }) =>
        new Sdk({
          appId: config.appId,
          gateway: config.gateway,
          privateKey: createPrivateKey(config.privateKey)
            .export({ type: 'pkcs1', format: 'pem' })
            .toString()
            .trim(),
          keyType: 'PKCS1',
          alipayPublicKey: createPublicKey(config.publicKey)
            .export({ type: 'spki', format: 'pem' })
            .toString()
            .trim(),
          signType: 'RSA2',
          timeout: timeoutMs,
          camelcase: true,
        }),
    );
    return made;
  };

  async function call(method: string, bizContent: Record<string, string>): Promise<unknown> {
    try {
      // By itself the SDK says what time it is here, wherever that may be.
      const timestamp = timeOf(new Date());
      return await (await sdk()).exec(method, { bizContent, timestamp }, { validateSign: true });
    } catch (error) {
      // Its errors hold the whole answer, the buyer's account among it: only what happened is told.
      const words = error instanceof Error ? error.message : String(error);
      throw new TillError(`Alipay did not answer ${method}: ${words.slice(0, 200)}`);
    }
  }

  function checked<Schema extends z.ZodType>(schema: Schema, said: unknown): z.output<Schema> {
    const { success, data, error } = schema.safeParse(said);
    if (success) return data;
    throw new TillError('Alipay answered something else than its documentation says', {
      cause: error,
    });
  }

  function refusal(said: z.output<typeof answer>): TillError {
    return new TillError(`Alipay answered ${said.code} ${said.subCode ?? ''}: ${said.msg}`);
  }
  const isUnknown = ({ subCode }: z.output<typeof answer>): boolean =>
    subCode === 'ACQ.TRADE_NOT_EXIST';

  async function ask(order: string): Promise<Asked> {
    const said = await call('alipay.trade.query', { outTradeNo: order });
    const state = checked(answer, said);
    if (isUnknown(state)) return { state: 'unknown' };
    if (state.code !== '10000') throw refusal(state);
    const { outTradeNo, tradeStatus, tradeNo, totalAmount, sendPayDate } = checked(queried, said);
    if (outTradeNo !== order) throw new TillError('Alipay answered about another order');
    if (isPaid(tradeStatus)) {
      const fen = fenOf(totalAmount);
      if (fen === null) throw new TillError('Alipay answered an amount that is none');
      return {
        state: 'paid',
        payment: { transaction: tradeNo, fen, paidAt: dateOf(sendPayDate) },
      };
    }
    return { state: tradeStatus === 'TRADE_CLOSED' ? 'closed' : 'unpaid' };
  }

  const described = ({ number, fen, title, expiresAt }: OrderToPay, product: string) => ({
    outTradeNo: number,
    totalAmount: yuanOf(fen),
    subject: title.slice(0, 80),
    productCode: product,
    timeExpire: timeOf(expiresAt),
  });

  return {
    way: 'alipay',
    scenes: ['desktop', 'phone'],
    async start() {
      await sdk();
    },
    async begin(order, { scene }) {
      const isPhone = scene !== 'desktop';
      const address = (await sdk()).pageExecute(
        isPhone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay',
        'GET',
        {
          bizContent: {
            ...described(order, isPhone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY'),
            ...(isPhone && { quitUrl: returnUrl(order.number) }),
          },
          returnUrl: returnUrl(order.number),
          notifyUrl,
          timestamp: timeOf(new Date()),
        },
      );
      return { kind: 'address', address };
    },
    ask,
    async close(order) {
      const said = checked(answer, await call('alipay.trade.close', { outTradeNo: order }));
      if (said.code === '10000') return 'closed';
      if (isUnknown(said)) return 'unknown';
      const { state } = await ask(order);
      if (state === 'unpaid') throw refusal(said);
      return state;
    },
    async refund({ number, order, fen, reason }): Promise<RefundState> {
      const said = await call('alipay.trade.refund', {
        outTradeNo: order,
        outRequestNo: number,
        refundAmount: yuanOf(fen),
        ...(reason && { refundReason: reason }),
      });
      const state = checked(answer.extend({ fundChange: z.string().optional() }), said);
      if (state.code === '10000' && state.fundChange === 'Y') return 'done';
      // "N" is said when the same refund was asked for before: only asking tells whether it came.
      const asked = await call('alipay.trade.fastpay.refund.query', {
        outTradeNo: order,
        outRequestNo: number,
      });
      const { refundStatus } = checked(
        answer.extend({ refundStatus: z.string().optional() }),
        asked,
      );
      if (refundStatus === 'REFUND_SUCCESS') return 'done';
      const isHopeless =
        /^ACQ\.(TRADE_NOT_ALLOW_REFUND|TRADE_HAS_FINISHED|REFUND_AMT_NOT_EQUAL_TOTAL|TRADE_NOT_EXIST)$/;
      return isHopeless.test(state.subCode ?? '') ? 'refused' : 'pending';
    },
    async readNotification({ body }): Promise<Notification> {
      const fields = Object.fromEntries(new URLSearchParams(body.toString()));
      // What it was signed with is the sender's word, and SHA-1 can be forged: only RSA2 is ours.
      const isOurs = fields['sign_type'] === 'RSA2' && (await sdk()).checkNotifySignV2(fields);
      if (!isOurs) throw new NotificationRefused('forged', 'its signature is not Alipay’s');
      const { success, data } = notice.safeParse(fields);
      if (!success) throw new NotificationRefused('malformed', 'a field is missing');
      const isForUs =
        data.app_id === config.appId &&
        (config.seller === null || data.seller_id === config.seller);
      if (!isForUs) throw new NotificationRefused('wrong-merchant', 'it is for another app');
      // With `refund_fee` it tells of money that went back, of which our own call has said so.
      if (!isPaid(data.trade_status) || data.refund_fee !== undefined) return { kind: 'other' };
      const fen = fenOf(data.total_amount);
      if (fen === null) throw new NotificationRefused('malformed', 'the amount is none');
      return {
        kind: 'paid',
        order: data.out_trade_no,
        payment: { transaction: data.trade_no, fen, paidAt: dateOf(data.gmt_payment) },
      };
    },
    reply: (outcome) => ({
      status: 200,
      contentType: 'text/plain',
      body: outcome === 'understood' ? 'success' : 'failure',
    }),
  };
}
