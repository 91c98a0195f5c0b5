import { headerNames } from '../src/api/contract/endpoint.ts';
import { getSession } from '../src/db/account/session.ts';
import { tagListMaxBytes } from '../src/domain/limits.ts';
import { privateCacheName, sharedCacheName } from './contract.ts';
import { audienceOf, freshMsOf, isForAnyHost, isKept } from './remote-rules.ts';
import type { Audience } from './remote-rules.ts';

/** Bounds of each of the two caches; the oldest answers make room. */
export const remoteCacheBounds = {
  entries: 300,
  bytes: 24 * 1024 * 1024,
  entryBytes: tagListMaxBytes,
} as const;

/** When an older answer is in the cache, a newer one is waited for at most this long. */
const patienceMs = 5_000;
/** Calls with a longer body are not cached, because they are hardly ever repeated word for word. */
const bodyMaxCharacters = 8_000;
const sizeHeader = 'Kiln-Bytes';

export function isRemoteList(url: URL, method: string, isSameOrigin: boolean): boolean {
  return isKept(method, url.pathname, isSameOrigin);
}

/** Removes what other builds kept. */
export async function removeOldAnswers(): Promise<void> {
  for (const name of await caches.keys()) {
    const isOurs = name === sharedCacheName || name === privateCacheName;
    if (name.startsWith('kiln-remote-') && !isOurs) await caches.delete(name);
  }
}

interface Asked {
  request: Request;
  audience: Audience;
  /** What answers are kept under: the address with whatever else decides the answer. */
  key: string;
}

async function describe(request: Request): Promise<Asked | null> {
  const url = new URL(request.url);
  const userKey = request.headers.get(headerNames.userKey);
  const audience = audienceOf(request.method, url.pathname, userKey);
  if (audience === null) return null;
  if (request.method === 'POST') {
    const body = await request.clone().text();
    if (body.length > bodyMaxCharacters) return null;
    url.searchParams.set('kiln-body', body);
  }
  if (audience === 'caller') {
    url.searchParams.set('kiln-caller', userKey ?? '');
  }
  return { request, audience, key: url.href };
}

/**
 * Fresh from the cache within the TTL; after it asked for anew, by its ETag where there is one; what is kept,
 * marked as stale, when there is no network. An answer that is not OK is passed on as the error it is and
 * never kept.
 */
export async function remoteList(request: Request): Promise<Response> {
  const asked = await describe(request);
  if (!asked) return fetch(request);
  const cache = await caches.open(
    asked.audience === 'everyone' ? sharedCacheName : privateCacheName,
  );
  const kept = await cache.match(asked.key, { ignoreVary: true });
  const { pathname } = new URL(request.url);
  if (kept && ageMs(kept) < freshMsOf(request.method, pathname)) return kept;
  if (!kept) return refresh(asked, cache, undefined);
  if (!navigator.onLine) return asStale(kept);
  const fresh = refresh(asked, cache, kept.clone());
  try {
    return (await Promise.race([fresh, afterPatience()])) ?? asStale(kept);
  } catch {
    return asStale(kept);
  } finally {
    // When the wait was given up, the answer that arrives later is still put into the cache.
    fresh.catch(() => undefined);
  }
}

function afterPatience(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs, null);
  });
}

/** Asks the platform and keeps its answer. @throws when there is no network */
async function refresh(
  { request, audience, key }: Asked,
  cache: Cache,
  kept: Response | undefined,
): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  // Another host would have to allow the condition first; its answers are revalidated by the browser's own cache.
  const etag = origin === location.origin ? kept?.headers.get('ETag') : null;
  const answer = await fetch(etag ? withCondition(request, etag) : request);
  // What a portal answers in the platform's place must not be kept as its word.
  const isMeant = answer.headers.has(headerNames.answer) || isForAnyHost(request.method, pathname);
  if (kept && answer.status === 304 && isMeant) {
    const renewed = await stamped(kept);
    await put(cache, key, renewed.clone(), request, audience);
    return renewed;
  }
  if (!answer.ok || !isMeant) return answer;
  if (!/json|csv|text\/plain/.test(answer.headers.get('Content-Type') ?? '')) {
    return answer;
  }
  const fresh = await stamped(isForAnyHost(request.method, pathname) ? bounded(answer) : answer);
  await put(cache, key, fresh.clone(), request, audience);
  return fresh;
}

function withCondition(request: Request, etag: string): Request {
  const headers = new Headers(request.headers);
  headers.set('If-None-Match', etag);
  return new Request(request, { headers, cache: 'no-store' });
}

function ageMs(response: Response): number {
  const age = Date.now() - Number(response.headers.get(headerNames.fetchedAt));
  // A clock that was set back would keep an answer fresh for ever.
  return age < 0 ? Infinity : age;
}

/** Ends in an error when a host that is not the platform sends more than is ever kept, or does not stop. */
function bounded(answer: Response): Response {
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > remoteCacheBounds.entryBytes) controller.error(new Error('too large'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body?.pipeThrough(count) ?? null, answer);
}

async function stamped(response: Response): Promise<Response> {
  const body = await response.blob();
  const headers = new Headers(response.headers);
  // The body is here unpacked, whatever coding it came in.
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  headers.set(headerNames.fetchedAt, String(Date.now()));
  headers.set(sizeHeader, String(body.size));
  return new Response(body, { status: response.status, headers });
}

function asStale(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(headerNames.stale, '1');
  return new Response(response.body, { status: response.status, headers });
}

/** Keeps an answer; a full disk must not cost the answer itself. */
async function put(
  cache: Cache,
  key: string,
  answer: Response,
  request: Request,
  audience: Audience,
): Promise<void> {
  if (sizeOf(answer) > remoteCacheBounds.entryBytes) return;
  try {
    await cache.put(key, answer);
    // An entry that somebody else takes away meanwhile is no reason to lose this one.
    await makeRoom(cache).catch(() => undefined);
    // Signing out deletes the session first and the cached answers after it. An answer that was stored in
    // between would be left behind, so it is deleted here.
    if (audience === 'caller' && !(await isSignedIn(request))) await cache.delete(key);
  } catch {
    await cache.delete(key).catch(() => false);
  }
}

async function isSignedIn(request: Request): Promise<boolean> {
  const session = await getSession();
  return session !== null && session.userKey === request.headers.get(headerNames.userKey);
}

function sizeOf(response: Response): number {
  return Number(response.headers.get(sizeHeader));
}

async function makeRoom(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  const rows = await Promise.all(
    keys.map(async (key) => {
      const response = await cache.match(key, { ignoreVary: true });
      return {
        key,
        ageMs: response ? ageMs(response) : Infinity,
        bytes: response ? sizeOf(response) : 0,
      };
    }),
  );
  let bytes = 0;
  const newestFirst = rows.toSorted((left, right) => left.ageMs - right.ageMs);
  for (const [index, row] of newestFirst.entries()) {
    bytes += row.bytes;
    if (index >= remoteCacheBounds.entries || bytes > remoteCacheBounds.bytes) {
      await cache.delete(row.key);
    }
  }
}
