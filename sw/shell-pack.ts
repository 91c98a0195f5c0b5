import { cacheNames } from 'workbox-core';
import type { addPlugins } from 'workbox-precaching';
import { hashesOf, isIntact } from './intact.ts';
import type { ShellFile } from './intact.ts';

type Plugin = Parameters<typeof addPlugins>[0][number];

/** In front of all, in decimal digits, stands how long the list is that follows: names and bytes of each file. */
const lengthDigits = 8;
const listMaxBytes = 1_000_000;

/**
 * Brings most of the app in one answer (ADR 0050). Workbox asks for one file after the other: forty seconds, where each
 * takes 150 ms to come. What comes is held against the build like any other file and is kept at once, so a network that
 * breaks off costs only what had not come; whatever is lacking then, Workbox asks for.
 * @param pack address of the files in one, written by scripts/vite-shell-hashes.ts
 * @param fresh gets the addresses of what was kept
 */
export function unpackedFirst(
  pack: string,
  files: readonly ShellFile[],
  fresh: Set<string>,
): Plugin {
  let unpacked: Promise<void> | undefined;
  return {
    async handlerWillStart({ event }) {
      if (event?.type === 'install')
        await (unpacked ??= unpack(pack, files, fresh).catch(() => undefined));
    },
  };
}

async function unpack(
  pack: string,
  files: readonly ShellFile[],
  fresh: Set<string>,
): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const addressOf = (name: string) => new URL(name, self.location.href).href;
  // An update that leaves most files as they are fetches the few others by themselves.
  if (files.filter(({ url }) => kept.has(addressOf(url))).length * 2 > files.length) return;
  const answer = await fetch(pack);
  const take = readerOf(answer);
  const text = async (bytes: number) => new Response(await take(bytes)).text();
  const listBytes = Number(await text(lengthDigits));
  if (!(listBytes <= listMaxBytes)) return;
  const list = JSON.parse(await text(listBytes)) as [string, number][];
  const hashes = hashesOf(files);
  const headers = new Headers(answer.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  for (const [name, bytes] of list) {
    headers.set('Content-Type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
    const file = new Response(await take(bytes), { headers });
    const url = addressOf(name);
    if (!(await isIntact(hashes, url, file))) continue;
    await cache.put(url, file);
    fresh.add(url);
  }
}

/** @returns gives the next so many bytes of an answer; rejects where it ends before them */
function readerOf({ body }: Response): (bytes: number) => Promise<Uint8Array<ArrayBuffer>> {
  const reader = body!.getReader();
  let held = new Uint8Array(0);
  return async (bytes) => {
    while (held.length < bytes) {
      const { value } = await reader.read();
      if (!value) throw new Error('cut off');
      const more = new Uint8Array(held.length + value.length);
      more.set(held);
      more.set(value, held.length);
      held = more;
    }
    const taken = held.slice(0, bytes);
    held = held.subarray(bytes);
    return taken;
  };
}
