import { decodedComponent } from './decoded.ts';

/**
 * What a link from the deployment's account provider may carry (spec 2, section 4): an access key, a token, or an access
 * token with what belongs to it.
 */
export type DoorKeys =
  | { ck: string }
  | { token: string }
  | { member_id: string; platform: string; access_token: string };

export const doorKeyMaxCharacters = 1_000;

const isKey = (value: string | null): value is string =>
  value !== null && value !== '' && value.length <= doorKeyMaxCharacters;

const decode = (text: string) => decodedComponent(text.replaceAll('+', ' ')) ?? text;

const secretNames = ['ck', 'token', 'access_token', 'member_id'];

/**
 * Takes such keys out of a query: they log in, are sent in a body and stay in no address.
 * @param search of an address, with or without its question mark
 * @returns what is left of it, and the keys; null where it has none
 */
export function takeDoorKeys(search: string): { search: string; keys: DoorKeys | null } {
  if (!/(?:^|[?&])(?:ck|token|access_token)=/.test(search)) return { search, keys: null };
  const parts = search
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return { part, name: decode(name), value: decode(value.join('=')) };
    });
  const get = (wanted: string) => parts.find(({ name }) => name === wanted)?.value ?? null;
  const [ck, token, access] = [get('ck'), get('token'), get('access_token')];
  const [member, platform] = [get('member_id'), get('platform')];
  let keys: DoorKeys | null = null;
  if (isKey(ck)) keys = { ck };
  else if (isKey(access) && isKey(member) && isKey(platform)) {
    keys = { member_id: member, platform, access_token: access };
  } else if (isKey(token)) keys = { token };
  else if (isKey(access)) keys = { token: access };
  // Whatever of it can't be used is no less secret.
  const gone = access === null ? secretNames : [...secretNames, 'platform'];
  const left = parts.filter(({ name }) => !gone.includes(name)).map(({ part }) => part);
  return { search: left.length === 0 ? '' : `?${left.join('&')}`, keys };
}
