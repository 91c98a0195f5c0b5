/** Why a job does not run yet, as an operator is told it. */
export const waitReasons = [
  /** Others come first. */
  'turn',
  /** Its engine runs as many as it may. */
  'engine-full',
  'engine-away',
  /** No engine of this platform has its name any more. */
  'no-engine',
  /** An attempt failed; the next one comes later. */
  'next-attempt',
  /** The disk is nearly full, and nothing begins. */
  'no-space',
] as const;
export type WaitReason = (typeof waitReasons)[number];
