import { payPageOf } from '../../src/domain/payments.ts';
import type { BrandCode } from '../../src/domain/payments.ts';
import type { Log } from '../log.ts';
import { createAlipayTill } from './alipay.ts';
import type { PaymentsConfig } from './environment.ts';
import { notifyPath } from './routes.ts';
import type { Payments } from './service.ts';
import type { Till } from './till.ts';
import { createWechatTill } from './wechat.ts';

/**
 * Opens the tills that the deployment has.
 * @param brandCode on whose payment page somebody lands again, as it is set at the moment of asking
 */
export async function openTills(
  config: PaymentsConfig | null,
  brandCode: () => BrandCode,
  log: Log,
): Promise<Till[]> {
  if (!config) return [];
  const { url, wechat, alipay } = config;
  const notifyUrl = (way: string) => url + notifyPath(way);
  const tills: Till[] = [];
  if (alipay) {
    const returnUrl = (order: string) => `${url}${payPageOf[brandCode()]}?order=${order}`;
    tills.push(createAlipayTill(alipay, { notifyUrl: notifyUrl('alipay'), returnUrl }));
  }
  if (wechat) {
    const returnUrl = (order: string) => `${url}/wxredirect?order=${order}`;
    tills.push(createWechatTill(wechat, { notifyUrl: notifyUrl('wechat'), returnUrl }, log));
  }
  for (const till of tills) await till.start();
  return tills;
}

const sweepEveryMs = 5_000;

/** Asks about orders without an end, again and again, one round after the other. */
export function startSweep(payments: Payments, log: Log): { stop(): Promise<void> } {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  async function sweep(): Promise<void> {
    try {
      await payments.sweep();
    } catch (error) {
      log.error({ err: error }, 'the sweep over orders failed');
    }
    if (!isOver) timer = setTimeout(begin, sweepEveryMs);
  }
  const begin = (): void => {
    round = sweep();
  };
  timer = setTimeout(begin, sweepEveryMs);
  return {
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await round;
    },
  };
}
