import {
  orderNumberPattern,
  planMonths,
  planNames,
  type PlanMonths,
  type PlanName,
} from '../../domain/payments.ts';

/** What the address of a payment page says. */
export interface PaySearch {
  plan?: PlanName;
  months?: PlanMonths;
  /** The order that is being paid. */
  order?: string;
}

/** Reads it; whatever else providers add is not kept, though the router would. */
export function readPaySearch(search: Record<string, unknown>): PaySearch {
  const plan = planNames.find((name) => name === search.plan);
  const months = planMonths.find((count) => count === Number(search.months));
  const order =
    typeof search.order === 'string' && orderNumberPattern.test(search.order)
      ? search.order
      : undefined;
  return { ...(plan && { plan }), ...(months && { months }), ...(order && { order }) };
}

/** What WeChat leads back with: which order, and by which code it says who somebody is. */
export interface WechatSearch {
  order?: string;
  code?: string;
}

export function readWechatSearch(search: Record<string, unknown>): WechatSearch {
  const { order } = readPaySearch(search);
  const { code } = search;
  const isCode = typeof code === 'string' && /^[\w-]{1,200}$/.test(code);
  return { ...(order && { order }), ...(isCode && { code }) };
}
