import type { IncomingMessage } from 'node:http';

import ipaddr from 'ipaddr.js';

/**
 * What the outermost proxy that we were told of says in a header in which each proxy adds its own entry at the end:
 * everything to the left of theirs is the caller's invention.
 */
function forwarded(
  incoming: IncomingMessage,
  header: 'x-forwarded-for' | 'x-forwarded-proto',
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0) return undefined;
  const entries = String(incoming.headers[header] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return entries.at(-trustedProxies) ?? entries[0];
}

/** The caller's address. X-Forwarded-For counts only behind proxies that we were told of. */
export function clientAddress(incoming: IncomingMessage, trustedProxies: number): string {
  const direct = incoming.socket.remoteAddress ?? 'unknown';
  return forwarded(incoming, 'x-forwarded-for', trustedProxies) ?? direct;
}

/** Whether the caller came by https, which ends at a proxy in front: the platform itself speaks http. */
export function isSecure(incoming: IncomingMessage, trustedProxies: number): boolean {
  return forwarded(incoming, 'x-forwarded-proto', trustedProxies)?.toLowerCase() === 'https';
}

/** IPv4 addresses that are written as IPv6 ones: mapped and translated. They stand in the last 32 bits. */
const carriesIPv4: ReadonlySet<string> = new Set(['ipv4Mapped', 'rfc6145', 'rfc6052']);

/** The first 64 bits are given to a household or a machine, which makes up the others as it likes. */
const prefixParts = 4;

/**
 * As whom limits count an address: an IPv4 address itself, the /64 of an IPv6 one. Every spelling of the same gives
 * the same, with or without port, brackets or zone; what is no address at all is counted as one caller.
 */
export function callerNetwork(address: string): string {
  const bare = address
    .trim()
    .replaceAll('"', '')
    .replace(/^\[([^\]]*)\](:\d*)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d*$/, '$1');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare;
  if (!ipaddr.IPv6.isValid(bare)) return 'unknown';
  const found = ipaddr.IPv6.parse(bare);
  if (carriesIPv4.has(found.range())) {
    return new ipaddr.IPv4(found.toByteArray().slice(-4)).toString();
  }
  const prefix = found.parts.slice(0, prefixParts).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
