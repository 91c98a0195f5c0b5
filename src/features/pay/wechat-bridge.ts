import type { PayStep } from './orders.ts';

type BridgeParams = Extract<PayStep, { kind: 'bridge' }>['params'];

interface WechatBridge {
  invoke(
    name: 'getBrandWCPayRequest',
    params: BridgeParams,
    done: (answer: { err_msg?: string }) => void,
  ): void;
}

const bridgeOf = (): WechatBridge | undefined =>
  (globalThis as { WeixinJSBridge?: WechatBridge }).WeixinJSBridge;

const patienceMs = 5_000;

/** WeChat brings it along a little after the page. */
function bridgeReady(): Promise<WechatBridge | undefined> {
  const here = bridgeOf();
  if (here) return Promise.resolve(here);
  return new Promise((resolve) => {
    const done = () => resolve(bridgeOf());
    document.addEventListener('WeixinJSBridgeReady', done, { once: true });
    setTimeout(done, patienceMs);
  });
}

/**
 * Opens WeChat's own window for a payment. Whether it was paid is known from the platform alone.
 * @returns false outside of WeChat
 */
export async function payInWechat(params: BridgeParams): Promise<boolean> {
  const bridge = await bridgeReady();
  if (!bridge) return false;
  await new Promise<void>((resolve) => {
    bridge.invoke('getBrandWCPayRequest', params, () => resolve());
  });
  return true;
}
