import * as z from 'zod/mini';
import { generatorTypes } from '../../domain/generator-types.ts';
import { ratingMax, tapAgeMaxMs, worksPerCallMax } from '../../domain/limits.ts';
import { defineEndpoint, uuid, wholeNumber } from './endpoint.ts';
import { inputValues } from './inputs.ts';
import { storedUpload } from './stored-upload.ts';

/** Whether a person starred a work, and how they rated it (spec 1, section 3: starred and rated, 0 or 1). */
export const ratings = {
  starred: z.union([z.literal(0), z.literal(1)]),
  rated: z.union([z.literal(0), z.literal(1)]),
  /** 1 to 5; 0 while `rated` is 0. */
  rating: z.int().check(z.minimum(0), z.maximum(ratingMax)),
};

/** How long the platform keeps an original; see docs/adr/0010. */
export const keeping = {
  /** `expired`: only its facts and small pictures are left. */
  original: z.enum(['kept', 'expired']),
  /** ISO 8601, UTC, when it may go; null when it is kept for ever, or gone. */
  expires_at: z.nullable(z.string()),
};

/** What went wrong with an output that is there nevertheless (spec 1, section 3): a code, and words for the log. */
export const outputTrouble = {
  err: z.optional(z.nullable(z.union([z.string(), z.boolean()]))),
  errmsg: z.optional(z.nullable(z.string())),
};

/** How a work came to be: made by a job of the platform, brought along, or put together from other works. */
export const workOrigin = z.enum(['generated', 'imported', 'assembled']);

/** A file that a work was made from, kept for as long as the work; several of one field keep their order. */
export const workSource = z.extend(storedUpload, { field: z.string() });

/** Spec 1, section 3, "Server work"; bytes, type and checksum are what the device verifies a download by. */
export const serverWork = z.object({
  image_id: uuid,
  origin: workOrigin,
  /** The job that made it; null for what none made. */
  job_id: z.nullable(uuid),
  /** The device's intent id, when a device made it. */
  intent_id: z.nullable(z.string()),
  image: z.string(),
  jobtype: z.enum(generatorTypes),
  modelname: z.string(),
  model: z.string(),
  params: inputValues,
  /** Positive part, ' ### ', negative part. */
  prompt: z.string(),
  template: z.nullable(z.string()),
  /** The first of `sources`, under the specification's name. */
  originalfile: z.nullable(z.string()),
  sources: z.array(workSource),
  /** ISO 8601, UTC. */
  create_time: z.string(),
  category_id: z.nullable(z.int()),
  seed: z.string(),
  width: z.int(),
  height: z.int(),
  media_type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  censored: z.boolean(),
  warnings: z.array(z.string()),
  /** Base64url; empty where there is none. */
  thumbhash: z.string(),
  /** ISO 8601, UTC, since when it is in the bin; null or absent where it is not. */
  binned_at: z.optional(z.nullable(z.string())),
  ...keeping,
  ...ratings,
  ...outputTrouble,
});
export type ServerWork = z.infer<typeof serverWork>;

export const worksCount = defineEndpoint({
  id: 'worksCount',
  method: 'post',
  path: '/api/v2/get_generate_works_count',
  summary: 'How many works the caller has',
  auth: 'required',
  body: z.optional(z.object({})),
  ok: { status: 200, schema: z.object({ data: z.int().check(z.minimum(0)) }) },
  errors: [403],
});

export const listWorks = defineEndpoint({
  id: 'listWorks',
  method: 'post',
  path: '/api/v2/get_generate_works',
  summary: "A page of the caller's works",
  auth: 'required',
  body: z.object({
    page_size: z._default(wholeNumber(1, 100), 25),
    page_number: z._default(wholeNumber(1, 100_000), 1),
    order: z._default(z.enum(['DESC', 'ASC']), 'DESC'),
  }),
  ok: { status: 200, schema: z.object({ data: z.array(serverWork) }) },
  errors: [403],
});

/** Ids that are not (or no longer) the caller's are passed over: a repeat is harmless. */
export const deleteWorks = defineEndpoint({
  id: 'deleteWorks',
  method: 'post',
  path: '/api/v2/works_delete',
  summary: 'Delete works for good',
  auth: 'required',
  body: z.object({ image_ids: z.array(uuid).check(z.minLength(1), z.maxLength(worksPerCallMax)) }),
  ok: {
    status: 200,
    schema: z.object({ data: z.object({ deleted: z.int().check(z.minimum(0)) }) }),
  },
  errors: [403],
});

/**
 * How long ago the person tapped, in milliseconds. An age instead of a time, because clocks of devices are wrong;
 * of two taps on two devices the later one wins, whichever arrives first.
 */
export const ageMs = z.int().check(z.minimum(0), z.maximum(tapAgeMaxMs));

const markAnswer = z.object({
  data: z.object({
    /** How the works stand now, which a later tap on another device decides. */
    works: z.array(z.object({ image_id: uuid, ...ratings })),
    /** Works that are not (or no longer) the caller's. */
    gone: z.array(uuid),
  }),
});

/** The specification names the action but no call; this one follows `works_delete`. A repeat is harmless. */
export const favouriteWorks = defineEndpoint({
  id: 'favouriteWorks',
  method: 'post',
  path: '/api/v2/works_favourite',
  summary: 'Make works favourites, or no longer',
  auth: 'required',
  body: z.object({
    image_ids: z.array(uuid).check(z.minLength(1), z.maxLength(worksPerCallMax)),
    starred: ratings.starred,
    age_ms: z._default(ageMs, 0),
  }),
  ok: { status: 200, schema: markAnswer },
  errors: [403],
});

/** As `favouriteWorks`; a rating of 0 takes it back. */
export const rateWorks = defineEndpoint({
  id: 'rateWorks',
  method: 'post',
  path: '/api/v2/works_rate',
  summary: 'Rate works from 1 to 5, or take the rating back',
  auth: 'required',
  body: z.object({
    image_ids: z.array(uuid).check(z.minLength(1), z.maxLength(worksPerCallMax)),
    rating: ratings.rating,
    age_ms: z._default(ageMs, 0),
  }),
  ok: { status: 200, schema: markAnswer },
  errors: [403],
});

const binAnswer = z.object({
  data: z.object({
    /** Where the works are now, which a later tap on another device decides. */
    works: z.array(z.object({ image_id: uuid, binned_at: z.nullable(z.string()) })),
    /** Works that are not (or no longer) the caller's. */
    gone: z.array(uuid),
  }),
});

const binBody = z.object({
  image_ids: z.array(uuid).check(z.minLength(1), z.maxLength(worksPerCallMax)),
  age_ms: z._default(ageMs, 0),
});

/**
 * What is deleted lies in the bin for 30 days, with its files; `works_delete` is the deletion for good. Not in the
 * specification. A repeat is harmless.
 */
export const binWorks = defineEndpoint({
  id: 'binWorks',
  method: 'post',
  path: '/api/v2/works_bin',
  summary: 'Put works into the bin',
  auth: 'required',
  body: binBody,
  ok: { status: 200, schema: binAnswer },
  errors: [403],
});

export const restoreWorks = defineEndpoint({
  id: 'restoreWorks',
  method: 'post',
  path: '/api/v2/works_restore',
  summary: 'Take works out of the bin',
  auth: 'required',
  body: binBody,
  ok: { status: 200, schema: binAnswer },
  errors: [403],
});

export const log = defineEndpoint({
  id: 'log',
  method: 'post',
  path: '/api/v2/log',
  summary: 'What went wrong on a device',
  auth: 'none',
  body: z.object({
    log: z.union([z.string().check(z.maxLength(10_000)), z.record(z.string(), z.unknown())]),
  }),
  ok: { status: 200, schema: z.object({ status: z.literal(true) }) },
});
