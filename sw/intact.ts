import type { addPlugins } from 'workbox-precaching';

/** A file of this build as scripts/vite-shell-hashes.ts notes it; without its hash while developing. */
export interface ShellFile {
  url: string;
  revision: string | null;
  /** Start of its SHA-256, in Base64. */
  hash?: string;
}

type Plugin = Parameters<typeof addPlugins>[0][number];

/**
 * Holds every file that is put aside for later against what was built. A portal or a host that answers any address
 * with a page of its own would otherwise be kept in the app's place, for good: with one wrong file the installation
 * fails, and the version before goes on.
 */
export function onlyIntact(files: readonly ShellFile[]): Plugin {
  const hashes = new Map(
    files.map(({ url, hash }) => [new URL(url, self.location.href).pathname, hash]),
  );

  async function isIntact(url: string, response: Response): Promise<boolean> {
    const hash = hashes.get(new URL(url).pathname);
    // A build that leaves one out would keep whatever comes in its place.
    if (hash === undefined) return import.meta.env.DEV;
    const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
    return btoa(String.fromCharCode(...new Uint8Array(digest))).startsWith(hash);
  }

  return {
    async fetchDidSucceed({ request, response, event }) {
      // A file that was lost later may come from a newer deployment, which is better than none.
      if (event?.type !== 'install' || (await isIntact(request.url, response))) return response;
      // It may lie in the browser's own cache, from when there was a portal.
      const again = await fetch(request.url, { cache: 'reload', credentials: 'same-origin' });
      if (await isIntact(request.url, again)) return again;
      throw new Error(`${request.url} is not what was built`);
    },
    // What an older build put aside under the same name was perhaps not looked at.
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      if (!cachedResponse || event?.type !== 'install') return cachedResponse;
      return (await isIntact(request.url, cachedResponse)) ? cachedResponse : null;
    },
  };
}
