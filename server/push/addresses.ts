import { mayBePublic } from '../http/public-addresses.ts';

/**
 * Why a push service's address is not taken, or null when it may be. What its name resolves to is looked at
 * when it is called.
 */
export function refuseEndpoint(endpoint: string, allowPrivate: boolean): string | null {
  if (!URL.canParse(endpoint)) return 'is not an address';
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return 'must not carry a password';
  if (allowPrivate) return /^https?:$/.test(url.protocol) ? null : 'must begin with https';
  if (url.protocol !== 'https:') return 'must begin with https';
  return mayBePublic(url) ? null : 'is not on the public internet';
}
