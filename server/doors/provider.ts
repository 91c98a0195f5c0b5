import { z } from 'zod';

import type { DoorKeys } from '../../src/domain/door-keys.ts';
import type { Profile } from '../accounts/service.ts';
import { createOutgoing, OutgoingError } from '../http/outgoing.ts';

/** The account provider that a deployment picked (spec 2, sections 1 and 7); docs/sign-in.md has its contract. */
export interface ProviderConfig {
  /** `key` is asked by GET with `ck`, `token` by POST with what the link carried. */
  kind: 'key' | 'token';
  url: string;
  /** Where people sign in there; null: only links lead in. */
  loginUrl: string | null;
  /** What people know it as. */
  name: string;
}

/** Somebody whom the provider knows. */
export interface ProvidedUser {
  /** Who vouches: the provider's host. */
  issuer: string;
  uid: string;
  isVip: boolean;
  profile: Profile;
}

/** The provider did not say anything that can be used; asking again may help. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export interface Provider {
  readonly config: ProviderConfig;
  /**
   * Who it is.
   * @returns null when the provider knows nobody by these keys, or takes keys of another kind
   * @throws ProviderUnavailable
   */
  userBehind(keys: DoorKeys): Promise<ProvidedUser | null>;
}

const timeoutMs = 5_000;
const maxBytes = 64 * 1024;

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? '');
const answer = z.object({
  status: z.unknown(),
  data: z
    .object({
      uid: text,
      nick: text,
      is_vip: z.union([z.boolean(), z.number(), z.string()]).nullish(),
    })
    .nullish()
    .or(z.array(z.unknown()).transform(() => null)),
});

/** PHP and others say it in their own way. */
const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1';

export function createProvider(config: ProviderConfig): Provider {
  const { kind, url } = config;
  const send = createOutgoing({ hosts: [url], others: 'refused' });
  const issuer = new URL(url).host;

  async function ask(keys: DoorKeys): Promise<Response> {
    if (!('ck' in keys)) {
      return send(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(keys),
        timeoutMs,
        maxBytes,
      });
    }
    const address = new URL(url);
    address.searchParams.set('ck', keys.ck);
    return send(address, { headers: { Accept: 'application/json' }, timeoutMs, maxBytes });
  }

  return {
    config,
    async userBehind(keys) {
      if ((kind === 'key') !== 'ck' in keys) return null;
      let said: z.output<typeof answer>;
      try {
        const response = await ask(keys);
        const body = await response.text();
        if (response.status === 401 || response.status === 403) return null;
        if (!response.ok) throw new ProviderUnavailable(`it answered ${response.status}`);
        said = answer.parse(JSON.parse(body));
      } catch (error) {
        if (error instanceof ProviderUnavailable) throw error;
        // Never with the address: the key stands in it.
        const why = error instanceof OutgoingError ? error.failure : 'it answered something else';
        throw new ProviderUnavailable(why);
      }
      const uid = said.data?.uid.trim() ?? '';
      if (!said.status || !said.data || uid === '' || uid === '0') return null;
      const { nick, is_vip: isVip } = said.data;
      return { issuer, uid, isVip: isYes(isVip), profile: { name: nick, nick } };
    },
  };
}
