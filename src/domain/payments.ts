/** Whoever takes money for the deployment. */
export const payWays = ['wechat', 'alipay'] as const;
export type PayWay = (typeof payWays)[number];

/** Spec 2, section 3: what can be bought. */
export const planNames = ['basic', 'standard', 'premium'] as const;
export type PlanName = (typeof planNames)[number];

/** Spec 2, section 3: for how many months what was bought can be spent. */
export const planMonths = [1, 3, 6, 12] as const;
export type PlanMonths = (typeof planMonths)[number];

/**
 * Where somebody pays: at a screen, from which a phone reads a code or which leads to a provider's page; in a phone's
 * browser; or in the browser that is part of WeChat.
 */
export const payScenes = ['desktop', 'phone', 'wechat'] as const;
export type PayScene = (typeof payScenes)[number];

/**
 * What becomes of an order. `open` waits for money; `closed` takes none any more, though what a provider proves to
 * have taken is still booked; `paid` is booked; `refunding` has given its credits back and waits for the provider.
 */
export const orderStates = ['open', 'paid', 'closed', 'refunding', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

/** How long an order can be paid; then it reads 'Payment Timeout' (spec 2, section 8). */
export const orderLifetimeMs = 15 * 60_000;

/** How often a page that waits for money asks the platform. */
export const orderPollMs = 3_000;

/** Credits on top, in hundredths of what a plan gives. */
export interface PurchaseBonus {
  firstPercent: number;
  /** Until `untilMs` everybody gets it; without an end it is nobody's. */
  limitedPercent: number;
  untilMs: number | null;
}

const share = (credits: number, percent: number): number => Math.floor((credits * percent) / 100);

/**
 * The credits that come on top of an offer's own; each share is rounded down for itself.
 * @param isFirst whether the person has bought nothing yet
 */
export function bonusCredits(
  credits: number,
  { firstPercent, limitedPercent, untilMs }: PurchaseBonus,
  isFirst: boolean,
  nowMs: number,
): { first: number; limited: number } {
  return {
    first: isFirst ? share(credits, firstPercent) : 0,
    limited: untilMs !== null && nowMs < untilMs ? share(credits, limitedPercent) : 0,
  };
}

/**
 * The end of so many months from a moment: the same day and time of a later month, or its last day where it is
 * shorter. In UTC, so that every process agrees.
 */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs);
  const to = new Date(fromMs);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime();
}

/**
 * What is paid back for what was not spent, in hundredths of a yuan and rounded down.
 * @param left credits that are still there, of `given`
 */
export const refundFen = (paidFen: number, left: number, given: number): number =>
  given <= 0 ? paidFen : Math.floor((paidFen * Math.min(left, given)) / given);

/** Spec 2, section 2: by which of its two brands a deployment goes decides the payment page and its rules. */
export const brandCodes = ['y', 'w'] as const;
export type BrandCode = (typeof brandCodes)[number];

/** The payment page of a brand. */
export const payPageOf = { y: '/ypay', w: '/wpay' } as const satisfies Record<BrandCode, string>;

/** Of an order, as providers and people see it: letters and digits. */
export const orderNumberPattern = /^K\d{8}[0-9A-Z]{16}$/;

/** Orders on a page of one's purchases. */
export const ordersPageSize = 10;

/**
 * Where somebody pays, by how their browser names itself: WeChat's own says so, and phones lead to an app of the
 * provider.
 */
export function paySceneOf(userAgent: string): PayScene {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  return /Android|iPhone|iPad|iPod|HarmonyOS|Mobile/i.test(userAgent) ? 'phone' : 'desktop';
}
