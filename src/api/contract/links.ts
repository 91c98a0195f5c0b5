import * as z from 'zod/mini';
import { linkTitleMaxCharacters, linksMax, linkTokenPattern } from '../../domain/work-links.ts';
import { worksPerCallMax } from '../../domain/limits.ts';
import { defineEndpoint, uuid } from './endpoint.ts';

/** A link by which anybody sees one work, for as long as its owner lets them. */
export const workLink = z.object({
  token: z.string().check(z.regex(linkTokenPattern)),
  image_id: uuid,
  title: z.string(),
  shows_prompt: z.boolean(),
  created_at: z.string(),
});

/** A work has one link at a time: a repeat changes what it says and answers the same one. */
export const shareWork = defineEndpoint({
  id: 'shareWork',
  method: 'post',
  path: '/api/v2/links_share',
  summary: 'Give a link to a work, or change what it says',
  auth: 'required',
  body: z.object({
    image_id: uuid,
    title: z._default(z.string().check(z.maxLength(linkTitleMaxCharacters)), ''),
    /** Whether the page shows the words that the work was made from. */
    shows_prompt: z._default(z.boolean(), false),
  }),
  /** Null when there is no such work of the caller's any more. */
  ok: { status: 200, schema: z.object({ data: z.nullable(workLink) }) },
  errors: [403, 409],
});

/** Links that are not there (any more) are passed over: a repeat is harmless. */
export const revokeLinks = defineEndpoint({
  id: 'revokeLinks',
  method: 'post',
  path: '/api/v2/links_revoke',
  summary: 'Take links to works back, at once and for good',
  auth: 'required',
  body: z.object({ image_ids: z.array(uuid).check(z.minLength(1), z.maxLength(worksPerCallMax)) }),
  ok: { status: 200, schema: z.object({ data: z.object({ revoked: z.int() }) }) },
  errors: [403],
});

export const listLinks = defineEndpoint({
  id: 'listLinks',
  method: 'post',
  path: '/api/v2/links',
  summary: 'Links that the caller has given, the newest first',
  auth: 'required',
  body: z.optional(z.object({})),
  ok: {
    status: 200,
    schema: z.object({ data: z.array(workLink).check(z.maxLength(linksMax)) }),
  },
  errors: [403],
});
