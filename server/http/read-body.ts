import type { IncomingMessage } from 'node:http';

import { bodyMaxDepth } from '../../src/domain/limits.ts';
import { Problem, unreadable } from './problem.ts';

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
      throw unreadable('The body holds characters that cannot be kept');
    }
    if (next && typeof next === 'object') for (const child of Object.values(next)) open.push(child);
  }
}

/**
 * Reads a body as it is.
 * @throws Problem 413
 */
export async function readBounded(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
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

const quote = 0x22;
const backslash = 0x5c;

/** Where the text that begins behind `from` ends; a quote behind an odd number of backslashes is one of its own. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(quote, from + 1); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let before = at - 1;
    while (bytes[before] === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return bytes.length;
}

/** Before it is parsed: what is nested without end would be walked over by code that calls itself. */
export function assertShallow(bytes: Buffer, maxDepth: number): void {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at);
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > maxDepth) {
      throw unreadable(`The body is nested deeper than ${maxDepth} levels`);
    }
  }
}

/**
 * Reads a JSON body.
 * @returns undefined when nothing was sent
 * @throws Problem 400, 413 or 415
 */
export async function readJson(
  incoming: IncomingMessage,
  limitBytes: number,
  maxDepth = bodyMaxDepth,
): Promise<unknown> {
  const bytes = await readBounded(incoming, limitBytes);
  if (bytes.length === 0) return undefined;
  const mediaType = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Problem(415, 'unsupported-media', 'The body must be sent as application/json');
  }
  assertShallow(bytes, maxDepth);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw unreadable('The body is not valid JSON');
  }
  assertStorable(value);
  return value;
}
