import { createHash, timingSafeEqual } from 'node:crypto';

import type { App } from '../http/mount.ts';
import { loginRequired } from '../http/problem.ts';
import type { Metrics } from './metrics.ts';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @param token which Prometheus has to show; without one there is no such address */
export function mountMetrics(app: App, metrics: Metrics, token: string | null): void {
  if (token === null) return;
  const wanted = hashOf(`Bearer ${token}`);
  app.get('/metrics', async (context) => {
    if (!timingSafeEqual(hashOf(context.req.header('Authorization') ?? ''), wanted)) {
      throw loginRequired();
    }
    return context.body(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    });
  });
}
