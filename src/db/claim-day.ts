import { claimDay } from '../domain/credits.ts';
import { getSetting } from './settings.ts';

/** The day a daily claim counts for, where the deployment's day turns. */
export const claimDayHere = async (nowMs: number): Promise<string> =>
  claimDay(nowMs, await getSetting('timeZone'));
