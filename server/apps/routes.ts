import type { Context } from 'hono';

import * as contract from '../../src/api/contract/apps.ts';
import type { Roles } from '../http/caller.ts';
import { callerNetwork, clientAddress } from '../http/client-address.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import type { ApiDocument } from '../http/openapi.ts';
import { notFound } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Page } from '../pages/frame.ts';
import { isRead, pageFor } from '../pages/visitor.ts';
import { describeApps } from './document.ts';
import { renderApp, renderNoApp } from './page.ts';
import { appsOf, coverOfApp, deleteAppsOf, pageOfApps, putAppOf, shownApp } from './service.ts';
import type { AppRules } from './service.ts';

export interface AppRoutes extends AppRules {
  document: ApiDocument;
  roles: Roles;
  limits: RateLimits;
  trustedProxies: number;
  /** Whether the browser's own menu is kept from pictures. */
  isHeld: () => boolean;
}

/** Apps that people make of models, and what strangers see of one by its link. */
export function mountApps(app: App, mount: Mount, options: AppRoutes): void {
  const { document, database, roles, limits, trustedProxies } = options;

  mount(contract.listApps, async ({ body }) => {
    const { list, more } = await pageOfApps(database, body);
    return { list, data: { page: body.page, limit: body.limit, more } };
  });
  mount(contract.listOwnApps, async ({ user }) => ({ data: await appsOf(database, user) }));
  mount(
    contract.setApp,
    async ({ user, body }) => ({ data: await putAppOf(options, user, body) }),
    { bodyLimitBytes: 1024 * 1024 },
  );
  mount(contract.deleteApps, async ({ user, body }) => ({
    data: { deleted: await deleteAppsOf(database, user.id, body.ids, roles.isSuperUser(user)) },
  }));
  describeApps(document);

  const visited = ({ env }: Context<HttpEnvironment>) =>
    limits.visitor(callerNetwork(clientAddress(env.incoming, trustedProxies)));
  const page = (context: Context<HttpEnvironment>, { html, policy }: Page, status: 200 | 404) =>
    context.html(html, status, {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      Vary: 'Accept-Language',
    });

  app.get('/a/:id', async (context) => {
    await visited(context);
    const found = await shownApp(database, context.req.param('id'));
    if (found) return page(context, renderApp(found, pageFor(context, options)), 200);
    // Programs are refused as everywhere; people get a page that says it.
    if (!isRead(context)) throw notFound('App');
    return page(context, renderNoApp(pageFor(context, options)), 404);
  });
  app.get('/a/:id/cover', async (context) => {
    await visited(context);
    const bytes = await coverOfApp(database, context.req.param('id'));
    if (!bytes) throw notFound('Picture');
    // Another picture has another address, by what stands behind `v`.
    return context.body(new Uint8Array(bytes), 200, {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': 'image/webp',
    });
  });
}
