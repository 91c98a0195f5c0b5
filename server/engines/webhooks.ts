import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { App } from '../http/mount.ts';
import { notFound, Problem } from '../http/problem.ts';
import { readJson } from '../http/read-body.ts';
import type { Engine } from './contract/engine.ts';
import type { WebhookReceiver } from './contract/webhooks.ts';

/** Four pictures of 2048² as data URLs. */
const bodyMaxBytes = 96 * 1024 * 1024;
const endedMax = 1_000;
const tokenPattern = /^[\w-]{43}$/;

/** 256 bits that nobody guesses: who knows the address was told by us. */
export const newWebhookToken = (): string => randomBytes(32).toString('base64url');

/** @param baseUrl `KILN_WEBHOOK_URL` */
export function createWebhookReceiver(engine: string, baseUrl: string): WebhookReceiver {
  const waiting = new Map<string, (value: unknown) => void>();
  const ended = new Set<string>();
  return {
    address: (token) => `${baseUrl}/api/engines/${engine}/${token}`,
    listen(token, hear) {
      waiting.set(token, hear);
      ended.delete(token);
      return (isOver) => {
        waiting.delete(token);
        if (isOver) ended.add(token);
        for (const oldest of ended) {
          if (ended.size <= endedMax) break;
          ended.delete(oldest);
        }
      };
    },
    state(token) {
      if (waiting.has(token)) return 'waiting';
      return ended.has(token) ? 'ended' : 'unknown';
    },
    hear: (token, value) => waiting.get(token)?.(value),
  };
}

/** Mounts the address that webhooks come to, if some engine wants any. */
export function mountEngineWebhooks(app: App, engines: readonly Engine[]): void {
  const receivers = new Map(
    engines.flatMap(({ name, webhooks }) => (webhooks ? [[name, webhooks] as const] : [])),
  );
  if (receivers.size === 0) return;
  app.post('/api/engines/:engine/:token', async (context) => {
    const { engine, token } = context.req.param();
    const receiver = receivers.get(engine);
    if (!receiver || !tokenPattern.test(token)) throw notFound('Address');
    const state = receiver.state(token);
    // After a restart its job may not be running again yet: what says "later" is sent again.
    if (state === 'unknown') {
      throw new Problem(503, 'engine-unavailable', 'Nobody waits for this now', {
        headers: { 'Retry-After': '5' },
      });
    }
    if (state === 'waiting') {
      const { incoming } = context.env as { incoming: IncomingMessage };
      receiver.hear(token, await readJson(incoming, bodyMaxBytes));
    }
    return context.json({});
  });
}
