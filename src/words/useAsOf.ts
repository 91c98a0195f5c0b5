import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { asOfMs } from '../domain/freshness.ts';
import { remoteCacheTtlMs } from '../domain/limits.ts';
import { formatClock } from './intl.ts';

/**
 * The time up to which something kept is known to be true, in words for `AsOf`; null while it is as fresh as
 * it should be.
 */
export function useAsOf(
  cached: { fetchedAtMs: number; stale?: boolean } | null | undefined,
  online: boolean,
): string | null {
  const { i18n } = useLingui();
  const [nowMs, setNowMs] = useState(() => Date.now());
  const fetchedAtMs = cached?.fetchedAtMs ?? null;
  useEffect(() => {
    if (fetchedAtMs === null || online) return;
    // It grows old while one looks at it.
    const restMs = Math.max(0, fetchedAtMs + remoteCacheTtlMs - Date.now());
    const timer = setTimeout(() => setNowMs(Date.now()), restMs);
    return () => clearTimeout(timer);
  }, [fetchedAtMs, online]);
  const atMs = asOfMs(cached, online, nowMs);
  return atMs === null ? null : formatClock(atMs, nowMs, i18n.locale);
}
