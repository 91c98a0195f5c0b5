import { z } from 'zod';

import type * as contract from '../../src/api/contract/feedback.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import { backoffDelayMs } from '../../src/domain/backoff.ts';
import type { Database } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { createOutgoing } from '../http/outgoing.ts';
import { Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import { keepFeedback, markSent, readFeedback, takeDueFeedback } from './store.ts';
import type { FeedbackRow } from './store.ts';

/** Keeps what somebody says; where a host is named for it, it is passed on from there. @throws Problem 422 */
export async function addFeedback(
  database: Database,
  user: Caller | null,
  key: string,
  { type, content, mobile, source }: ReadOf<typeof contract.addFeedback, 'body'>,
  isPassedOn: boolean,
): Promise<AnswerOf<typeof contract.addFeedback>> {
  const kept = await keepFeedback(database, {
    key,
    userId: user?.id ?? null,
    type,
    content,
    contact: mobile,
    source,
    sendAt: isPassedOn ? new Date() : null,
  });
  if (kept.content !== content || kept.contact !== mobile || kept.type !== type) {
    throw new Problem(422, 'idempotency-mismatch', 'This key was used to say something else');
  }
  return { code: 1 };
}

/** What people have said, for an operator. */
export async function describeFeedback(
  database: Database,
  page: { limit: number; offset: number },
): Promise<AnswerOf<typeof contract.listFeedback>['data']> {
  const { rows, total } = await readFeedback(database, page);
  return {
    total,
    data: rows.map((row) => ({
      id: row.id,
      uid: row.userId === null ? null : String(row.userId),
      type: row.type,
      content: row.content,
      mobile: row.contact,
      source: row.source,
      created_at: row.createdAt.toISOString(),
      sent_at: row.sentAt?.toISOString() ?? null,
    })),
  };
}

const timeoutMs = 10_000;
const maxBytes = 64 * 1024;
const everyMs = 1_000;
const backoff = { baseMs: 30_000, capMs: 3_600_000 };
const understood = z.object({ code: z.union([z.number(), z.string(), z.boolean()]) });

/**
 * Passes what people say on to the host that takes it (spec 2, section 7), what failed again later.
 * @param host `https://admin.example.com`
 */
export function startFeedbackSender(
  database: Database,
  host: string,
  log: Log,
): { stop(): Promise<void> } {
  const send = createOutgoing({ hosts: [host], others: 'refused' });
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();

  async function passOn({ id, key, type, content, contact, source }: FeedbackRow): Promise<void> {
    const response = await send(`${host}/api/feedback/add`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ type, content, mobile: contact, source }),
      signal: stopped.signal,
      timeoutMs,
      maxBytes,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the feedback host answered ${response.status}`);
    if (!understood.parse(JSON.parse(text)).code) throw new Error('the feedback host refused it');
    await markSent(database, id);
  }

  async function sweep(): Promise<void> {
    const nextAt = (attempts: number) =>
      new Date(Date.now() + backoffDelayMs(backoff, attempts + 1, Math.random()));
    try {
      for (;;) {
        const due = await takeDueFeedback(database, nextAt);
        if (!due || stopped.signal.aborted) break;
        await passOn(due).catch((error: unknown) => {
          log.warn({ err: error, feedback: due.id }, 'feedback could not be passed on yet');
        });
      }
    } catch (error) {
      log.error({ err: error }, 'feedback could not be looked at');
    }
    if (!stopped.signal.aborted) timer = setTimeout(begin, everyMs);
  }
  const begin = (): void => {
    round = sweep();
  };
  begin();
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
