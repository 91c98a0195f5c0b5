import * as z from 'zod/mini';
import { worksPerCallMax } from '../../domain/limits.ts';
import { defineEndpoint, uuid } from './endpoint.ts';
import { serverWork } from './works.ts';

/** A place among the changes; only the platform reads it. */
const cursor = z.string().check(z.maxLength(100));

/**
 * What changed since a place (docs/adr/0011). Without one it begins with everything there is, from the newest
 * work down: `before` then leads from page to page, and `cursor` stands where the first page was taken.
 */
export const worksChanges = defineEndpoint({
  id: 'worksChanges',
  method: 'post',
  path: '/api/v2/works_changes',
  summary: "What changed among the caller's works",
  auth: 'required',
  body: z.object({
    cursor: z._default(z.nullable(cursor), null),
    before: z._default(z.nullable(cursor), null),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(500)), 200),
  }),
  ok: {
    status: 200,
    schema: z.object({
      data: z.object({
        works: z.array(serverWork),
        /** Works that were deleted. */
        gone: z.array(uuid),
        /** For the next call. */
        cursor,
        /** Where the next page of everything begins; null when there is none, or none was asked for. */
        before: z.nullable(cursor),
        /** More has changed than fitted. */
        more: z.boolean(),
        /** The given place is not known here (any more): this is a beginning. */
        reset: z.boolean(),
        /** Where the caller's albums stand (`albumsChanges`); null where there are none. */
        albums: z._default(z.nullable(cursor), null),
      }),
    }),
  },
  errors: [403],
});

const copies = z.object({
  /** The device's own random name. */
  device_id: uuid,
  image_ids: z.array(uuid).check(z.minLength(1), z.maxLength(worksPerCallMax)),
});

/**
 * A device has these originals, whole and verified. Harmless when repeated; works that are not (or no longer)
 * the caller's are passed over. What it means for keeping them: docs/adr/0010.
 */
export const acknowledgeWorks = defineEndpoint({
  id: 'acknowledgeWorks',
  method: 'post',
  path: '/api/v2/works_acknowledge',
  summary: 'Say that a device has the originals of works',
  auth: 'required',
  body: copies,
  ok: {
    status: 200,
    schema: z.object({ data: z.object({ acknowledged: z.int().check(z.minimum(0)) }) }),
  },
  errors: [403],
});

/**
 * A device wants to make room. Only for works that the answer says are kept it may; their time begins anew,
 * because the platform's copy may now be the only one.
 */
export const releaseWorks = defineEndpoint({
  id: 'releaseWorks',
  method: 'post',
  path: '/api/v2/works_release',
  summary: 'Give the originals of works back into the keeping of the platform',
  auth: 'required',
  body: copies,
  ok: {
    status: 200,
    schema: z.object({
      data: z.object({
        works: z.array(
          z.object({
            image_id: uuid,
            kept: z.boolean(),
            /** ISO 8601, UTC; null when it is kept for ever, or not at all. */
            expires_at: z.nullable(z.string()),
          }),
        ),
      }),
    }),
  },
  errors: [403],
});
