import { lookup } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** Everything that is not the public internet (IANA's special-purpose registries). */
const reserved = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  reserved.addSubnet(network, bits, 'ipv4');
}
// Documentation, and tunnels that lead to an IPv4 address nobody has looked at.
reserved.addSubnet('2001:db8::', 32, 'ipv6');
reserved.addSubnet('2001::', 23, 'ipv6');
reserved.addSubnet('2002::', 16, 'ipv6');

/** Mapped, translated, local and multicast addresses all lie outside of it. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an address may be reached on behalf of somebody outside. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  if (family !== 6) return false;
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Names that only mean something inside a network. */
const innerName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * Whether a host may lie on the public internet, as far as it can be told without asking: an address that
 * is public, or a name that is not one of the inner ones. What a name resolves to is for `publicLookup`.
 */
export function mayBePublic(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !innerName.test(host);
}

/** Looks a name up and lets only public addresses through: what is connected to is what was looked at. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (!first) {
      callback(error ?? new NotPublic(hostname), '', 4);
    } else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** A name that leads nowhere but inside. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';

  constructor(host: string) {
    super(`${host} is not on the public internet`);
  }
}
