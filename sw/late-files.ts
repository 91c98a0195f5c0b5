import { fetchAnew, hashesOf, isIntact } from './intact.ts';
import type { ShellFile } from './intact.ts';

/**
 * Large parts of the app that few people open, such as videos, 3D and archives, and pictures that a page is whole without.
 * They do not come with the app; who has works gets them when it has come to rest, everybody else when they are opened.
 * From then on they open without a network.
 */
const lateCacheName = 'kiln-late-v1';

/** More than any two builds have of them; the oldest make room. */
const lateFilesMax = 160;

/** A portal answers every address with a page of its own. */
const wantedType = /^(?:text\/javascript|application\/javascript|application\/wasm|image\/webp)/;

/** What is neither a file that was fetched ahead nor anything else than a part of the app. */
export function isLateFile(url: URL, sameOrigin: boolean): boolean {
  return (
    sameOrigin && /^\/(?:assets\/[^/]+\.(?:m?js|wasm)|covers\/[^/]+\.webp)$/.test(url.pathname)
  );
}

/** @param files those that come late */
export function keepLateFiles(files: readonly ShellFile[]) {
  const hashes = hashesOf(files);

  /** Whether it may be kept: what this build does not know is of a newer one, and can only be told by its kind. */
  async function isWanted(url: string, answer: Response): Promise<boolean> {
    if (answer.status !== 200) return false;
    if (!wantedType.test(answer.headers.get('Content-Type') ?? '')) return false;
    return !hashes.has(new URL(url).pathname) || isIntact(hashes, url, answer);
  }

  /** Names of code carry a hash of it; a picture may have another look under the same name. */
  async function isCurrent(url: string, kept: Response): Promise<boolean> {
    const { pathname } = new URL(url);
    return pathname.startsWith('/assets/') || !hashes.has(pathname) || isIntact(hashes, url, kept);
  }

  async function answer(request: Request): Promise<Response> {
    const cache = await caches.open(lateCacheName);
    const kept = await cache.match(request.url);
    if (kept && (await isCurrent(request.url, kept))) return kept;
    let found = await fetch(request);
    let wanted = await isWanted(request.url, found);
    if (!wanted && hashes.has(new URL(request.url).pathname)) {
      found = await fetchAnew(request.url);
      wanted = await isWanted(request.url, found);
    }
    if (wanted) {
      // A full disk must not keep it from being used now.
      await cache.put(request.url, found.clone()).catch(() => undefined);
      await makeRoom(cache);
    }
    return found;
  }

  return {
    /** From the device where it was fetched before, else from the platform, and kept. */
    answer,
    /** Fetches what this build still lacks, one after the other; what fails is fetched another time. */
    async fetchAll(): Promise<void> {
      for (const path of hashes.keys()) {
        await answer(new Request(path, { credentials: 'same-origin' })).catch(() => undefined);
      }
    },
  };
}

async function makeRoom(cache: Cache): Promise<void> {
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - lateFilesMax))) {
    await cache.delete(old);
  }
}
