import { eq, sql } from 'drizzle-orm';

import { backoffDelayMs } from '../../src/domain/backoff.ts';
import type { PushPayload } from '../../src/domain/push.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { userKeyOf } from '../http/caller.ts';
import { pushMessages, pushSubscriptions } from './tables.ts';
import type { Log } from '../log.ts';
import { deliver, timeToLiveSeconds } from './deliver.ts';
import type { Delivery, Receiver } from './deliver.ts';

/** Writes a message for each device of a job's owner, in the transaction that ends the job. */
export async function tellDevices(
  transaction: Transaction,
  job: { id: string; userId: number },
  outcome: PushPayload['outcome'],
): Promise<void> {
  const payload: PushPayload = {
    type: 'job-ended',
    userKey: userKeyOf(job.userId),
    jobId: job.id,
    outcome,
  };
  await transaction.execute(sql`
    insert into ${pushMessages} (subscription_id, payload)
    select ${pushSubscriptions.id}, ${JSON.stringify(payload)}::jsonb
    from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${job.userId}`);
}

type Claimed = {
  [Column in keyof Receiver]: string;
} & {
  id: string;
  subscription_id: string;
  payload: PushPayload;
  attempts: number;
  age_seconds: number;
};

const pollMs = 1_000;
const atOnce = 8;
const maxAttempts = 6;
/** Longer than a delivery may take; a process that died in one leaves the message to another. */
const claimSeconds = 60;
const retryAfterMaxMs = 3_600_000;
const retryBackoff = { baseMs: 15_000, capMs: 30 * 60_000 };

function claim(database: Database) {
  return database.execute<Claimed>(sql`
    update push_messages m
    set attempts = m.attempts + 1, run_after = now() + ${claimSeconds} * interval '1 second'
    from push_subscriptions s
    where s.id = m.subscription_id and m.id in (
      select id from push_messages where run_after <= now()
      order by id limit ${atOnce} for update skip locked)
    returning m.id, m.payload, m.attempts, m.subscription_id,
      extract(epoch from now() - m.created_at)::float as age_seconds,
      s.endpoint, s.p256dh, s.auth`);
}

export interface PushSender {
  stop(): Promise<void>;
}

/** Hands waiting messages to the push services, those that failed again later. */
export function startPushSender(
  database: Database,
  options: Omit<Delivery, 'signal'>,
  log: Log,
): PushSender {
  const stopped = new AbortController();
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;

  async function send(message: Claimed): Promise<void> {
    const result = await deliver(message, message.payload, { ...options, signal: stopped.signal });
    if (stopped.signal.aborted && result.kind === 'retry') return;
    const isLast = message.attempts >= maxAttempts || message.age_seconds > timeToLiveSeconds;
    const facts = { subscription: Number(message.subscription_id), attempts: message.attempts };
    if (result.kind === 'gone') {
      // Its messages go with it.
      await database.delete(pushSubscriptions).where(eq(pushSubscriptions.id, facts.subscription));
      log.debug(facts, 'a device no longer takes pushes');
    } else if (result.kind === 'retry' && !isLast) {
      const delayMs = backoffDelayMs(
        retryBackoff,
        message.attempts,
        Math.random(),
        // A push service's word counts, but not for ever.
        result.afterMs === null ? null : Math.min(result.afterMs, retryAfterMaxMs),
      );
      await database
        .update(pushMessages)
        .set({ runAfter: sql`now() + ${delayMs} * interval '1 millisecond'` })
        .where(eq(pushMessages.id, Number(message.id)));
      log.debug({ ...facts, why: result.why }, 'a push will be tried again');
    } else {
      await database.delete(pushMessages).where(eq(pushMessages.id, Number(message.id)));
      if (result.kind !== 'sent') log.warn({ ...facts, why: result.why }, 'a push was given up');
    }
  }

  async function sendAll(): Promise<void> {
    try {
      for (let more = true; more && !stopped.signal.aborted;) {
        const { rows } = await claim(database);
        await Promise.all(rows.map(send));
        more = rows.length === atOnce;
      }
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'pushes could not be sent');
    } finally {
      isSending = false;
    }
  }

  const timer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    sending = sendAll();
  }, pollMs);

  return {
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await sending;
    },
  };
}
