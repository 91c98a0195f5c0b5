import type { IncomingMessage } from 'node:http';

/**
 * The caller's address for rate limits. X-Forwarded-For counts only behind proxies that we were told of:
 * everything to the left of their own entries is the caller's invention.
 */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  const direct = incoming.socket.remoteAddress ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return forwarded.at(-trustedProxies) ?? forwarded[0] ?? direct;
}
