import { remoteCacheTtlMs } from '../src/domain/limits.ts';

/** Lists of the platform that change seldom (spec 1, section 9: remote cache). */
export const remoteCacheName = 'kiln-remote-v1';
const remotePaths: readonly string[] = [
  '/pgmodels.json',
  '/api/v2/templates',
  '/lora.json',
  '/prompts.json',
];
const entriesMax = 40;
const fetchedAtHeader = 'Kiln-Fetched-At';
/** Set on answers that are older than the TTL because there is no network. */
export const staleHeader = 'Kiln-Stale';

export function isRemoteList(url: URL, method: string): boolean {
  return method === 'GET' && remotePaths.includes(url.pathname);
}

/**
 * Fresh from the cache within the TTL, from the network after it, stale when there is no network. An answer
 * that is not OK is passed on as the error it is and never cached.
 */
export async function remoteList(request: Request): Promise<Response> {
  const cache = await caches.open(remoteCacheName);
  // Headers name the caller, but the lists are the same for all.
  const key = request.url;
  const kept = await cache.match(key);
  if (kept && ageMs(kept) < remoteCacheTtlMs) return kept;
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    if (!kept) throw error;
    return withHeader(kept, staleHeader, '1');
  }
  if (answer.ok && answer.headers.get('Content-Type')?.includes('json')) {
    // A full disk must not cost the answer itself.
    await keep(cache, key, answer.clone()).catch(() => undefined);
  }
  return answer;
}

function ageMs(response: Response): number {
  const fetchedAtMs = Number(response.headers.get(fetchedAtHeader));
  const age = Date.now() - fetchedAtMs;
  // A clock that was set back would keep an answer fresh for ever.
  return age < 0 ? Infinity : age;
}

async function keep(cache: Cache, key: string, answer: Response): Promise<void> {
  await cache.put(key, await withHeader(answer, fetchedAtHeader, String(Date.now())));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -entriesMax).map((old) => cache.delete(old)));
}

async function withHeader(response: Response, name: string, value: string): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set(name, value);
  return new Response(await response.blob(), { status: response.status, headers });
}
