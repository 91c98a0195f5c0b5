import * as z from 'zod/mini';
import { uploadPurposes } from '../../domain/uploads.ts';
import { defineEndpoint } from './endpoint.ts';
import { storedUpload } from './stored-upload.ts';

/** Hex SHA-256 of a whole file. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Multipart field `file`; the same bytes of the same person answer the same file. */
export const upload = defineEndpoint({
  id: 'upload',
  method: 'post',
  path: '/api/v2/upload',
  summary: 'Upload a source file',
  auth: 'required',
  multipart: true,
  ok: { status: 200, schema: storedUpload },
  errors: [403, 413, 415, 507],
});

/**
 * Asked before any byte is sent, and again after each cut: whether the platform has the file, and where an
 * upload that has begun goes on.
 */
export const findUpload = defineEndpoint({
  id: 'findUpload',
  method: 'get',
  path: '/api/v2/upload/{sha256}',
  summary: 'Whether a file of yours is here already, by its content',
  auth: 'required',
  params: z.object({ sha256 }),
  ok: {
    status: 200,
    schema: z.discriminatedUnion('state', [
      z.object({ state: z.literal('stored'), file: storedUpload }),
      z.object({
        state: z.literal('partial'),
        /** Of the tus upload. */
        path: z.string(),
        /** Bytes that have arrived. */
        offset: z.int().check(z.minimum(0)),
        bytes: z.int().check(z.minimum(1)),
      }),
      z.object({ state: z.literal('unknown') }),
    ]),
  },
  errors: [403],
});

/**
 * Resumable uploads speak tus 1.0.0 (https://tus.io/protocols/resumable-upload) at these paths, with the
 * extensions creation, creation-with-upload, termination and expiration. When the last byte is here the
 * platform holds the whole against its hash before it keeps it: 460 when it is not what was promised.
 */
export const tusPath = '/api/v2/uploads';
export const tusVersion = '1.0.0';
export const tusChunkType = 'application/offset+octet-stream';
export const tusHeaders = {
  version: 'Tus-Resumable',
  length: 'Upload-Length',
  offset: 'Upload-Offset',
  metadata: 'Upload-Metadata',
} as const;
/** The status of tus' checksum extension. */
export const checksumMismatchStatus = 460;

/** What `Upload-Metadata` has to tell; other keys are kept and given back. */
export const tusMetadata = z.object({
  sha256,
  purpose: z._default(z.enum(uploadPurposes), 'source'),
});
