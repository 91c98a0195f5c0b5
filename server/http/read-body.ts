import type { IncomingMessage } from 'node:http';

import { Problem } from './problem.ts';

export const tooLarge = (limitBytes: number) =>
  new Problem(413, 'too-large', `More than ${Math.floor(limitBytes / 1024)} KiB were sent`);

/** PostgreSQL stores neither the character zero nor half of a surrogate pair, in text or in JSON. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Without recursion: the nesting is the sender's to choose. */
function assertStorable(value: unknown): void {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    const texts =
      typeof next === 'string' ? [next] : next && typeof next === 'object' ? Object.keys(next) : [];
    if (!texts.every(isStorable)) {
      throw new Problem(400, 'invalid-input', 'The body holds characters that cannot be kept');
    }
    if (next && typeof next === 'object') for (const child of Object.values(next)) open.push(child);
  }
}

async function readBounded(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  const chunks: Buffer[] = [];
  let total = 0;
  // Without destroying what is left: that would close the connection before the answer is out.
  for await (const chunk of incoming.iterator({
    destroyOnReturn: false,
  }) as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > limitBytes) throw tooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a JSON body.
 * @returns undefined when nothing was sent
 * @throws Problem 400, 413 or 415
 */
export async function readJson(incoming: IncomingMessage, limitBytes: number): Promise<unknown> {
  const bytes = await readBounded(incoming, limitBytes);
  if (bytes.length === 0) return undefined;
  const mediaType = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Problem(415, 'unsupported-media', 'The body must be sent as application/json');
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, 'invalid-input', 'The body is not valid JSON');
  }
  assertStorable(value);
  return value;
}
