import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { MiddlewareHandler } from 'hono';

import { acceptedEncodings, varyByEncoding } from './accept-encoding.ts';

/** Below it an answer fills one packet either way, and the header that names the coding costs as much as it saves. */
const worthwhileBytes = 300;

/**
 * Text that is made whole before it is sent. Streams of text have other types (`text/event-stream`,
 * `application/x-ndjson`) and must not be held back until they end.
 */
const wholeText =
  /^(application\/(json|manifest\+json|xml)|image\/svg\+xml|text\/(css|csv|html|javascript|plain))\b/;

const codings = [
  [
    'br',
    (bytes: Buffer) =>
      // The dictionary helps most; qualities above cost more time than the line saves.
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        },
      }),
  ],
  ['gzip', (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 })],
] as const;

/**
 * Whether the answer is one that compressing helps and cannot harm: files that are asked for in parts keep their
 * lengths and strong tags, and nothing is compressed twice.
 */
function isCompressible({ status, headers, body }: Response): boolean {
  return (
    body !== null &&
    status !== 206 &&
    wholeText.test(headers.get('Content-Type') ?? '') &&
    !headers.has('Content-Encoding') &&
    !headers.has('Accept-Ranges') &&
    !headers.has('Content-Range') &&
    !/\bno-transform\b/.test(headers.get('Cache-Control') ?? '')
  );
}

/** Compresses answers of text for those who take it: Brotli first, else gzip. */
export const compressAnswers: MiddlewareHandler = async (context, next) => {
  await next();
  const answer = context.res;
  if (answer.status === 304) varyByEncoding(answer.headers);
  if (!isCompressible(answer)) return;
  varyByEncoding(answer.headers);
  const takes = acceptedEncodings(context.req.header('Accept-Encoding'));
  const coding = codings.find(([name]) => takes.has(name));
  if (!coding || context.req.method === 'HEAD') return;
  const plain = Buffer.from(await answer.arrayBuffer());
  const [name, compress] = coding;
  const packed = plain.length < worthwhileBytes ? null : await compress(plain);
  const headers = new Headers(answer.headers);
  headers.delete('Content-Length');
  if (packed) {
    headers.set('Content-Encoding', name);
    const etag = headers.get('ETag');
    // Other bytes than the plain answer's: the tag names the same content, no longer the same bytes.
    if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`);
  }
  context.res = undefined;
  context.res = new Response(packed ?? plain, { status: answer.status, headers });
};
