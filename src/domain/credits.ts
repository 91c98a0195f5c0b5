import { resultMaxSide } from './limits.ts';
import type { InputValues, ModelItem } from './model.ts';

/**
 * Spec 2, section 9: ledger type_detail. From 50 on they are ours: what a generation holds, spends or gives back, what
 * leaves with the money of a purchase, and what comes back where that money could not be paid back.
 */
export const ledgerTypeDetails = {
  dailyReward: 1,
  vipDailyReward: 2,
  limitedTimeReward: 4,
  packagePurchase: 5,
  systemReward: 6,
  registrationReward: 7,
  pointsExpired: 30,
  generationReserved: 50,
  generationCharged: 51,
  generationReturned: 52,
  purchaseRefunded: 53,
  refundUndone: 54,
} as const;

/** Spec 2, section 3: ledger type 1 is income, otherwise spend. */
export const ledgerTypes = { income: 1, spend: 2 } as const;

/** Where the day turns unless the deployment says otherwise: the specification shows times in it. */
export const timeZoneDefault = 'Asia/Shanghai';

/** Whether it is the name of a time zone (IANA), as this machine knows them. */
export function isTimeZone(name: string): boolean {
  try {
    dayFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** Making one costs more than using it a hundred times. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for what is no time zone */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  dayFormats.set(timeZone, made);
  return made;
}

/**
 * Hours ahead of UTC, in zones whose clocks have not been changed since 1992. Every page knows the day, and the first
 * use of Intl in a page takes 20 ms of a fast computer.
 */
const steadyZones: ReadonlyMap<string, number> = new Map([
  [timeZoneDefault, 8],
  ['UTC', 0],
]);
const steadyFromMs = Date.UTC(1992, 0, 1);
const steadyToMs = Date.UTC(9999, 0, 1);

/**
 * The calendar day a daily claim counts for, `YYYY-MM-DD`.
 * @param timeZone the deployment's, in which the day turns
 */
export function claimDay(nowMs: number, timeZone: string): string {
  const hoursAhead = steadyZones.get(timeZone);
  if (hoursAhead !== undefined && nowMs >= steadyFromMs && nowMs < steadyToMs)
    return new Date(nowMs + hoursAhead * 3_600_000).toISOString().slice(0, 10);
  const parts = dayFormat(timeZone).formatToParts(nowMs);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${read('year')}-${read('month')}-${read('day')}`;
}

/** No day is longer, also where clocks are put back; a zone that moves over the date line skips one. */
const dayMaxMs = 49 * 3_600_000;

/** When the day of a daily claim is over, and what is left of it with it: to the millisecond. */
export function claimDayEndMs(nowMs: number, timeZone: string): number {
  const today = claimDay(nowMs, timeZone);
  let before = nowMs;
  let after = nowMs + dayMaxMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (claimDay(middle, timeZone) === today) before = middle;
    else after = middle;
  }
  return after;
}

/** Credits by a link, once per person: how many, and for how many days; with none they end with the day. */
export interface LimitedClaim {
  credits: number;
  days: number;
}

/**
 * What links with a `pointId` give where an operator set nothing else (spec 2, section 9). The specification says how
 * much there is and that two of them hold for thirty days, not which: the two largest, here.
 */
export const limitedClaimDefaults: Readonly<Record<string, LimitedClaim>> = {
  1: { credits: 70, days: 0 },
  2: { credits: 100, days: 0 },
  3: { credits: 200, days: 0 },
  4: { credits: 200, days: 0 },
  5: { credits: 300, days: 0 },
  6: { credits: 400, days: 30 },
  7: { credits: 500, days: 30 },
};

/** Of the id of such a link: letters, digits, dash and underscore. */
export const claimIdPattern = /^[\w-]{1,64}$/;

/** What of a model says what a request to it costs; a device may know one from before prices grew with pixels. */
export type Price = Pick<ModelItem, 'cost'> & Partial<Pick<ModelItem, 'cost_pixels'>>;

interface Size {
  width: number;
  height: number;
}

/**
 * Pixels that the work of a request grows with: the larger of what comes in and what is made of it.
 * @param sources sizes at which they travel (`travelSize`); zero for what is no picture
 */
export function workedPixels(
  { type }: Pick<ModelItem, 'type'>,
  { width, height, scale }: InputValues,
  sources: readonly Size[],
): number {
  const made = typeof width === 'number' && typeof height === 'number' ? width * height : 0;
  const isEnlarged = type.split(',').includes('Upscaling') && typeof scale === 'number';
  const brought = sources.map((size) => {
    const longest = Math.max(size.width, size.height, 1);
    const factor = isEnlarged ? Math.max(1, Math.min(scale, resultMaxSide / longest)) : 1;
    return Math.round(size.width * factor) * Math.round(size.height * factor);
  });
  return Math.max(made, ...brought);
}

/** How many times a model's price a single output takes: once for each begun portion of pixels. */
export function pricePortions({ cost_pixels: portion }: Price, pixels: number): number {
  return portion ? Math.max(1, Math.ceil(pixels / portion)) : 1;
}

/**
 * Cost of a request in credits: a model's price, once for each output and begun portion of pixels.
 * @param pixels see `workedPixels`
 */
export function generationCost(price: Price, outputs: number, pixels: number): number {
  const each = Math.max(0, Math.round(price.cost)) * pricePortions(price, pixels);
  return each * Math.max(1, Math.round(outputs));
}

/** A row of the credit ledger as the device keeps it (spec 2, section 3). */
export interface LedgerEntry {
  id: number;
  /** `ledgerTypes`: income, otherwise spend. */
  type: number;
  /** `ledgerTypeDetails`, or a kind this version does not know. */
  typeDetail: number;
  /** Credits that came or went. */
  amount: number;
  balanceAfter: number;
  /** The tool of the request it was for. */
  jobType: string | null;
  createdAtMs: number;
}
