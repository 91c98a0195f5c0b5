import type { Context } from 'hono';

import * as contract from '../../src/api/contract/gallery.ts';
import { galleryCategories } from '../../src/domain/gallery.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import type { FileAnswers } from '../files/answer.ts';
import { callerNetwork, clientAddress } from '../http/client-address.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import type { ApiDocument } from '../http/openapi.ts';
import { notFound } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { describeGallery } from './document.ts';
import {
  awaitingWorks,
  decide,
  detailOfGallery,
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
  limits: RateLimits;
  trustedProxies: number;
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
  mount(contract.publishWork, async ({ user, body }) => ({
    data: await publish(options, user.id, body),
  }));
  mount(contract.setCase, async ({ user, body }) => ({
    data: await publish(options, user.id, body),
  }));
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
    data: await awaitingWorks(database, query.limit),
  }));
  mount(contract.decideWork, async ({ user, body }) => ({
    data: { decided: await decide(database, user.id, body) },
  }));
  describeGallery(document);

  async function file(context: Context<HttpEnvironment>, isPicture: boolean): Promise<Response> {
    await limits.visitor(callerNetwork(clientAddress(context.env.incoming, trustedProxies)));
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
