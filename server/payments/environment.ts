import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { AlipayConfig } from './alipay.ts';
import type { WechatConfig } from './wechat.ts';

/** Which tills are open, and where providers find the platform; null: nothing is sold. */
export interface PaymentsConfig {
  /** Where people and providers come: `https://kiln.example.com`. */
  url: string;
  wechat: WechatConfig | null;
  alipay: AlipayConfig | null;
}

const filled = z.string().trim().min(1).optional();
const webAddress = (example: string) =>
  z
    .string()
    .trim()
    .regex(/^https?:\/\/[^?#@\s]+$/i, `must be an address such as ${example}`)
    .transform((url) => url.replace(/\/+$/, ''));

/** What the environment may say of payments; docs/payments.md has a page for each provider. */
export const paymentEnvironment = {
  KILN_WECHAT_APP_ID: z
    .string()
    .trim()
    .regex(/^wx[0-9a-zA-Z]{6,40}$/, 'must be an id such as wxd678efh567hg6787')
    .optional(),
  KILN_WECHAT_APP_SECRET: filled,
  KILN_WECHAT_MERCHANT: z
    .string()
    .trim()
    .regex(/^\d{8,12}$/, 'must be a merchant’s number')
    .optional(),
  KILN_WECHAT_SERIAL: z
    .string()
    .trim()
    .regex(/^[0-9A-F]{8,64}$/i, 'must be the serial number of the merchant’s certificate')
    .optional(),
  KILN_WECHAT_KEY_FILE: filled,
  KILN_WECHAT_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32}$/, 'must be the APIv3 key, which has 32 characters')
    .optional(),
  KILN_WECHAT_PUBLIC_KEY_ID: z
    .string()
    .trim()
    .regex(/^PUB_KEY_ID_\w+$/, 'must begin with PUB_KEY_ID_')
    .optional(),
  KILN_WECHAT_PUBLIC_KEY_FILE: filled,
  KILN_WECHAT_H5: z
    .enum(['true', 'false'], 'must be true or false')
    .default('true')
    .transform((value) => value === 'true'),
  KILN_WECHAT_URL: webAddress('https://api.mch.weixin.qq.com').default(
    'https://api.mch.weixin.qq.com',
  ),
  KILN_WECHAT_OPEN_URL: webAddress('https://api.weixin.qq.com').default(
    'https://api.weixin.qq.com',
  ),
  KILN_WECHAT_AUTHORIZE_URL: webAddress(
    'https://open.weixin.qq.com/connect/oauth2/authorize',
  ).default('https://open.weixin.qq.com/connect/oauth2/authorize'),
  KILN_ALIPAY_APP_ID: z
    .string()
    .trim()
    .regex(/^\d{10,20}$/, 'must be the number of the app')
    .optional(),
  KILN_ALIPAY_KEY_FILE: filled,
  KILN_ALIPAY_PUBLIC_KEY_FILE: filled,
  KILN_ALIPAY_SELLER: z
    .string()
    .trim()
    .regex(/^2088\d{12}$/, 'must be a number such as 2088102146225135')
    .optional(),
  KILN_ALIPAY_GATEWAY: webAddress('https://openapi.alipay.com/gateway.do').default(
    'https://openapi.alipay.com/gateway.do',
  ),
};
const environment = z.object(paymentEnvironment);
type Values = z.output<typeof environment>;

/** What the operator has to change; `config.ts` says it. */
export class PaymentsMisconfigured extends Error {
  override readonly name = 'PaymentsMisconfigured';
}

function together(values: Values, names: readonly (keyof Values)[]): boolean {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return false;
  if (missing.length === 0) return true;
  const given = names.find((name) => values[name] !== undefined);
  throw new PaymentsMisconfigured(`${String(given)}: needs ${missing.join(' and ')}, too`);
}

/** A file with a key, as PEM or as the bare base64 that Alipay's tool writes. @returns PEM */
function readKey(name: string, file: string, kind: 'private' | 'public'): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    throw new PaymentsMisconfigured(`${name}: ${file} cannot be read`);
  }
  const isPem = text.startsWith('-----BEGIN');
  try {
    const der = Buffer.from(text, 'base64');
    const key =
      kind === 'private'
        ? createPrivateKey(isPem ? text : { key: der, format: 'der', type: 'pkcs8' })
        : createPublicKey(isPem ? text : { key: der, format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'rsa') throw new Error('not RSA');
    const type = kind === 'private' ? 'pkcs8' : 'spki';
    return String(key.export({ type, format: 'pem' }));
  } catch {
    throw new PaymentsMisconfigured(`${name}: ${file} holds no ${kind} RSA key`);
  }
}

/**
 * The tills that the environment opens.
 * @param url where people come
 * @throws PaymentsMisconfigured with the variable and what is wrong with it
 */
export function paymentsOf(values: Values, url: string | null): PaymentsConfig | null {
  const hasWechat = together(values, [
    'KILN_WECHAT_APP_ID',
    'KILN_WECHAT_MERCHANT',
    'KILN_WECHAT_SERIAL',
    'KILN_WECHAT_KEY_FILE',
    'KILN_WECHAT_API_KEY',
  ]);
  const hasAlipay = together(values, [
    'KILN_ALIPAY_APP_ID',
    'KILN_ALIPAY_KEY_FILE',
    'KILN_ALIPAY_PUBLIC_KEY_FILE',
  ]);
  const hasPublicKey = together(values, [
    'KILN_WECHAT_PUBLIC_KEY_ID',
    'KILN_WECHAT_PUBLIC_KEY_FILE',
  ]);
  if (!hasWechat && !hasAlipay) return null;
  if (url === null) {
    const given = hasWechat ? 'KILN_WECHAT_APP_ID' : 'KILN_ALIPAY_APP_ID';
    throw new PaymentsMisconfigured(
      `${given}: needs KILN_PUBLIC_URL, too: where the provider tells what was paid`,
    );
  }
  return {
    url,
    wechat: hasWechat
      ? {
          url: values.KILN_WECHAT_URL,
          openUrl: values.KILN_WECHAT_OPEN_URL,
          authorizeUrl: values.KILN_WECHAT_AUTHORIZE_URL,
          appId: values.KILN_WECHAT_APP_ID ?? '',
          appSecret: values.KILN_WECHAT_APP_SECRET ?? null,
          merchant: values.KILN_WECHAT_MERCHANT ?? '',
          serial: values.KILN_WECHAT_SERIAL ?? '',
          privateKey: readKey('KILN_WECHAT_KEY_FILE', values.KILN_WECHAT_KEY_FILE ?? '', 'private'),
          apiKey: values.KILN_WECHAT_API_KEY ?? '',
          publicKey: hasPublicKey
            ? {
                id: values.KILN_WECHAT_PUBLIC_KEY_ID ?? '',
                pem: readKey(
                  'KILN_WECHAT_PUBLIC_KEY_FILE',
                  values.KILN_WECHAT_PUBLIC_KEY_FILE ?? '',
                  'public',
                ),
              }
            : null,
          hasH5: values.KILN_WECHAT_H5,
        }
      : null,
    alipay: hasAlipay
      ? {
          gateway: values.KILN_ALIPAY_GATEWAY,
          appId: values.KILN_ALIPAY_APP_ID ?? '',
          privateKey: readKey('KILN_ALIPAY_KEY_FILE', values.KILN_ALIPAY_KEY_FILE ?? '', 'private'),
          publicKey: readKey(
            'KILN_ALIPAY_PUBLIC_KEY_FILE',
            values.KILN_ALIPAY_PUBLIC_KEY_FILE ?? '',
            'public',
          ),
          seller: values.KILN_ALIPAY_SELLER ?? null,
        }
      : null,
  };
}
