import * as z from 'zod/mini';
import { generatorTypes } from '../../domain/generator-types.ts';
import {
  ownWorkMaxSide,
  ownWorkParametersMaxCharacters,
  ownWorkPromptMaxCharacters,
  ownWorkSourcesMax,
} from '../../domain/limits.ts';
import { defineEndpoint, uuid } from './endpoint.ts';
import { inputValues } from './inputs.ts';
import { ageMs, ratings, serverWork } from './works.ts';

/** ISO 8601, UTC. */
const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);
const address = z.string().check(z.minLength(1), z.maxLength(500));
const label = z.string().check(z.maxLength(200));

/**
 * Makes an upload of the caller's own a work of theirs, which no job made. Type, size and checksum are the file's own.
 * The specification knows no such call. A repeat under the same name is answered with the work as it is.
 */
export const addWork = defineEndpoint({
  id: 'addWork',
  method: 'post',
  path: '/api/v2/works_add',
  summary: 'Keep a work that no job made',
  auth: 'required',
  body: z.object({
    image_id: uuid,
    origin: z.enum(['imported', 'assembled']),
    /** Address of an upload of the caller's own. */
    image: address,
    /** The same of a picture that stands for what is none itself. */
    poster: z._default(z.nullable(address), null),
    /** Files of the caller's own that it was made from. */
    sources: z._default(
      z
        .array(z.object({ field: z.string().check(z.maxLength(100)), url: address }))
        .check(z.maxLength(ownWorkSourcesMax)),
      [],
    ),
    jobtype: z.enum(generatorTypes),
    model: label,
    modelname: label,
    params: inputValues.check(
      z.refine((params) => JSON.stringify(params).length <= ownWorkParametersMaxCharacters),
    ),
    /** Positive part, ' ### ', negative part. */
    prompt: z.string().check(z.maxLength(ownWorkPromptMaxCharacters)),
    seed: z.string().check(z.maxLength(40)),
    /** In pixels, of what is no picture; a picture is measured. */
    width: z.int().check(z.minimum(0), z.maximum(ownWorkMaxSide)),
    height: z.int().check(z.minimum(0), z.maximum(ownWorkMaxSide)),
    /** What lies in the future counts as now. */
    create_time: moment,
    thumbhash: z._default(z.string().check(z.regex(/^[\w-]{0,64}$/)), ''),
    starred: z._default(ratings.starred, 0),
    rating: z._default(ratings.rating, 0),
    /** How long ago the person took it in: of that and a deletion on another device the later one stands. */
    age_ms: z._default(ageMs, 0),
    /** The device that has its original. */
    device_id: z.optional(uuid),
  }),
  ok: {
    status: 200,
    /** Null when it was deleted since, on whichever device. */
    schema: z.object({ data: z.nullable(serverWork) }),
  },
  errors: [403, 409],
});
