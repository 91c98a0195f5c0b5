import type { Context } from 'hono';

import * as contract from '../../src/api/contract/gallery.ts';
import { galleryCategories, galleryPageSize, galleryPagesMax } from '../../src/domain/gallery.ts';
import type { LocalizedText } from '../../src/domain/languages.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import type { FileName } from '../files/file-store.ts';
import type { FileAnswers } from '../files/answer.ts';
import { callerNetwork, clientAddress } from '../http/client-address.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import type { ApiDocument } from '../http/openapi.ts';
import { notFound } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Page } from '../pages/frame.ts';
import { isRead, originOf, pageFor } from '../pages/visitor.ts';
import { describeGallery } from './document.ts';
import { renderGone, renderList, renderWork } from './page.ts';
import { createPrepare } from './prepare.ts';
import { renderMaps, renderPlaces, renderRobots, renderWorks } from './sitemap.ts';
import {
  awaitingWorks,
  decide,
  countPublished,
  detailOfGallery,
  mappedWorks,
  pageOfGallery,
  publicationsOf,
  publish,
  report,
  shownWork,
  unpublish,
} from './service.ts';
import type { GalleryRules } from './service.ts';

export interface GalleryRoutes extends GalleryRules {
  document: ApiDocument;
  answers: FileAnswers;
  /** Opens a file for a while. */
  addressOf: (file: FileName) => string;
  limits: RateLimits;
  trustedProxies: number;
  /** Whether the browser's own menu is kept from pictures. */
  isHeld: () => boolean;
  /** What a model is called; null where nobody knows. */
  modelLabel: (model: string) => Promise<LocalizedText | null>;
}

/** Caches may keep it for as long as a work that was taken back may still be seen by those who were there. */
const publicHeaders = { 'Cache-Control': 'public, max-age=300' };

/** The gallery: what everybody sees, what their owners put into it, and who looks after it. */
export function mountGallery(app: App, mount: Mount, options: GalleryRoutes): void {
  const { document, database, answers, limits, trustedProxies } = options;

  mount(contract.listCategories, () => ({
    data: galleryCategories.map(({ id, name }) => ({ id, name_cn: name.cn, name_en: name.en })),
  }));
  mount(contract.listGallery, async ({ body }) => {
    const { list, more } = await pageOfGallery(database, body);
    return { list, data: { page: body.page, limit: body.limit, more } };
  });
  mount(contract.galleryDetail, async ({ body }) => ({
    data: await detailOfGallery(database, body.id),
  }));
  const prepare = createPrepare(database, answers, options.log);
  for (const endpoint of [contract.publishWork, contract.setCase]) {
    mount(endpoint, async ({ user, body }) => {
      const publication = await publish(options, user.id, body);
      if (publication?.state === 'published') void prepare(body.image_id);
      return { data: publication };
    });
  }
  mount(contract.unpublishWorks, async ({ user, body }) => ({
    data: { removed: await unpublish(database, user.id, body.image_ids) },
  }));
  mount(contract.listPublications, async ({ user }) => ({
    data: await publicationsOf(database, user.id),
  }));
  mount(contract.reportWork, async ({ user, body }) => ({
    data: { taken: await report(options, user.id, body) },
  }));
  mount(contract.listAwaiting, async ({ query }) => ({
    data: await awaitingWorks(database, query.limit, options.addressOf),
  }));
  mount(contract.decideWork, async ({ user, body }) => {
    const decided = await decide(database, user.id, body);
    if (decided && body.state === 'published') void prepare(body.image_id);
    return { data: { decided } };
  });
  describeGallery(document);

  const visited = ({ env }: Context<HttpEnvironment>) =>
    limits.visitor(callerNetwork(clientAddress(env.incoming, trustedProxies)));

  const page = (
    context: Context<HttpEnvironment>,
    { html, policy }: Page,
    status: 200 | 404 = 200,
  ) =>
    context.html(html, status, {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': policy,
      Vary: 'Accept-Language',
    });

  app.get('/g/', async (context) => {
    await visited(context);
    const asked = Math.trunc(Number(context.req.query('page') ?? 1));
    const number = Math.min(galleryPagesMax, Math.max(1, asked || 1));
    const { list, more } = await pageOfGallery(database, { page: number, limit: galleryPageSize });
    return page(context, renderList(list, { page: number, more }, pageFor(context, options)));
  });
  app.get('/g/:id', async (context) => {
    await visited(context);
    const found = await shownWork(database, context.req.param('id'));
    if (found) {
      const label = await options.modelLabel(found.said.model);
      return page(context, renderWork(found.said, label, pageFor(context, options)));
    }
    // Programs are refused as everywhere; people get a page that says it.
    if (!isRead(context)) throw notFound('Work');
    return page(context, renderGone(pageFor(context, options)), 404);
  });

  const map = async (
    context: Context<HttpEnvironment>,
    render: (origin: string) => string | Promise<string>,
  ) => {
    await visited(context);
    return context.body(await render(originOf(context, trustedProxies)), 200, {
      ...publicHeaders,
      'Content-Type': 'application/xml; charset=utf-8',
    });
  };
  app.get('/sitemap.xml', (context) =>
    map(context, async (origin) => renderMaps(await countPublished(database), origin)),
  );
  app.get('/sitemap/pages.xml', (context) => map(context, renderPlaces));
  app.get('/sitemap/:name{works-[1-9][0-9]{0,4}[.]xml}', (context) =>
    map(context, async (origin) => {
      const number = Number.parseInt((context.req.param('name') ?? '').slice('works-'.length), 10);
      return renderWorks(await mappedWorks(database, number), origin);
    }),
  );
  app.get('/robots.txt', (context) =>
    context.text(renderRobots(originOf(context, trustedProxies)), 200, publicHeaders),
  );

  async function file(context: Context<HttpEnvironment>, isPicture: boolean): Promise<Response> {
    await visited(context);
    const found = await shownWork(database, context.req.param('id') ?? '');
    if (!found) throw notFound('Work');
    const { file: stored } = found.shared;
    const isItself = mediaKind(stored.mediaType) === 'picture';
    // Pictures are given with the deployment's mark only.
    if (!isPicture && isItself) throw notFound('File');
    const query = (name: string) => {
      if (name === 'width' && isPicture) return context.req.query(name);
      return name === 'watermark' && isItself ? '1' : undefined;
    };
    const wish = answers.wishOf(query, isPicture && !isItself);
    return answers.send(context.req.raw, stored, wish, publicHeaders, context.get('log'));
  }
  app.get('/g/:id/picture', (context) => file(context, true));
  app.get('/g/:id/file', (context) => file(context, false));
}
