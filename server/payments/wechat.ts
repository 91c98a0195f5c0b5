import {
  constants,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { z } from 'zod';

import { createOutgoing, OutgoingError } from '../http/outgoing.ts';
import type { Log } from '../log.ts';
import { NotificationRefused, TillError } from './till.ts';
import type { Asked, Notification, OrderToPay, Payer, RefundState, Till } from './till.ts';

/** WeChat Pay API v3: https://pay.weixin.qq.com/doc/v3/merchant/4012791855 */
export interface WechatConfig {
  /** `https://api.mch.weixin.qq.com`. */
  url: string;
  /** `https://api.weixin.qq.com`, which says who somebody is. */
  openUrl: string;
  /** Where WeChat asks people whether they agree. */
  authorizeUrl: string;
  appId: string;
  /** Of the official account, for payments inside WeChat; null: there are none. */
  appSecret: string | null;
  merchant: string;
  /** Serial number of the merchant's certificate. */
  serial: string;
  /** The merchant's private key, PEM. */
  privateKey: string;
  /** 32 characters. */
  apiKey: string;
  /** WeChat Pay's public key and its id; null: its certificates are fetched. */
  publicKey: { id: string; pem: string } | null;
  /** Whether the merchant may take payments in phones' browsers (H5). */
  hasH5: boolean;
}

const timeoutMs = 10_000;
const maxBytes = 256 * 1024;
/** The documentation's own bound for the age of a signature. */
const skewMaxMs = 5 * 60_000;
const certificatesEveryMs = 12 * 3_600_000;

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const sealed = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  associated_data: z.string().default(''),
  nonce: z.string(),
});
const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: moment.optional(),
  amount: z.object({ total: z.number().int(), currency: z.string().default('CNY') }).optional(),
});
const refundAnswer = z.object({ status: z.string() });
const refundNotice = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_status: z.string(),
});
const notification = z.object({
  event_type: z.string(),
  resource: sealed.extend({ original_type: z.string().optional() }),
});
const certificates = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: sealed })).min(1),
});
const failure = z.object({ code: z.string(), message: z.string().default('') });

/** An answer that says no, in WeChat's words. */
class Refused extends TillError {
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`WeChat Pay answered ${status} ${code}: ${message}`);
    this.code = code;
  }
}

/** What asking again would not change, of the refusals of a refund. */
const hopelessRefund = /^(TRADE_OVERDUE|RESOURCE_NOT_EXISTS|PARAM_ERROR|INVALID_REQUEST)$/;

function refundStateOf(status: string): RefundState {
  if (status === 'SUCCESS') return 'done';
  // ABNORMAL: the person's bank did not take it; an operator has to, at WeChat Pay. It is not lost.
  return status === 'CLOSED' ? 'refused' : 'pending';
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new TillError('WeChat Pay answered something else than its documentation says', {
      cause: error,
    });
  }
}

/** @param notifyUrl where WeChat Pay tells what was paid */
export function createWechatTill(
  config: WechatConfig,
  { notifyUrl, returnUrl }: { notifyUrl: string; returnUrl: (order: string) => string },
  log: Log,
): Till {
  const { appId, merchant, serial } = config;
  const send = createOutgoing({ hosts: [config.url, config.openUrl], others: 'refused' });
  const privateKey = createPrivateKey(config.privateKey);
  /** Keys by which WeChat Pay signs, by their serial numbers. */
  let keys = new Map<string, KeyObject>();
  let keysReadAtMs = 0;

  const sign = (...lines: string[]): string =>
    createSign('RSA-SHA256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .sign(privateKey, 'base64');

  /** @throws when it was not sealed with our key */
  function open({ ciphertext, nonce, associated_data: more }: z.output<typeof sealed>): string {
    const bytes = Buffer.from(ciphertext, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(config.apiKey), nonce);
    decipher.setAuthTag(bytes.subarray(-16));
    decipher.setAAD(Buffer.from(more));
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString();
  }

  /** @returns what is wrong with a signature; null when it is WeChat Pay's and fresh */
  function wrongIn(
    header: (name: string) => string | null | undefined,
    body: string,
    known: ReadonlyMap<string, KeyObject>,
  ): 'forged' | 'stale' | 'unknown-key' | null {
    const timestamp = header('wechatpay-timestamp') ?? '';
    const key = known.get(header('wechatpay-serial') ?? '');
    if (!key) return 'unknown-key';
    const isRight = createVerify('RSA-SHA256')
      .update(`${timestamp}\n${header('wechatpay-nonce') ?? ''}\n${body}\n`)
      .verify(
        { key, padding: constants.RSA_PKCS1_PADDING },
        header('wechatpay-signature') ?? '',
        'base64',
      );
    if (!isRight) return 'forged';
    return Math.abs(Number(timestamp) * 1_000 - Date.now()) <= skewMaxMs ? null : 'stale';
  }

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<{ text: string; headers: Headers }> {
    const sent = body === undefined ? '' : JSON.stringify(body);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const nonce = randomBytes(16).toString('hex');
    const signature = sign(method, path, timestamp, nonce, sent);
    let response: Response;
    let text: string;
    try {
      response = await send(config.url + path, {
        method,
        headers: {
          Accept: 'application/json',
          'User-Agent': 'Kiln',
          Authorization: `WECHATPAY2-SHA256-RSA2048 mchid="${merchant}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`,
          ...(config.publicKey && { 'Wechatpay-Serial': config.publicKey.id }),
          ...(sent && { 'Content-Type': 'application/json' }),
        },
        ...(sent && { body: sent }),
        timeoutMs,
        maxBytes,
      });
      text = await response.text();
    } catch (error) {
      if (error instanceof OutgoingError) throw new TillError(error.message, { cause: error });
      throw error;
    }
    if (!response.ok) {
      let said = { code: 'unknown', message: '' };
      try {
        said = failure.parse(JSON.parse(text));
      } catch {
        // A gateway's page; the status says enough.
      }
      throw new Refused(response.status, said.code, said.message);
    }
    return { text, headers: response.headers };
  }

  /** The keys come sealed with ours: whoever could seal them is WeChat Pay. */
  async function readKeys(): Promise<void> {
    if (config.publicKey) {
      keys = new Map([[config.publicKey.id, createPublicKey(config.publicKey.pem)]]);
      return;
    }
    const { text, headers } = await ask('GET', '/v3/certificates');
    const { data } = parsed(certificates, text);
    let fresh: Map<string, KeyObject>;
    try {
      fresh = new Map(
        data.map((one) => [
          one.serial_no,
          new X509Certificate(open(one.encrypt_certificate)).publicKey,
        ]),
      );
    } catch (error) {
      throw new TillError('the certificates of WeChat Pay do not open with KILN_WECHAT_API_KEY', {
        cause: error,
      });
    }
    const wrong = wrongIn((name) => headers.get(name), text, fresh);
    if (wrong) throw new TillError(`the certificates of WeChat Pay are ${wrong}`);
    keys = fresh;
    keysReadAtMs = Date.now();
  }

  async function freshKeys(): Promise<void> {
    const isOld = Date.now() - keysReadAtMs > certificatesEveryMs;
    if (keys.size === 0 || (config.publicKey === null && isOld)) await readKeys();
  }

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<string> {
    await freshKeys();
    const { text, headers } = await ask(method, path, body);
    let wrong = wrongIn((name) => headers.get(name), text, keys);
    if (wrong === 'unknown-key' && config.publicKey === null) {
      await readKeys();
      wrong = wrongIn((name) => headers.get(name), text, keys);
    }
    if (wrong) throw new TillError(`an answer of WeChat Pay was ${wrong}`);
    return text;
  }

  function readTransaction(text: string): { order: string; asked: Asked } {
    const said = parsed(transaction, text);
    if (said.mchid !== merchant || said.appid !== appId) {
      throw new NotificationRefused('wrong-merchant', 'it is for another merchant or app');
    }
    const order = said.out_trade_no;
    const { trade_state: state, amount, transaction_id: id, success_time: time } = said;
    // REFUND: it was paid, and some of it went back.
    if (state === 'SUCCESS' || state === 'REFUND') {
      if (!amount || amount.currency !== 'CNY' || !id || !time) {
        throw new NotificationRefused('malformed', 'a payment without number, amount or time');
      }
      return {
        order,
        asked: {
          state: 'paid',
          payment: { transaction: id, fen: amount.total, paidAt: new Date(time) },
        },
      };
    }
    const isOver = state === 'CLOSED' || state === 'REVOKED';
    return { order, asked: { state: isOver ? 'closed' : 'unpaid' } };
  }

  /** What became of a refund; `refused` where WeChat Pay has none of that number. */
  async function askRefund(number: string): Promise<RefundState> {
    try {
      const text = await call('GET', `/v3/refund/domestic/refunds/${number}`);
      return refundStateOf(parsed(refundAnswer, text).status);
    } catch (error) {
      if (error instanceof Refused && error.code === 'RESOURCE_NOT_EXISTS') return 'refused';
      throw error;
    }
  }

  const orderPath = (order: string) => `/v3/pay/transactions/out-trade-no/${order}`;

  async function askOrder(order: string): Promise<Asked> {
    try {
      const text = await call('GET', `${orderPath(order)}?mchid=${merchant}`);
      return readTransaction(text).asked;
    } catch (error) {
      if (error instanceof Refused && /^ORDER_?NOT_?EXIST$/.test(error.code)) {
        return { state: 'unknown' };
      }
      if (error instanceof NotificationRefused) {
        throw new TillError(error.message, { cause: error });
      }
      throw error;
    }
  }

  async function openIdOf(code: string): Promise<string> {
    const query = new URLSearchParams({
      appid: appId,
      secret: config.appSecret ?? '',
      code,
      grant_type: 'authorization_code',
    });
    try {
      const response = await send(`${config.openUrl}/sns/oauth2/access_token?${query.toString()}`, {
        timeoutMs,
        maxBytes,
      });
      return parsed(z.object({ openid: z.string().min(1) }), await response.text()).openid;
    } catch (error) {
      if (error instanceof OutgoingError) throw new TillError(error.message, { cause: error });
      throw error;
    }
  }

  const described = ({ number, fen, title, expiresAt }: OrderToPay) => ({
    appid: appId,
    mchid: merchant,
    description: title.slice(0, 40),
    out_trade_no: number,
    time_expire: expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: notifyUrl,
    amount: { total: fen, currency: 'CNY' },
  });

  const pay = async <Schema extends z.ZodType>(
    kind: 'native' | 'h5' | 'jsapi',
    body: object,
    schema: Schema,
  ): Promise<z.output<Schema>> =>
    parsed(schema, await call('POST', `/v3/pay/transactions/${kind}`, body));

  async function begin(order: OrderToPay, { scene, address, code }: Payer) {
    if (scene === 'wechat' && config.appSecret !== null) {
      if (code === null) {
        const query = new URLSearchParams({
          appid: appId,
          redirect_uri: returnUrl(order.number),
          response_type: 'code',
          scope: 'snsapi_base',
          state: order.number,
        });
        const asking = `${config.authorizeUrl}?${query.toString()}#wechat_redirect`;
        return { kind: 'identify' as const, address: asking };
      }
      const { prepay_id: prepaid } = await pay(
        'jsapi',
        { ...described(order), payer: { openid: await openIdOf(code) } },
        z.object({ prepay_id: z.string().min(1) }),
      );
      const timeStamp = String(Math.floor(Date.now() / 1_000));
      const nonceStr = randomBytes(16).toString('hex');
      const bundle = `prepay_id=${prepaid}`;
      const paySign = sign(appId, timeStamp, nonceStr, bundle);
      const params = { appId, timeStamp, nonceStr, package: bundle, signType: 'RSA', paySign };
      return { kind: 'bridge' as const, params };
    }
    if (scene === 'phone' && config.hasH5) {
      const { h5_url: h5Url } = await pay(
        'h5',
        {
          ...described(order),
          scene_info: { payer_client_ip: address, h5_info: { type: 'Wap' } },
        },
        z.object({ h5_url: z.url() }),
      );
      const back = new URL(h5Url);
      back.searchParams.set('redirect_url', returnUrl(order.number));
      return { kind: 'address' as const, address: back.href };
    }
    const { code_url: codeUrl } = await pay(
      'native',
      described(order),
      z.object({ code_url: z.string().regex(/^weixin:\/\//) }),
    );
    return { kind: 'code' as const, code: codeUrl };
  }

  return {
    way: 'wechat',
    scenes: [
      'desktop',
      ...(config.hasH5 ? (['phone'] as const) : []),
      ...(config.appSecret === null ? [] : (['wechat'] as const)),
    ],
    async start() {
      await readKeys().catch((error: unknown) => {
        // It may be the network of this moment: the first call tries again.
        log.error({ err: error }, 'WeChat Pay cannot be reached yet');
      });
    },
    begin,
    ask: askOrder,
    async close(order) {
      try {
        await call('POST', `${orderPath(order)}/close`, { mchid: merchant });
        return 'closed';
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // Paid, closed before, or never heard of: asking says which.
        const { state } = await askOrder(order);
        if (state === 'unpaid') throw error;
        return state;
      }
    },
    async refund({ number, order, fen, ofFen, reason }) {
      const body = {
        out_trade_no: order,
        out_refund_no: number,
        ...(reason && { reason }),
        notify_url: notifyUrl,
        amount: { refund: fen, total: ofFen, currency: 'CNY' },
      };
      try {
        const text = await call('POST', '/v3/refund/domestic/refunds', body);
        return refundStateOf(parsed(refundAnswer, text).status);
      } catch (error) {
        if (!(error instanceof Refused) || !hopelessRefund.test(error.code)) throw error;
        // It says the same of one that it has paid back, where the words were others: only asking tells.
        return askRefund(number);
      }
    },
    async readNotification({ headers, body }): Promise<Notification> {
      const text = body.toString();
      await freshKeys();
      let wrong = wrongIn((name) => headers[name], text, keys);
      // At most once a minute: anybody can name a serial number.
      if (
        wrong === 'unknown-key' &&
        config.publicKey === null &&
        Date.now() - keysReadAtMs > 60_000
      ) {
        await readKeys();
        wrong = wrongIn((name) => headers[name], text, keys);
      }
      if (wrong) {
        const reason = wrong === 'stale' ? 'stale' : 'forged';
        throw new NotificationRefused(reason, `its signature is ${wrong}`);
      }
      let type: string;
      let opened: string;
      try {
        const { event_type: event, resource } = notification.parse(JSON.parse(text));
        type = event;
        opened = open(resource);
      } catch (error) {
        throw new NotificationRefused('malformed', `it does not open: ${String(error)}`);
      }
      if (type.startsWith('REFUND.')) {
        const { mchid, ...said } = parsed(refundNotice, opened);
        if (mchid !== merchant) {
          throw new NotificationRefused('wrong-merchant', 'it is for another merchant');
        }
        return {
          kind: 'refund',
          order: said.out_trade_no,
          refund: said.out_refund_no,
          state: refundStateOf(said.refund_status),
        };
      }
      if (type !== 'TRANSACTION.SUCCESS') return { kind: 'other' };
      const { order, asked } = readTransaction(opened);
      if (asked.state !== 'paid') return { kind: 'other' };
      return { kind: 'paid', order, payment: asked.payment };
    },
    reply(outcome) {
      if (outcome === 'understood') {
        return {
          status: 200,
          contentType: 'application/json',
          body: JSON.stringify({ code: 'SUCCESS' }),
        };
      }
      return {
        status: outcome === 'refused' ? 401 : 500,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'FAIL', message: outcome }),
      };
    },
  };
}
