import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';

import { Metadata, Server } from '@tus/server';
import type { Upload } from '@tus/server';
import type { Context } from 'hono';

import { callerHasGone, hasHungUp } from '../http/client-disconnect.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { OkOf } from '../../src/api/contract/endpoint.ts';
import {
  checksumMismatchStatus,
  findUpload as findUploadCall,
  tusChunkType,
  tusHeaders,
  tusMetadata,
  tusPath,
  tusVersion,
} from '../../src/api/contract/uploads.ts';
import { classifyStatus } from '../../src/domain/errors.ts';
import { uploadLimits } from '../../src/domain/uploads.ts';
import type { FindCaller } from '../http/caller.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import type { ApiDocument } from '../http/openapi.ts';
import { describeTus } from './tus-document.ts';
import { invalidInput, loginRequired, notFound, Problem, unreadable } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Log } from '../log.ts';
import type { PartialUploads } from './partial-uploads.ts';
import type { FileAddresses } from './addresses.ts';
import { UploadLocks } from './upload-locks.ts';
import { describeUpload, fileTooLarge, findUpload, keepUpload } from './uploads.ts';
import type { Intake } from './uploads.ts';

export interface ResumableOptions {
  document: ApiDocument;
  findCaller: FindCaller;
  intake: Intake;
  addresses: FileAddresses;
  partials: PartialUploads;
  limits: RateLimits;
}

interface Caller {
  userId: number;
  log: Log;
  incoming: IncomingMessage;
  /** What the answer is when the tus server was not content. */
  problem?: Problem;
}

/** How long a request whose upload somebody else asks for may finish what it is at. */
const drainMs = 500;

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the tus server refuses by itself: it says a status and a sentence. */
function refusedByStatus(status: number, words: string): Problem {
  const { code } = classifyStatus(status);
  return code === 'invalid-input' ? unreadable(words, status) : new Problem(status, code, words);
}

/** What the sender promises. */
function promiseOf(metadata: Record<string, string | null> | undefined) {
  const isStorable = !Object.values(metadata ?? {}).some((value) => value?.includes('\u0000'));
  const parsed = tusMetadata.safeParse(isStorable ? (metadata ?? {}) : {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = tusHeaders.metadata;
  throw invalidInput(
    { field, reason: 'malformed' },
    { [field]: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is missing'}` },
  );
}

async function readWhole(path: string): Promise<{ sha256: string; bytes: number; head: Buffer }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Buffer>) {
    if (head.length < 64) head = Buffer.concat([head, chunk.subarray(0, 64)]);
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest('hex'), bytes, head };
}

/** Uploads in parts by tus 1.0.0, and the question that comes before them. */
export function mountResumable(app: App, mount: Mount, options: ResumableOptions): void {
  const { document, findCaller, intake, addresses, partials, limits } = options;
  const { database, store, quota, freeSpace } = intake;
  const callers = new WeakMap<object, Caller>();
  const finishing = new Map<string, Promise<void>>();

  function callerOf(request: object): Caller {
    const caller = callers.get(request);
    if (!caller) throw new Error('a tus request came in past the door');
    return caller;
  }

  /** Holds the whole against what was promised and makes it a file; what can't become one is thrown away. */
  async function finish({ userId, log }: Caller, upload: Upload): Promise<void> {
    const promised = promiseOf(upload.metadata);
    const path = partials.pathOf(upload.id);
    const whole = await readWhole(path);
    try {
      if (whole.sha256 !== promised.sha256) {
        throw new Problem(
          checksumMismatchStatus,
          'upload-damaged',
          'Other bytes arrived than were promised',
        );
      }
      await keepUpload(intake, {
        userId,
        purpose: promised.purpose,
        path,
        ...whole,
        keep: (name) => store.adopt(path, name),
        record: (transaction) => partials.forget(transaction, upload.id),
      });
    } catch (error) {
      // A failure of our own leaves the bytes: the sender asks again and need not send them again.
      if (error instanceof Problem) await partials.remove(upload.id);
      throw error;
    }
    await partials.remove(upload.id);
    log.debug({ upload: upload.id, bytes: whole.bytes }, 'upload kept');
  }

  const server = new Server({
    path: tusPath,
    relativeLocation: true,
    allowedOrigins: [],
    datastore: partials.store,
    locker: new UploadLocks(),
    lockDrainTimeout: drainMs,
    namingFunction: () => crypto.randomUUID(),
    getFileIdFromRequest(_request, id) {
      return id !== undefined && idPattern.test(id) ? id : undefined;
    },
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return;
      if (!(await partials.ownedBy(callerOf(request).userId, id))) throw notFound('Upload');
    },
    async onUploadCreate(request, upload) {
      const { sha256, purpose } = promiseOf(upload.metadata);
      const bytes = upload.size ?? 0;
      if (!(bytes > 0))
        throw invalidInput({ field: tusHeaders.length, reason: 'too-small', values: [1] });
      const { maxBytes } = uploadLimits[purpose];
      if (bytes > maxBytes) throw fileTooLarge(maxBytes);
      const { userId } = callerOf(request);
      const partial = { id: upload.id, userId, sha256, bytes, metadata: upload.metadata ?? {} };
      const file = { sha256, bytes };
      try {
        await quota.makeRoom(userId, file);
        await partials.add(partial, (transaction) => quota.assertRoom(transaction, userId, file));
      } catch (error) {
        // What is here already needs no more room.
        if (!(error instanceof Problem) || !(await findUpload(database, userId, sha256)))
          throw error;
        await partials.add(partial);
      }
      return {};
    },
    async onUploadFinish(request, upload) {
      const underWay =
        finishing.get(upload.id) ??
        finish(callerOf(request), upload).finally(() => finishing.delete(upload.id));
      finishing.set(upload.id, underWay);
      await underWay;
      return {};
    },
    onResponseError(request, error) {
      const caller = callerOf(request);
      if (error instanceof Problem) caller.problem = error;
      else if ('status_code' in error) {
        const { status_code: status, body } = error;
        caller.problem = refusedByStatus(status, body.trim());
      } else if (hasHungUp(caller.incoming)) {
        caller.problem = callerHasGone();
      } else {
        caller.log.error({ err: error }, 'an upload failed');
        caller.problem = new Problem(500, 'server-error', 'The upload could not be taken');
      }
      return { status_code: caller.problem.status, body: '' };
    },
  });

  /** Somebody who begins anew what is half here goes on with it instead. */
  async function begun(request: Request, userId: number): Promise<string | null> {
    const header = request.headers.get(tusHeaders.metadata);
    const brings = request.headers.get('Content-Type') === tusChunkType;
    if (request.method !== 'POST' || header === null || brings) return null;
    try {
      const partial = await partials.find(userId, promiseOf(Metadata.parse(header)).sha256);
      const isSame = String(partial?.bytes) === request.headers.get(tusHeaders.length);
      return partial && isSame ? `${tusPath}/${partial.id}` : null;
    } catch {
      // Said properly by the tus server.
      return null;
    }
  }

  /** What the tus server refuses before it asks us: a header, the version. */
  async function refusalOf(response: Response): Promise<Problem | null> {
    const { status } = response;
    if (status < 400) return null;
    const words = (await response.text()).trim();
    return refusedByStatus(status, words || 'The upload was refused');
  }

  const answer = async (context: Context<HttpEnvironment>): Promise<Response> => {
    const request = context.req.raw;
    const user = await findCaller(
      context.req.header(headerNames.userKey),
      context.req.header(headerNames.userToken),
    );
    if (!user) throw loginRequired();
    await limits.user(user.id);
    if (request.method === 'GET') throw notFound('Address');
    // Also in the middle of one: it goes on at this byte when there is room.
    if (request.method === 'POST' || request.method === 'PATCH') await freeSpace.assertEnough();
    const location = await begun(request, user.id);
    if (location !== null) {
      const headers = { Location: location, [tusHeaders.version]: tusVersion };
      return new Response(null, { status: 201, headers });
    }
    const { incoming } = context.env;
    const caller: Caller = { userId: user.id, log: context.get('log'), incoming };
    callers.set(request, caller);
    const response = await server.handleWeb(request);
    const headers = new Headers(
      [...response.headers].filter(([name]) => !name.startsWith('access-control-')),
    );
    const problem = caller.problem ?? (await refusalOf(response));
    if (!problem) return new Response(response.body, { status: response.status, headers });
    headers.delete('Content-Length');
    headers.set('Content-Type', 'application/json');
    for (const [name, value] of Object.entries(problem.headers)) headers.set(name, value);
    const { status } = problem;
    return new Response(JSON.stringify(problem.body()), { status, headers });
  };
  app.on(['OPTIONS', 'POST'], tusPath, answer);
  // HEAD comes in as GET.
  app.on(['OPTIONS', 'GET', 'PATCH', 'DELETE'], `${tusPath}/:id`, answer);
  describeTus(document);

  mount(findUploadCall, async ({ user, params }): Promise<OkOf<typeof findUploadCall>> => {
    const file = await findUpload(database, user.id, params.sha256);
    if (file) return { state: 'stored', file: describeUpload(addresses, file) };
    const partial = await partials.find(user.id, params.sha256);
    if (!partial) return { state: 'unknown' };
    const { id, offset, bytes } = partial;
    return { state: 'partial', path: `${tusPath}/${id}`, offset, bytes };
  });
}
