import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { AwsV4Signer } from 'aws4fetch';

import { backoffDelayMs } from '../../src/domain/backoff.ts';
import { createOutgoing, OutgoingError } from '../http/outgoing.ts';

export interface S3Connection {
  /** With the bucket, and a prefix for our names if wished: `https://s3.example.com/bucket/kiln`. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

export interface S3Object {
  key: string;
  modifiedAt: Date;
}

/** A bucket, addressed by path (`host/bucket/key`), as all that speak S3's REST API understand it. */
export interface S3 {
  putFile(key: string, path: string, mediaType: string): Promise<void>;
  /** The body is to be read or cancelled; null when there is no such object. */
  get(key: string): Promise<ReadableStream<Uint8Array> | null>;
  /** An absent one is fine. */
  remove(key: string): Promise<void>;
  list(folder: string): AsyncIterable<S3Object[]>;
}

/** Names no key and no secret: logs get it. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly isTransient: boolean;

  constructor(message: string, isTransient: boolean, cause?: unknown) {
    super(message, { cause });
    this.isTransient = isTransient;
  }
}

const emptyHash = createHash('sha256').digest('hex');
const answerMaxBytes = 4 * 1024 * 1024;
const fileMaxBytes = 1024 * 1024 * 1024;
const answerTimeoutMs = 30_000;
const fileTimeoutMs = 600_000;
/** A result is worth waiting for, up to half a minute; somebody who looks at a picture is not kept that long. */
const tries = { write: 10, read: 3 };
const retryBackoff = { baseMs: 200, capMs: 10_000 };

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}

const textOf = (xml: string, tag: string): string | null =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? null;

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** @throws S3Error from each call; what may pass is tried again first */
export function createS3(connection: S3Connection, backoff = retryBackoff): S3 {
  const { region, keyId, secret } = connection;
  const base = new URL(connection.url.replace(/\/+$/, ''));
  const [bucket = '', ...prefixParts] = base.pathname.split('/').filter(Boolean);
  const prefix = prefixParts.map((part) => `${part}/`).join('');
  const send = createOutgoing({ hosts: [base.origin], others: 'refused' });
  const signingKeys = new Map<string, ArrayBuffer>();

  interface Call {
    method: 'GET' | 'PUT' | 'DELETE';
    /** With the prefix; empty for the bucket. */
    key?: string;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    payload?: { sha256: string; bytes: number; open(): ReadableStream<Uint8Array> };
    isFile?: boolean;
  }

  async function once(call: Call): Promise<Response> {
    const url = new URL(base.origin);
    url.pathname = `/${bucket}${call.key === undefined ? '' : `/${call.key}`}`;
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method: call.method,
      url: url.href,
      headers: { ...call.headers, 'X-Amz-Content-Sha256': call.payload?.sha256 ?? emptyHash },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
      cache: signingKeys,
    }).sign();
    const headers = Object.fromEntries(signed.headers);
    return send(signed.url, {
      method: call.method,
      headers: {
        ...headers,
        // A stream with its length: S3 takes no chunked bodies.
        ...(call.payload && { 'Content-Length': String(call.payload.bytes) }),
      },
      ...(call.payload && { body: call.payload.open() }),
      timeoutMs: call.isFile ? fileTimeoutMs : answerTimeoutMs,
      maxBytes: call.isFile ? fileMaxBytes : answerMaxBytes,
    });
  }

  /** An answer of 2xx, or null for 404. */
  async function attempt(call: Call): Promise<Response | null> {
    let response: Response;
    try {
      response = await once(call);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new S3Error(error.message, error.failure !== 'refused-address', error);
    }
    if (response.ok) return response;
    const { status } = response;
    const code = textOf(await response.text().catch(() => ''), 'Code') ?? '';
    if (status === 404 && code !== 'NoSuchBucket') return null;
    throw new S3Error(
      `the file store answered ${status} ${code} to ${call.method}`,
      status >= 500 || status === 429 || status === 408 || code === 'RequestTimeout',
    );
  }

  async function request(call: Call): Promise<Response | null> {
    const most = call.method === 'PUT' ? tries.write : tries.read;
    for (let number = 1; ; number += 1) {
      try {
        return await attempt(call);
      } catch (error) {
        if (!(error instanceof S3Error) || !error.isTransient || number >= most) throw error;
        await sleep(backoffDelayMs(backoff, number, Math.random()));
      }
    }
  }

  const done = async (response: Response | null): Promise<void> => {
    await response?.body?.cancel().catch(() => undefined);
  };

  return {
    async putFile(key, path, mediaType) {
      const { size } = await stat(path);
      const payload = {
        sha256: await hashOf(path),
        bytes: size,
        open: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
      };
      const headers = { 'Content-Type': mediaType };
      const stored = await request({
        method: 'PUT',
        key: prefix + key,
        headers,
        payload,
        isFile: true,
      });
      if (!stored) throw new S3Error('the file store does not know its bucket', false);
      await done(stored);
    },
    async get(key) {
      const found = await request({ method: 'GET', key: prefix + key, isFile: true });
      return found?.body ?? null;
    },
    async remove(key) {
      await done(await request({ method: 'DELETE', key: prefix + key }));
    },
    async *list(folder) {
      for (let token: string | null = null; ;) {
        const query: Record<string, string> = { 'list-type': '2', prefix: prefix + folder };
        if (token !== null) query['continuation-token'] = token;
        const answer = await request({ method: 'GET', query });
        if (!answer) return;
        const xml = await answer.text();
        yield [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
          const key = plain(textOf(entry, 'Key') ?? '');
          const modifiedAt = new Date(textOf(entry, 'LastModified') ?? '');
          const isOurs = key.startsWith(prefix + folder) && !Number.isNaN(modifiedAt.getTime());
          return isOurs ? [{ key: key.slice(prefix.length), modifiedAt }] : [];
        });
        token = plain(textOf(xml, 'NextContinuationToken') ?? '');
        if (textOf(xml, 'IsTruncated') !== 'true' || token === '') return;
      }
    },
  };
}
