import type { IncomingMessage } from 'node:http';

import { Problem, unreadable } from '../http/problem.ts';
import { fileTooLarge } from './uploads.ts';

const headerMaxBytes = 16 * 1024;
/** Other fields, headers and delimiters beside the file. */
const overheadMaxBytes = 64 * 1024;

const malformed = (why: string) => unreadable(`The form is not valid: ${why}`);

function boundaryOf(contentType: string | undefined): Buffer {
  const match =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
      contentType ?? '',
    );
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) {
    throw new Problem(415, 'unsupported-media', 'The file must be sent as multipart/form-data');
  }
  return Buffer.from(`\r\n--${boundary}`, 'latin1');
}

function fieldName(headers: string): string | null {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? '';
  const match = /(?:^|;)\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition);
  return match?.[1] ?? match?.[2] ?? null;
}

/**
 * Streams one file field of a form (RFC 7578) to `write`, chunk by chunk; other fields are passed over.
 * @returns false when the form has no such field
 * @throws Problem 400, 413 or 415
 */
export async function receiveFile(
  incoming: IncomingMessage,
  options: { field: string; limitBytes: number; write: (chunk: Buffer) => Promise<void> },
): Promise<boolean> {
  const { field, limitBytes, write } = options;
  const delimiter = boundaryOf(incoming.headers['content-type']);
  const tooLarge = fileTooLarge(limitBytes);
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes + overheadMaxBytes)
    throw tooLarge;

  let state: 'skip' | 'file' | 'delimiter' | 'headers' | 'end' = 'skip';
  let found = false;
  let fileBytes = 0;
  let otherBytes = 0;
  // The first delimiter has no line end in front of it.
  let rest: Buffer = Buffer.from('\r\n');

  const content = async (bytes: Buffer): Promise<void> => {
    if (state === 'file') {
      fileBytes += bytes.length;
      if (fileBytes > limitBytes) throw tooLarge;
      if (bytes.length > 0) await write(bytes);
    } else {
      otherBytes += bytes.length;
      if (otherBytes > overheadMaxBytes) throw tooLarge;
    }
  };

  /** @returns false when more bytes are needed */
  const step = async (): Promise<boolean> => {
    if (state === 'skip' || state === 'file') {
      const at = rest.indexOf(delimiter);
      // The delimiter may begin in what was received last.
      const end = at >= 0 ? at : Math.max(0, rest.length - delimiter.length + 1);
      await content(rest.subarray(0, end));
      rest = rest.subarray(at >= 0 ? at + delimiter.length : end);
      if (at < 0) return false;
      state = 'delimiter';
      return true;
    }
    if (state === 'delimiter') {
      if (rest.length < 2) return false;
      const mark = rest.toString('latin1', 0, 2);
      if (mark !== '--' && mark !== '\r\n')
        throw malformed('a boundary is followed by something else');
      // The line end stays: a part without headers then still has its empty line.
      if (mark === '--') rest = rest.subarray(2);
      state = mark === '--' ? 'end' : 'headers';
      return true;
    }
    if (state === 'headers') {
      const at = rest.indexOf('\r\n\r\n');
      if (at > headerMaxBytes || (at < 0 && rest.length > headerMaxBytes))
        throw malformed('long headers');
      if (at < 0) return false;
      const isFile = !found && fieldName(rest.toString('utf8', 0, at)) === field;
      rest = rest.subarray(at + 4);
      found ||= isFile;
      state = isFile ? 'file' : 'skip';
      return true;
    }
    otherBytes += rest.length;
    if (otherBytes > overheadMaxBytes) throw tooLarge;
    rest = Buffer.alloc(0);
    return false;
  };

  // Without destroying what is left: that would close the connection before the answer is out.
  for await (const chunk of incoming.iterator({
    destroyOnReturn: false,
  }) as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (await step());
  }
  if ((state as string) !== 'end') throw malformed('it ends too early');
  return found;
}
