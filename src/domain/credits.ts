/** Spec 2, section 9: ledger type_detail. 50–52 are ours: what a generation holds, spends or gives back. */
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
} as const;

/** Spec 2, section 3: ledger type 1 is income, otherwise spend. */
export const ledgerTypes = { income: 1, spend: 2 } as const;

/**
 * The calendar day a daily claim counts for, `YYYY-MM-DD`. The specification shows times in
 * Asia/Shanghai, so the day turns there too; UTC+8 has had no daylight saving since 1991.
 */
export function claimDay(nowMs: number): string {
  return new Date(nowMs + 8 * 3_600_000).toISOString().slice(0, 10);
}

/** When the day of a daily claim is over, and what is left of it with it. */
export function claimDayEndMs(nowMs: number): number {
  return Date.parse(`${claimDay(nowMs)}T00:00:00+08:00`) + 86_400_000;
}

/** Cost of a request: a model's cost per output times the number of outputs. */
export function generationCost(costPerOutput: number, outputs: number): number {
  return Math.max(0, Math.round(costPerOutput)) * Math.max(1, Math.round(outputs));
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
