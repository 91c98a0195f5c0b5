import type { Context } from 'hono';

import { isLanguage, matchLanguage } from '../../src/domain/languages.ts';
import { isSecure } from '../http/client-address.ts';
import type { HttpEnvironment } from '../http/mount.ts';
import type { PageOptions } from './frame.ts';

/** Where the visitor reaches the platform. */
export function originOf({ req, env }: Context<HttpEnvironment>, trustedProxies: number): string {
  const scheme = isSecure(env.incoming, trustedProxies) ? 'https' : 'http';
  return `${scheme}://${req.header('Host') ?? new URL(req.url).host}`;
}

/** How a page is written for a visitor: in the language that the address asks for, or that their browser prefers. */
export function pageFor(
  context: Context<HttpEnvironment>,
  { trustedProxies, isHeld }: { trustedProxies: number; isHeld: () => boolean },
): PageOptions {
  const { req } = context;
  const asked = req.query('lang');
  const isAsked = isLanguage(asked);
  const language = isAsked
    ? asked
    : matchLanguage((req.header('Accept-Language') ?? '').split(','));
  return { language, isAsked, origin: originOf(context, trustedProxies), isHeld: isHeld() };
}

/** A person, and no program: refusals come as a page. */
export const isRead = ({ req }: Context<HttpEnvironment>): boolean =>
  (req.header('Accept') ?? '').includes('text/html');
