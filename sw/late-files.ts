/**
 * Large parts of the app that few people open: they are not fetched ahead, but stay once they were opened, so that they
 * open without a network from then on. Their names carry a hash of their content.
 */
const lateCacheName = 'kiln-late-v1';

/** More than any build has of them; the oldest, which are of older builds, make room. */
const lateFilesMax = 40;

/** A portal answers every address with a page of its own. */
const wantedType = /^(?:text\/javascript|application\/javascript|application\/wasm)/;

/** What is neither a file that was fetched ahead nor anything else than a part of the app. */
export function isLateFile(url: URL, sameOrigin: boolean): boolean {
  return sameOrigin && /^\/assets\/[^/]+\.(?:m?js|wasm)$/.test(url.pathname);
}

/** From the device where it was opened before, else from the platform, and kept. */
export async function lateFile(request: Request): Promise<Response> {
  const cache = await caches.open(lateCacheName);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200 && wantedType.test(answer.headers.get('Content-Type') ?? '')) {
    // A full disk must not keep it from being used now.
    await cache.put(request.url, answer.clone()).catch(() => undefined);
    const names = await cache.keys();
    for (const old of names.slice(0, Math.max(0, names.length - lateFilesMax))) {
      await cache.delete(old);
    }
  }
  return answer;
}
