/** What the platform tells a sleeping device. It names no prompt: who delivers it need not know what was made. */
export interface PushPayload {
  type: 'job-ended';
  /** Whose job; the device may belong to somebody else by now. */
  userKey: string;
  jobId: string;
  outcome: 'finished' | 'failed';
}

/** Messages come from outside and may be of a newer platform: null for what this build does not know. */
export function readPushPayload(value: unknown): PushPayload | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, userKey, jobId, outcome } = value as Record<string, unknown>;
  if (type !== 'job-ended' || typeof userKey !== 'string' || typeof jobId !== 'string') return null;
  if (outcome !== 'finished' && outcome !== 'failed') return null;
  return { type, userKey, jobId, outcome };
}
