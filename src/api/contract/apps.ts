import * as z from 'zod/mini';
import {
  appCostMax,
  appCoverMaxBytes,
  appDescriptionMaxCharacters,
  appNameMaxCharacters,
  appPageMax,
  appPageSize,
  appPagesMax,
} from '../../domain/apps.ts';
import { galleryKeywordMaxCharacters } from '../../domain/gallery.ts';
import { generatorTypes } from '../../domain/generator-types.ts';
import { inputPathMaxCharacters } from '../../domain/limits.ts';
import { defineEndpoint, uuid, wholeNumber } from './endpoint.ts';
import { inputValue } from './inputs.ts';

const field = z.object({ shown: z.boolean(), value: z.optional(inputValue) });
const fields = z.record(z.string().check(z.maxLength(inputPathMaxCharacters)), field).check(
  z.refine((named) => Object.keys(named).length <= 500, {
    error: 'at most 500 fields are taken',
  }),
);

/** An app as everybody sees it (spec 1, section 3, "Template/app"). */
export const sharedApp = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  /** Address on this platform; null without a picture. */
  cover: z.nullable(z.string()),
  /** Whoever made it, by the name that others see. */
  author: z.string(),
  uid: z.string(),
  model: z.string(),
  /** The tool that its model is used as. */
  tool: z.enum(generatorTypes),
  /** Credits for each output. */
  cost: z.int(),
  /** Whether it stands in everybody's list; else only whoever has its link opens it. */
  listed: z.boolean(),
  /** ISO 8601, UTC. */
  create_time: z.string(),
  update_time: z.string(),
});
export type SharedApp = z.infer<typeof sharedApp>;

/** The same for whoever made it. */
export const ownApp = z.object({ ...sharedApp.shape, fields });
export type OwnApp = z.infer<typeof ownApp>;

export const listApps = defineEndpoint({
  id: 'listApps',
  method: 'post',
  path: '/api/v2/apps/list',
  summary: 'Apps that people have made for everybody, the newest first',
  auth: 'none',
  body: z.object({
    keyword: z.optional(z.string().check(z.maxLength(galleryKeywordMaxCharacters))),
    page: z._default(wholeNumber(1, appPagesMax), 1),
    limit: z._default(wholeNumber(1, appPageMax), appPageSize),
  }),
  ok: {
    status: 200,
    schema: z.object({
      list: z.array(sharedApp),
      data: z.object({ page: z.int(), limit: z.int(), more: z.boolean() }),
    }),
  },
});

export const listOwnApps = defineEndpoint({
  id: 'listOwnApps',
  method: 'post',
  path: '/api/v2/apps/mine',
  summary: "The caller's apps, the one changed last first",
  auth: 'required',
  body: z.optional(z.object({})),
  ok: { status: 200, schema: z.object({ data: z.array(ownApp) }) },
  errors: [403],
});

/** What may be shown of a cover: a picture in Base64, small enough to come along. */
const coverData = z
  .string()
  .check(
    z.maxLength(Math.ceil((appCoverMaxBytes * 4) / 3) + 64),
    z.regex(
      /^data:image\/(?:webp|png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/,
      'must be a small picture',
    ),
  );

/** Made where there is none of this id, else changed: a repeat changes nothing more. */
export const setApp = defineEndpoint({
  id: 'setApp',
  method: 'post',
  path: '/api/v2/apps/set',
  summary: "Make an app of a model, or change one of the caller's",
  auth: 'required',
  privilege: 'templates',
  body: z.object({
    id: uuid,
    name: z.string().check(z.maxLength(appNameMaxCharacters)),
    description: z._default(z.string().check(z.maxLength(appDescriptionMaxCharacters)), ''),
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    tool: z.enum(generatorTypes),
    fields,
    cost: z.optional(wholeNumber(0, appCostMax)),
    listed: z._default(z.boolean(), false),
    /** A picture, the id of a work of the caller's, or null for none; left out, it stays as it is. */
    cover: z.optional(z.nullable(z.union([uuid, coverData]))),
  }),
  ok: { status: 200, schema: z.object({ data: ownApp }) },
  errors: [403, 404, 409, 413, 415, 560, 561],
});

/** Those that are not there (any more) are passed over: a repeat is harmless. */
export const deleteApps = defineEndpoint({
  id: 'deleteApps',
  method: 'post',
  path: '/api/v2/apps/delete',
  summary: "Delete the caller's apps; super users delete anybody's",
  auth: 'required',
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(appPageMax)) }),
  ok: {
    status: 200,
    schema: z.object({ data: z.object({ deleted: z.int().check(z.minimum(0)) }) }),
  },
  errors: [403],
});
