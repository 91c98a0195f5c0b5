import { getStoredBytes } from '../../src/api/contract/account.ts';
import { filePath, thumbnailPath } from '../../src/api/contract/files.ts';
import * as contract from '../../src/api/contract/uploads.ts';
import { uploadLimits } from '../../src/domain/uploads.ts';
import type { Context } from 'hono';

import type { FindCaller } from '../http/caller.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import type { ApiDocument } from '../http/openapi.ts';
import { addressExpired, loginRequired, notFound } from '../http/problem.ts';
import { receiveFile } from './multipart.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { FileAddresses } from './addresses.ts';
import type { FileAnswers } from './answer.ts';
import { describeFiles } from './files-document.ts';
import { filesById, ownFiles } from './service.ts';
import type { StoredFile } from './stored-file.ts';
import { describeUpload, storeUpload } from './uploads.ts';
import type { UploadSource } from './uploads.ts';
import type { Intake } from './uploads.ts';

const namePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z0-9]{2,5})$/;

export interface FileRoutes {
  document: ApiDocument;
  findCaller: FindCaller;
  intake: Intake;
  addresses: FileAddresses;
  answers: FileAnswers;
}

/** Uploads in one piece, and files by their addresses: to whom an address was given, and to their owner. */
export function mountFiles(app: App, mount: Mount, options: FileRoutes): void {
  const { document, findCaller, intake, addresses, answers } = options;
  const { database, quota } = intake;

  mount(contract.upload, async ({ user, incoming }) => {
    const { maxBytes } = uploadLimits.source;
    const receive: UploadSource = (write) =>
      receiveFile(incoming, { field: 'file', limitBytes: maxBytes, write });
    // A form of unknown length may be as long as any.
    const length = Number(incoming.headers['content-length'] ?? maxBytes);
    const file = await storeUpload(intake, user.id, receive, Math.min(length, maxBytes));
    return describeUpload(addresses, file);
  });

  mount(getStoredBytes, async ({ user }) => ({
    status: true as const,
    data: { ...(await quota.stored(user.id)), limit: quota.limitBytes },
  }));

  /** A file that the caller may have, and what a cache may do with it. */
  async function allowed(
    { req }: Context<HttpEnvironment>,
    id: string,
  ): Promise<{ file: StoredFile | undefined; caching: Record<string, string> }> {
    const pass = addresses.check(id, (name) => req.query(name));
    if (pass.kind === 'good') {
      const file = (await filesById(database, [id])).get(id);
      const seconds = Math.max(0, Math.floor((pass.untilMs - Date.now()) / 1_000));
      // A name never gets other bytes.
      return { file, caching: { 'Cache-Control': `private, max-age=${seconds}, immutable` } };
    }
    const { userKey, userToken } = headerNames;
    const caller = await findCaller(req.header(userKey), req.header(userToken));
    if (!caller) throw pass.kind === 'expired' ? addressExpired() : loginRequired();
    const file = (await ownFiles(database, caller.id, [id])).get(id);
    if (!file && pass.kind === 'expired') throw addressExpired();
    // The next person at this browser, without a session or with another one, must not find it in the cache.
    const Vary = `${userKey}, ${userToken}`;
    return { file, caching: { 'Cache-Control': 'private, no-cache', Vary } };
  }

  describeFiles(document);
  const answer = async (context: Context<HttpEnvironment>, isSmall: boolean) => {
    const [, id, extension] = namePattern.exec(context.req.param('name') ?? '') ?? [];
    if (!id || !extension) throw notFound('File');
    const { file, caching } = await allowed(context, id);
    if (!file || file.extension !== extension) throw notFound('File');
    const wish = answers.wishOf((name) => context.req.query(name), isSmall);
    // The mark may be set anew: such an address can get other bytes, and is asked about each time.
    const headers = wish.isMarked ? { ...caching, 'Cache-Control': 'private, no-cache' } : caching;
    return answers.send(context.req.raw, file, wish, headers, context.get('log'));
  };
  app.get(thumbnailPath.replace('{name}', ':name'), (context) => answer(context, true));
  app.get(filePath.replace('{name}', ':name'), (context) => answer(context, false));
}
