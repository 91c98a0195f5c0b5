import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** The names of the machine itself, which nobody outside can point at it: localhost, its own, and that by mDNS. */
function isOwnName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const own = hostname().toLowerCase();
  return name === own || name === `${own.replace(/\.local$/, '')}.local`;
}

/** The name that a Host header asks for, as browsers write it; null for what is none. */
function nameOf(host: string): string | null {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return null;
  return new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/**
 * Whether a request may be meant for this platform. A page from elsewhere can point a name of its own at this machine
 * (DNS rebinding) and would then be taken by browsers for a page of the platform; its name gives it away. An address
 * is nobody's name, so whoever comes by one means this machine.
 * @param host the Host header; whoever sends none is no browser
 * @param known further names, in lower case
 */
export function isKnownHost(host: string | undefined, known: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  const name = nameOf(host);
  return name !== null && (isIP(name) !== 0 || known.has(name) || isOwnName(name));
}
