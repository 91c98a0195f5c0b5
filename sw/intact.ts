import type { addPlugins } from 'workbox-precaching';

/** A file of this build as scripts/vite-shell-hashes.ts notes it; without its hash while developing. */
export interface ShellFile {
  url: string;
  revision: string | null;
  /** Start of its SHA-256, in Base64. */
  hash?: string;
  /** Not fetched when the app is installed, see late-files.ts. */
  late?: boolean;
  /** Not a file of the app, but most of them in one, see shell-pack.ts. */
  pack?: boolean;
}

type Plugin = Parameters<typeof addPlugins>[0][number];

/** Paths on this origin and the start of their SHA-256, in Base64. */
export type Hashes = ReadonlyMap<string, string | undefined>;

export function hashesOf(files: readonly ShellFile[]): Hashes {
  return new Map(
    files.map(({ url, hash }) => [new URL(url, self.location.href).pathname, hash] as const),
  );
}

/** @returns whether an answer is what was built, which it never is for a file that the build does not know */
export async function isIntact(hashes: Hashes, url: string, response: Response): Promise<boolean> {
  const hash = hashes.get(new URL(url).pathname);
  // A build that leaves one out would keep whatever comes in its place.
  if (hash === undefined) return import.meta.env.DEV;
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest))).startsWith(hash);
}

/** Asks past the browser's own cache, in which a portal's page may lie from when there was one. */
export function fetchAnew(url: string): Promise<Response> {
  return fetch(url, { cache: 'reload', credentials: 'same-origin' });
}

/**
 * Holds every file that is put aside for later against what was built. A portal or a host that answers any address
 * with a page of its own would otherwise be kept in the app's place, for good: with one wrong file the installation
 * fails, and the version before goes on.
 * @param fresh addresses of what was looked at a moment ago
 */
export function onlyIntact(files: readonly ShellFile[], fresh: ReadonlySet<string>): Plugin {
  const hashes = hashesOf(files);
  return {
    async fetchDidSucceed({ request, response, event }) {
      // A file that was lost later may come from a newer deployment, which is better than none.
      if (event?.type !== 'install' || (await isIntact(hashes, request.url, response)))
        return response;
      const again = await fetchAnew(request.url);
      if (await isIntact(hashes, request.url, again)) return again;
      throw new Error(`${request.url} is not what was built`);
    },
    // What an older build put aside under the same name was perhaps not looked at.
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      if (!cachedResponse || event?.type !== 'install' || fresh.has(request.url))
        return cachedResponse;
      return (await isIntact(hashes, request.url, cachedResponse)) ? cachedResponse : null;
    },
  };
}
