import * as z from 'zod/mini';
import { albumsPerCallMax, worksPerCallMax } from '../../domain/limits.ts';
import { albumFields, at, collection, serverAlbum, serverMember } from './album-changes.ts';
import { defineEndpoint, uuid } from './endpoint.ts';
import { ageMs } from './works.ts';

/**
 * Changes fields of albums; each field has a time of its own, so that a name given here and a cover chosen there both
 * stay. An album that is not known yet is made. A repeat is harmless.
 */
export const changeAlbums = defineEndpoint({
  id: 'changeAlbums',
  method: 'post',
  path: '/api/v2/albums_change',
  summary: 'Make albums, or change them',
  auth: 'required',
  body: z.object({
    albums: z
      .array(z.extend(z.partial(z.object(albumFields)), { album_id: uuid }))
      .check(z.minLength(1), z.maxLength(albumsPerCallMax)),
    age_ms: z._default(ageMs, 0),
  }),
  ok: {
    status: 200,
    schema: z.object({
      data: z.object({
        /** How they stand now, which a later tap on another device decides. */
        albums: z.array(serverAlbum),
      }),
    }),
  },
  errors: [403],
});

/** Puts works into a collection, or takes them out. A repeat is harmless; works need not have arrived here yet. */
export const collectWorks = defineEndpoint({
  id: 'collectWorks',
  method: 'post',
  path: '/api/v2/albums_collect',
  summary: 'Put works into an album or give them a tag, or take that back',
  auth: 'required',
  body: z.object({
    collection,
    works: z
      .array(z.object({ image_id: uuid, at }))
      .check(z.minLength(1), z.maxLength(worksPerCallMax)),
    present: z.boolean(),
    age_ms: z._default(ageMs, 0),
  }),
  ok: {
    status: 200,
    schema: z.object({ data: z.object({ members: z.array(serverMember) }) }),
  },
  errors: [403],
});
