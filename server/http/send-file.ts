import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';

import { isKnownVersion } from './etag.ts';

export interface SendOptions {
  path: string;
  headers: Record<string, string>;
  etag: string;
  /** Whether parts may be asked for. */
  ranges: boolean;
}

/** `null`: no usable range, send all. `'unsatisfiable'`: 416. */
export function parseRange(
  header: string | undefined,
  size: number,
): { from: number; to: number } | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length > 0 ? { from: size - length, to: size - 1 } : 'unsatisfiable';
  }
  const from = Number(match[1]);
  const to = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (from >= size) return 'unsatisfiable';
  return to < from ? null : { from, to };
}

/** Answers a GET or HEAD for a file on disk; null when it isn't there. */
export async function sendFile(request: Request, options: SendOptions): Promise<Response | null> {
  const { path, etag, ranges } = options;
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return null;
  let isHandedOver = false;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return null;
    const headers = new Headers({ ...options.headers, ETag: etag });
    if (ranges) headers.set('Accept-Ranges', 'bytes');
    if (isKnownVersion(request.headers.get('If-None-Match'), etag)) {
      return new Response(null, { status: 304, headers });
    }
    const ifRange = request.headers.get('If-Range');
    const wanted =
      ranges && (ifRange === null || ifRange === etag) ? request.headers.get('Range') : null;
    const range = parseRange(wanted ?? undefined, stats.size);
    if (range === 'unsatisfiable') {
      headers.set('Content-Range', `bytes */${stats.size}`);
      return new Response(null, { status: 416, headers });
    }
    const { from, to } = range ?? { from: 0, to: stats.size - 1 };
    headers.set('Content-Length', String(to - from + 1));
    if (range) headers.set('Content-Range', `bytes ${from}-${to}/${stats.size}`);
    const status = range ? 206 : 200;
    if (request.method === 'HEAD' || stats.size === 0)
      return new Response(null, { status, headers });
    const stream = createReadStream('', { fd: handle, start: from, end: to });
    isHandedOver = true;
    return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status, headers });
  } finally {
    if (!isHandedOver) await handle.close();
  }
}
