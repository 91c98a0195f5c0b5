import { getStoredBytes } from '../../src/api/contract/account.ts';
import { fileParameters, filePath } from '../../src/api/contract/files.ts';
import * as contract from '../../src/api/contract/uploads.ts';
import { uploadLimits } from '../../src/domain/uploads.ts';
import type { Context } from 'hono';

import type { FindCaller } from '../http/caller.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import type { ApiDocument } from '../http/openapi.ts';
import { addressExpired, invalidInput, loginRequired, notFound, Problem } from '../http/problem.ts';
import { receiveFile } from './multipart.ts';
import { sendFile } from '../http/send-file.ts';
import type { Log } from '../log.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { FileAddresses } from './addresses.ts';
import { describeFiles } from './files-document.ts';
import { thumbnailWidths } from './file-store.ts';
import type { FileName } from './file-store.ts';
import { filesById, ownFiles } from './service.ts';
import type { StoredFile } from './stored-file.ts';
import { createThumbnails } from './thumbnails.ts';
import { describeUpload, storeUpload } from './uploads.ts';
import type { UploadSource } from './uploads.ts';
import type { Intake } from './uploads.ts';

const namePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([a-z0-9]{2,5})$/;

export interface FileRoutes {
  document: ApiDocument;
  findCaller: FindCaller;
  intake: Intake;
  addresses: FileAddresses;
  /** Whether a file's original was let go of: works know. */
  isExpired: (fileId: string) => Promise<boolean>;
}

/** Uploads in one piece, and files by their addresses: to whom an address was given, and to their owner. */
export function mountFiles(app: App, mount: Mount, options: FileRoutes): void {
  const { document, findCaller, intake, addresses, isExpired } = options;
  const { database, store, quota } = intake;
  const thumbnail = createThumbnails(store);

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

  async function bring(file: FileName, log: Log): Promise<string | null> {
    try {
      return await store.bring(file);
    } catch (error) {
      log.warn({ err: error, file: file.id }, 'a file could not be brought');
      throw new Problem(503, 'server-error', 'The file cannot be reached just now');
    }
  }

  /** Path of a small picture; of what is no picture itself only the one it was made with. */
  async function smaller(file: FileName, width: number, isPicture: boolean) {
    if (isPicture) return thumbnail(file, width).catch(() => null);
    return store.bringThumbnail(file.id, width).catch(() => null);
  }

  /** Why a file that is known has no bytes. */
  async function missing(fileId: string): Promise<Problem> {
    if (!(await isExpired(fileId))) return notFound('File');
    return new Problem(410, 'not-found', 'The original is no longer kept');
  }

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
  app.get(filePath.replace('{name}', ':name'), async (context) => {
    const [, id, extension] = namePattern.exec(context.req.param('name') ?? '') ?? [];
    if (!id || !extension) throw notFound('File');
    const { file, caching } = await allowed(context, id);
    if (!file || file.extension !== extension) throw notFound('File');
    const width = context.req.query(fileParameters.width);
    if (width !== undefined && !(thumbnailWidths as readonly number[]).includes(Number(width))) {
      throw invalidInput({ field: 'width', reason: 'not-allowed', values: thumbnailWidths });
    }
    const isPicture = file.mediaType.startsWith('image/');
    const small = width === undefined ? null : await smaller(file, Number(width), isPicture);
    // A whole film is no answer to who asked for a small picture of it.
    if (width !== undefined && small === null && !isPicture) throw notFound('Small picture');
    const path = small ?? (await bring(file, context.get('log')));
    if (path === null) throw await missing(file.id);
    const isSmaller = small !== null;
    const name = isSmaller ? `${file.id}-${width}.webp` : `${file.id}.${file.extension}`;
    const answer = await sendFile(context.req.raw, {
      path,
      ranges: true,
      etag: isSmaller ? `"${file.sha256}-${width}"` : `"${file.sha256}"`,
      headers: {
        'Content-Type': isSmaller ? 'image/webp' : file.mediaType,
        'Content-Disposition': `inline; filename="${name}"`,
        ...caching,
        'Content-Security-Policy': "default-src 'none'; sandbox",
      },
    });
    if (!answer) throw await missing(file.id);
    return answer;
  });
}
