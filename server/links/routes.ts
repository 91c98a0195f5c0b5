import type { Context } from 'hono';

import * as contract from '../../src/api/contract/links.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import type { Database } from '../database/connect.ts';
import type { FileAnswers } from '../files/answer.ts';
import { callerNetwork, clientAddress } from '../http/client-address.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import type { ApiDocument } from '../http/openapi.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { isRead, pageFor } from '../pages/visitor.ts';
import { describeLinks } from './document.ts';
import { renderEmpty, renderLink } from './page.ts';
import { giveLink, linksOf, openLink, revokeLinks } from './service.ts';
import type { Shared } from './service.ts';

export interface LinkRoutes {
  document: ApiDocument;
  database: Database;
  answers: FileAnswers;
  limits: RateLimits;
  trustedProxies: number;
  /** Whether the browser's own menu is kept from pictures. */
  isHeld: () => boolean;
}

const refusalOf = (kind: 'over' | 'none'): Problem =>
  kind === 'none' ? notFound('Link') : new Problem(410, 'not-found', 'This link was taken back');

/** Links that people give, and what strangers see by one: without a session, and only while it lives. */
export function mountLinks(app: App, mount: Mount, options: LinkRoutes): void {
  const { document, database, answers, limits, trustedProxies } = options;

  mount(contract.shareWork, async ({ user, body }) => ({
    data: await giveLink(database, user.id, body),
  }));
  mount(contract.revokeLinks, async ({ user, body }) => ({
    data: { revoked: await revokeLinks(database, user.id, body.image_ids) },
  }));
  mount(contract.listLinks, async ({ user }) => ({ data: await linksOf(database, user.id) }));
  describeLinks(document);

  async function opened(context: Context<HttpEnvironment>): Promise<Shared> {
    await limits.visitor(callerNetwork(clientAddress(context.env.incoming, trustedProxies)));
    return openLink(database, context.req.param('token') ?? '');
  }

  const statusOf = { live: 200, over: 410, none: 404 } as const;

  app.get('/s/:token', async (context) => {
    const found = await opened(context);
    // Programs are refused as everywhere; people get a page that says it.
    if (found.kind !== 'live' && !isRead(context)) throw refusalOf(found.kind);
    const visitor = pageFor(context, options);
    const { html, policy } =
      found.kind === 'live' ? renderLink(found, visitor) : renderEmpty(found.kind, visitor);
    return context.html(html, statusOf[found.kind], {
      'Cache-Control': 'private, no-cache',
      'Content-Security-Policy': policy,
      'X-Robots-Tag': 'noindex',
      Vary: 'Accept-Language',
    });
  });

  async function file(context: Context<HttpEnvironment>, isPicture: boolean): Promise<Response> {
    const found = await opened(context);
    if (found.kind !== 'live') throw refusalOf(found.kind);
    const { file: shared } = found.shared;
    const isItself = mediaKind(shared.mediaType) === 'picture';
    // Pictures are given with the deployment's mark only.
    if (!isPicture && isItself) throw notFound('Link');
    const query = (name: string) => {
      if (name === 'width' && isPicture) return context.req.query(name) ?? '512';
      return name === 'watermark' && isItself ? '1' : undefined;
    };
    const headers = { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
    const wish = answers.wishOf(query, false);
    return answers.send(context.req.raw, shared, wish, headers, context.get('log'));
  }
  app.get('/s/:token/picture', (context) => file(context, true));
  app.get('/s/:token/file', (context) => file(context, false));
}
