import { createHash } from 'node:crypto';

import { z } from 'zod';

/** What is kept about a remote prompt so that a restart goes on with it. */
export interface PromptReference {
  /** How many prompts of this job came to a bad end: each new one has an id of its own. */
  round: number;
  /** Whether it may have left; one that did is looked for before another is sent. */
  sent: boolean;
  /** An id of the server's own, from builds that do not take ours. */
  theirs: string | null;
}

const saved = z.object({
  round: z.int().min(0).max(1_000),
  sent: z.boolean(),
  theirs: z.string().max(200).nullable(),
});

export const writeReference = (reference: PromptReference): string => JSON.stringify(reference);

export function readReference(text: string | null): PromptReference {
  if (text !== null) {
    try {
      const parsed = saved.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
    } catch {
      // Unreadable: then it may have been sent.
    }
    return { round: 0, sent: true, theirs: null };
  }
  return { round: 0, sent: false, theirs: null };
}

/**
 * The prompt's id and its client's: always the same for a job, so that whoever runs it next finds it. The
 * job's own at first; a UUID made from it (RFC 9562, version 8) in later rounds.
 */
export function promptIdOf(jobId: string, round: number): string {
  if (round === 0) return jobId;
  const digest = createHash('sha256').update(`${jobId} ${round}`).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
