import webPush from 'web-push';

import { readRetryAfterMs } from '../../src/domain/backoff.ts';
import type { PushPayload } from '../../src/domain/push.ts';
import { createOutgoing } from '../http/outgoing.ts';
import { refuseEndpoint } from './addresses.ts';
import type { VapidKeys } from './vapid.ts';

export interface Receiver {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface Delivery {
  vapid: VapidKeys;
  /** Whom a push service can complain to: a mailto: or https: address. */
  contact: string;
  /** Also plain http and addresses inside the network: a push service of one's own. */
  allowPrivate: boolean;
  signal: AbortSignal;
}

export type DeliveryResult =
  | { kind: 'sent' }
  /** The device has let go of it. */
  | { kind: 'gone' }
  | { kind: 'retry'; why: string; afterMs: number | null }
  | { kind: 'refused'; why: string };

/** How long a push service keeps a message for a device that is off. */
export const timeToLiveSeconds = 24 * 3_600;
const timeoutMs = 10_000;
/** A device that was off gets one message for all that ended meanwhile: it looks at everything anyway. */
const topic = 'job-ended';

interface PushRequest {
  endpoint: string;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** What goes over the wire: encrypted for the device alone (RFC 8291), signed by the platform (RFC 8292). */
export function composeRequest(
  receiver: Receiver,
  payload: PushPayload,
  { vapid, contact }: Pick<Delivery, 'vapid' | 'contact'>,
): PushRequest {
  const { endpoint, p256dh, auth } = receiver;
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject: contact, ...vapid },
      TTL: timeToLiveSeconds,
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
      topic,
    },
  );
  return { endpoint, headers: details.headers, body: details.body ?? Buffer.alloc(0) };
}

// The address came from a device.
const toPublic = createOutgoing({ hosts: [], others: 'public' });
const toAnywhere = createOutgoing({ hosts: [], others: 'anywhere' });

async function post(
  { endpoint, headers, body }: PushRequest,
  { allowPrivate, signal }: Delivery,
): Promise<{ status: number; retryAfterMs: number | null }> {
  const answer = await (allowPrivate ? toAnywhere : toPublic)(endpoint, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    body: new Uint8Array(body),
    signal,
    timeoutMs,
  });
  // Nobody reads what it says.
  await answer.body?.cancel().catch(() => undefined);
  return { status: answer.status, retryAfterMs: readRetryAfterMs(answer.headers, Date.now()) };
}

/** Hands one message to the push service of one device. Never rejects. */
export async function deliver(
  receiver: Receiver,
  payload: PushPayload,
  delivery: Delivery,
): Promise<DeliveryResult> {
  const refusal = refuseEndpoint(receiver.endpoint, delivery.allowPrivate);
  if (refusal !== null) return { kind: 'refused', why: `the endpoint ${refusal}` };
  try {
    const { status, retryAfterMs } = await post(
      composeRequest(receiver, payload, delivery),
      delivery,
    );
    if (status >= 200 && status < 300) return { kind: 'sent' };
    if (status === 404 || status === 410) return { kind: 'gone' };
    const why = `the push service answered ${status}`;
    if (status === 429 || status >= 500) {
      return { kind: 'retry', why, afterMs: retryAfterMs };
    }
    return { kind: 'refused', why };
  } catch (error) {
    return { kind: 'retry', why: String(error), afterMs: null };
  }
}
