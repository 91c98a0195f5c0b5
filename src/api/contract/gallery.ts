import * as z from 'zod/mini';
import {
  galleryCategories,
  galleryKeywordMaxCharacters,
  galleryPageMax,
  galleryPagesMax,
  galleryPageSize,
  galleryStates,
  galleryTitleMaxCharacters,
  isGalleryCategory,
  reportReasons,
} from '../../domain/gallery.ts';
import { generatorTypes } from '../../domain/generator-types.ts';
import { worksPerCallMax } from '../../domain/limits.ts';
import { defineEndpoint, uuid, wholeNumber } from './endpoint.ts';
import { inputValues } from './inputs.ts';

/** The specification's clients send the platform's number with each call of the gallery; there is one gallery. */
const platform = z.optional(z.union([z.int(), z.string().check(z.maxLength(20))]));

const category = wholeNumber(1, 1_000).check(
  z.refine((id) => isGalleryCategory(id), {
    error: `must be one of ${galleryCategories.map(({ id }) => id).join(', ')}`,
  }),
);
const title = z.string().check(z.maxLength(galleryTitleMaxCharacters));

/** A work as everybody sees it; spec 1, section 3, "Server work". What is private of it is not in here. */
export const galleryWork = z.object({
  image_id: uuid,
  title: z.string(),
  /** Whoever published it, by the name that others see. */
  author: z.string(),
  /** Whether the platform itself put it there, so that a new gallery is not empty. */
  sample: z.boolean(),
  /** Address on this platform, for everybody, for as long as it is published. */
  image: z.string(),
  /** The public page. */
  page: z.string(),
  jobtype: z.enum(generatorTypes),
  modelname: z.string(),
  model: z.string(),
  /** Settings; files that it was made from are not told. */
  params: inputValues,
  /** Positive part, ' ### ', negative part. */
  prompt: z.string(),
  template: z.nullable(z.string()),
  category_id: z.int(),
  seed: z.string(),
  width: z.int(),
  height: z.int(),
  media_type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  thumbhash: z.string(),
  /** ISO 8601, UTC. */
  create_time: z.string(),
});
export type GalleryWork = z.infer<typeof galleryWork>;

/** How a work of the caller's stands in the gallery. */
export const publication = z.object({
  image_id: uuid,
  state: z.enum(galleryStates),
  title: z.string(),
  category_id: z.int(),
  /** ISO 8601, UTC; null while it was never shown. */
  published_at: z.nullable(z.string()),
  /** What whoever looked at it said; empty where nobody said anything. */
  note: z.string(),
});
export type Publication = z.infer<typeof publication>;

export const listCategories = defineEndpoint({
  id: 'listCategories',
  method: 'post',
  path: '/api/work/category_list',
  summary: 'What works of the gallery can be about',
  auth: 'none',
  body: z.optional(z.object({ platform })),
  ok: {
    status: 200,
    schema: z.object({
      data: z.array(z.object({ id: z.int(), name_cn: z.string(), name_en: z.string() })),
    }),
  },
});

/** Spec 1, section 3, "Example query"; filters that are not there leave nothing out. */
export const listGallery = defineEndpoint({
  id: 'listGallery',
  method: 'post',
  path: '/api/work/list',
  summary: 'Published works, the newest first',
  auth: 'none',
  body: z.object({
    platform,
    job_type: z.optional(z.enum(generatorTypes)),
    model_name: z.optional(z.string().check(z.maxLength(300))),
    /** All of its words, in Chinese or English, stand in the work's title, prompt or model. */
    keyword: z.optional(z.string().check(z.maxLength(galleryKeywordMaxCharacters))),
    category_id: z.optional(category),
    page: z._default(wholeNumber(1, galleryPagesMax), 1),
    limit: z._default(wholeNumber(1, galleryPageMax), galleryPageSize),
  }),
  ok: {
    status: 200,
    schema: z.object({
      list: z.array(galleryWork),
      data: z.object({ page: z.int(), limit: z.int(), more: z.boolean() }),
    }),
  },
});

/** Empty when nothing is published under that id. */
export const galleryDetail = defineEndpoint({
  id: 'galleryDetail',
  method: 'post',
  path: '/api/work/detail',
  summary: 'One published work',
  auth: 'none',
  body: z.object({ id: uuid, platform }),
  ok: { status: 200, schema: z.object({ data: z.array(galleryWork).check(z.maxLength(1)) }) },
});

const published = z.object({ data: z.nullable(publication) });

/**
 * A work has one place in the gallery: a repeat changes its title and category and answers with how it stands. Only the
 * id counts of what the specification's clients say of the work; the rest the platform knows by itself.
 */
export const publishWork = defineEndpoint({
  id: 'publishWork',
  method: 'post',
  path: '/api/work/add',
  summary: "Publish one of the caller's works",
  auth: 'required',
  privilege: 'publish',
  body: z.object({
    image_id: uuid,
    title: z._default(title, ''),
    category_id: z._default(category, 9),
    /** The person has agreed that everybody may see it, with its prompt and settings. */
    consent: z.literal(true),
  }),
  /** Null when there is no such work of the caller's any more. */
  ok: { status: 200, schema: published },
  errors: [403, 409, 410, 560, 561],
});

/** The specification's other call for the same: a case is a published work. */
export const setCase = defineEndpoint({
  id: 'setCase',
  method: 'post',
  path: '/api/v2/cases/set',
  summary: "Publish one of the caller's works as an example",
  auth: 'required',
  privilege: 'publish',
  body: z.object({
    image_id: uuid,
    title: z._default(title, ''),
    category_id: z._default(category, 9),
    consent: z.literal(true),
  }),
  ok: { status: 200, schema: published },
  errors: [403, 409, 410, 560, 561],
});

/** Works that are not published (any more) are passed over: a repeat is harmless. */
export const unpublishWorks = defineEndpoint({
  id: 'unpublishWorks',
  method: 'post',
  path: '/api/work/remove',
  summary: "Take the caller's works out of the gallery",
  auth: 'required',
  body: z.object({ image_ids: z.array(uuid).check(z.minLength(1), z.maxLength(worksPerCallMax)) }),
  ok: {
    status: 200,
    schema: z.object({ data: z.object({ removed: z.int().check(z.minimum(0)) }) }),
  },
  errors: [403],
});

export const listPublications = defineEndpoint({
  id: 'listPublications',
  method: 'post',
  path: '/api/work/mine',
  summary: "How the caller's works stand in the gallery, the newest first",
  auth: 'required',
  body: z.optional(z.object({})),
  ok: { status: 200, schema: z.object({ data: z.array(publication) }) },
  errors: [403],
});

/** One of each person counts; a repeat changes the reason. */
export const reportWork = defineEndpoint({
  id: 'reportWork',
  method: 'post',
  path: '/api/work/report',
  summary: 'Say why a published work should not be shown',
  auth: 'required',
  body: z.object({
    id: uuid,
    reason: z.enum(reportReasons),
    words: z._default(z.string().check(z.maxLength(1_000)), ''),
  }),
  /** False when nothing is published under that id. */
  ok: { status: 200, schema: z.object({ data: z.object({ taken: z.boolean() }) }) },
  errors: [403],
});

/** A work that somebody has to look at. */
const awaiting = z.object({
  ...galleryWork.shape,
  user_id: z.int(),
  state: z.enum(galleryStates),
  reports: z.array(z.object({ reason: z.enum(reportReasons), words: z.string() })),
});

export const listAwaiting = defineEndpoint({
  id: 'listAwaiting',
  method: 'get',
  path: '/api/manage/gallery',
  summary: 'Works that wait to be looked at, the longest waiting first',
  auth: 'super-user',
  query: z.object({ limit: z._default(wholeNumber(1, galleryPageMax), galleryPageSize) }),
  ok: { status: 200, schema: z.object({ data: z.array(awaiting) }) },
  errors: [403],
});

export const decideWork = defineEndpoint({
  id: 'decideWork',
  method: 'post',
  path: '/api/manage/gallery',
  summary: 'Show a work, or take it out of sight',
  auth: 'super-user',
  body: z.object({
    image_id: uuid,
    state: z.enum(['published', 'rejected']),
    note: z._default(z.string().check(z.maxLength(500)), ''),
  }),
  /** False when there is no such work in the gallery. */
  ok: { status: 200, schema: z.object({ data: z.object({ decided: z.boolean() }) }) },
  errors: [403],
});
