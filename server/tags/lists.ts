import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import { tagListMaxBytes } from '../../src/domain/limits.ts';
import { tagFileName, tagLists } from '../../src/domain/tags.ts';
import type { TagList, TagListAddresses } from '../../src/domain/tags.ts';
import { acceptedEncodings } from '../http/accept-encoding.ts';
import { isKnownVersion } from '../http/etag.ts';
import { sendFile } from '../http/send-file.ts';

/** Where lists of tags lie: in a folder here, or at a host that serves them itself. */
export type TagListSource = { folder: string } | { url: string };

export interface TagLists {
  /** As kiln.json tells them to the app. */
  readonly addresses: TagListAddresses;
  /** Answers for the file of a list that lies here; null for anything else. */
  send(request: Request, name: string): Promise<Response | null>;
}

interface PackedFile {
  etag: string;
  bytes: Promise<Buffer>;
}

/** A middle quality: a tenth larger than the best, in a twentieth of its time. */
const pack = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });

async function findFiles(folder: string): Promise<ReadonlyMap<string, TagList>> {
  const found = new Map<string, TagList>();
  for (const list of tagLists) {
    const name = tagFileName(list);
    const stats = await stat(path.join(folder, name)).catch(() => null);
    if (!stats?.isFile()) continue;
    if (stats.size > tagListMaxBytes) {
      throw new Error(
        `KILN_TAG_LISTS: ${name} is larger than the ${tagListMaxBytes / 1024 / 1024} MB that the app reads; shorten it`,
      );
    }
    found.set(name, list);
  }
  if (found.size > 0) return found;
  const names = tagLists.map(tagFileName).join(' nor ');
  throw new Error(`KILN_TAG_LISTS: there is neither ${names} in ${folder}`);
}

/**
 * The lists of tags that this deployment has for its people's prompts; none without a source.
 * @throws in words for whoever starts the platform, when a folder has none or one that is too large
 */
export async function openTagLists(source: TagListSource | null): Promise<TagLists> {
  if (source === null) return { addresses: {}, send: () => Promise.resolve(null) };
  if ('url' in source) {
    const addresses = tagLists.map((list) => [list, `${source.url}/${tagFileName(list)}`]);
    return {
      addresses: Object.fromEntries(addresses) as TagListAddresses,
      send: () => Promise.resolve(null),
    };
  }
  const { folder } = source;
  const files = await findFiles(folder);
  const packedFiles = new Map<string, PackedFile>();

  /** Anybody may ask, without an account: the work is done once for a file, not once for a caller. */
  function packed(name: string, etag: string): Promise<Buffer> {
    const known = packedFiles.get(name);
    if (known?.etag === etag) return known.bytes;
    const bytes = readFile(path.join(folder, name)).then(pack);
    packedFiles.set(name, { etag, bytes });
    bytes.catch(() => packedFiles.delete(name));
    return bytes;
  }

  return {
    addresses: Object.fromEntries([...files].map(([name, list]) => [list, `/tags/${name}`])),
    async send(request, name) {
      const file = path.join(folder, name);
      const stats = files.has(name) ? await stat(file).catch(() => null) : null;
      if (!stats) return null;
      const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`;
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Cache-Control': 'no-cache',
        Vary: 'Accept-Encoding',
      };
      const isPacked =
        acceptedEncodings(request.headers.get('Accept-Encoding')).has('br') &&
        request.method === 'GET' &&
        !isKnownVersion(request.headers.get('If-None-Match'), etag);
      if (!isPacked) return sendFile(request, { path: file, etag, ranges: false, headers });
      const bytes = await packed(name, etag);
      return new Response(new Uint8Array(bytes), {
        headers: { ...headers, 'Content-Encoding': 'br', ETag: `W/${etag}` },
      });
    },
  };
}
