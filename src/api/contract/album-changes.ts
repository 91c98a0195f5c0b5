import * as z from 'zod/mini';
import { generatorTypes } from '../../domain/generator-types.ts';
import { ratingFilters } from '../../domain/history-filter.ts';
import {
  albumChangesPageSize,
  albumNameMaxCharacters,
  searchWordsMax,
  workTagMaxCharacters,
} from '../../domain/limits.ts';
import { mediaKinds } from '../../domain/media-kind.ts';
import { workOrigins } from '../../domain/work.ts';
import { defineEndpoint, uuid } from './endpoint.ts';

/** What the poller reads of albums; what a person says of them is in `albums.ts`. */

/** A sign of some alphabets takes two characters. */
const text = (most: number) => z.string().check(z.maxLength(2 * most));

/** `2026-11` */
const month = z
  .templateLiteral([z.number(), '-', z.number()])
  .check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/));

/** What fills a smart album: the filter of the history and words of prompts. */
export const albumRule = z.object({
  words: text(searchWordsMax),
  marked: z.enum(ratingFilters),
  tool: z.nullable(z.enum(generatorTypes)),
  model: z.nullable(text(searchWordsMax)),
  kind: z.nullable(z.enum(mediaKinds)),
  month: z.nullable(month),
  origin: z.nullable(z.enum(workOrigins)),
  tag: z.nullable(text(workTagMaxCharacters)),
});

/** Among a person's albums, lower first. */
const place = z.number().check(z.minimum(-1e12), z.maximum(1e12));
export const albumFields = {
  name: text(albumNameMaxCharacters),
  cover: z.nullable(uuid),
  /** Null for an album that works are put into. */
  rule: z.nullable(albumRule),
  place,
  deleted: z.boolean(),
};
export const serverAlbum = z.object({ album_id: uuid, ...albumFields });

/** An album's id, or a tag after a `#`. */
export const collection = z.union([
  uuid,
  z.string().check(z.regex(/^#\S/), z.maxLength(1 + 2 * workTagMaxCharacters)),
]);
/** When the work was made, in ms since the epoch: its place in the collection. */
export const at = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000));
export const serverMember = z.object({ collection, image_id: uuid, at, present: z.boolean() });

/** A place among the changes; only the platform reads it. */
const cursor = z.string().check(z.maxLength(100));

/** What changed among albums and their works since a place; everything without one (docs/adr/0011). */
export const albumsChanges = defineEndpoint({
  id: 'albumsChanges',
  method: 'post',
  path: '/api/v2/albums_changes',
  summary: "What changed among the caller's albums",
  auth: 'required',
  body: z.object({
    cursor: z._default(z.nullable(cursor), null),
    limit: z._default(
      z.int().check(z.minimum(1), z.maximum(albumChangesPageSize)),
      albumChangesPageSize,
    ),
  }),
  ok: {
    status: 200,
    schema: z.object({
      data: z.object({
        albums: z.array(serverAlbum),
        members: z.array(serverMember),
        /** For the next call. */
        cursor,
        /** More has changed than fitted. */
        more: z.boolean(),
      }),
    }),
  },
  errors: [403],
});

export type ServerAlbum = z.infer<typeof serverAlbum>;
export type ServerMember = z.infer<typeof serverMember>;
