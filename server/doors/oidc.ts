import type { Configuration } from 'openid-client';

import type { Profile } from '../accounts/service.ts';
import { createOutgoing } from '../http/outgoing.ts';

export interface OidcConfig {
  issuer: string;
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  scope: string;
  /** What people know it as. */
  name: string;
  /** Where the provider leads back to. */
  redirectUrl: string;
}

/** Secrets of one sign-in, which the provider is asked with. */
export interface OidcSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Somebody for whom the provider vouches. */
export interface Vouched {
  issuer: string;
  subject: string;
  profile: Profile;
}

export interface OidcClient {
  readonly name: string;
  /** Where somebody signs in. @throws when the provider can't be reached */
  addressFor(secrets: OidcSecrets): Promise<string>;
  /**
   * Who came back.
   * @param query of the address that the provider led back to
   * @throws when it is not what the provider was asked, or nobody vouches for it
   */
  whoCame(query: string, secrets: OidcSecrets): Promise<Vouched>;
}

const timeoutMs = 10_000;
const maxBytes = 512 * 1024;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** OpenID Connect (Core 1.0) by code with PKCE; the provider says where its addresses are (Discovery 1.0). */
export function createOidcClient(config: OidcConfig): OidcClient {
  const { issuer, clientId, clientSecret, redirectUrl, scope } = config;
  // Its addresses need not be on its own host, and are then on the public internet.
  const send = createOutgoing({ hosts: [issuer], others: 'public' });
  let discovered: Promise<Configuration> | null = null;

  async function discover(): Promise<Configuration> {
    const client = await import('openid-client');
    return client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret === null ? client.None() : client.ClientSecretPost(clientSecret),
      {
        // An operator may run one in their own network.
        ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
        [client.customFetch]: async (url, { method, headers, body }) =>
          send(url, {
            method,
            headers,
            ...(body !== undefined && body !== null && { body: body as string }),
            timeoutMs,
            maxBytes,
          }),
        timeout: timeoutMs / 1_000,
      },
    );
  }
  function configuration(): Promise<Configuration> {
    const asked = discovered ?? discover();
    discovered = asked;
    // Asked anew the next time.
    asked.catch(() => {
      if (discovered === asked) discovered = null;
    });
    return asked;
  }

  return {
    name: config.name,
    async addressFor({ state, nonce, verifier }) {
      const client = await import('openid-client');
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUrl,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    async whoCame(query, { state, nonce, verifier }) {
      const client = await import('openid-client');
      const tokens = await client.authorizationCodeGrant(
        await configuration(),
        new URL(redirectUrl + query),
        {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no ID token');
      const nick = textOf(claims['nickname']) || textOf(claims['name']);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        profile: { name: textOf(claims['preferred_username']) || nick, nick },
      };
    },
  };
}
