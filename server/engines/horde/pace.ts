/** Every pause in one place; the defaults suit the public Horde. */
export interface HordePace {
  /** How long a second of the Horde lasts, for its rate limits and `Retry-After`. */
  secondMs: number;
  checkMs: number;
  checkMaxMs: number;
  /** Between status calls of one request: 10 a minute are allowed. */
  statusMs: number;
  /** How long to keep asking for admission when the Horde is busy. */
  admissionMs: number;
  busyPauseMs: number;
  busyPauseMaxMs: number;
  /** After the Horde shut this address out (`TimeoutIP`): its shortest penalty. */
  shutOutMs: number;
  maintenancePauseMs: number;
  /** The Horde caches an account for 30 s, so a new request shows late. */
  findLostMs: number;
  findLostStepMs: number;
  /** Without any answer for this long, the platform is told. A request lives 20 minutes. */
  silenceMs: number;
  /** How long a cancelled request is watched until nothing of it is being made. */
  cancelMs: number;
  downloadPauseMs: number;
  refreshMs: number;
  refreshMaxMs: number;
  /** Models are described anew now and then. */
  learnMs: number;
}

export const publicPace: HordePace = {
  secondMs: 1_000,
  checkMs: 2_000,
  checkMaxMs: 10_000,
  statusMs: 6_100,
  admissionMs: 10 * 60_000,
  busyPauseMs: 5_000,
  busyPauseMaxMs: 120_000,
  shutOutMs: 3 * 60_000,
  maintenancePauseMs: 60_000,
  findLostMs: 40_000,
  findLostStepMs: 5_000,
  silenceMs: 15 * 60_000,
  cancelMs: 10 * 60_000,
  downloadPauseMs: 1_000,
  refreshMs: 60_000,
  refreshMaxMs: 10 * 60_000,
  learnMs: 6 * 3_600_000,
};
