import * as z from 'zod/mini';
import {
  contactMaxCharacters,
  feedbackMaxCharacters,
  feedbackSourceMaxCharacters,
  feedbackTypes,
} from '../../domain/feedback.ts';
import { defineEndpoint, statusEnvelope, wholeNumber } from './endpoint.ts';

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** Spec 2, section 7. Guests may, too; a repeat with the same key says it once. */
export const addFeedback = defineEndpoint({
  id: 'addFeedback',
  method: 'post',
  path: '/api/feedback/add',
  summary: 'Tell whoever runs this what is wrong or could be better',
  auth: 'none',
  idempotent: true,
  body: z.object({
    type: z.enum(feedbackTypes),
    content: text(feedbackMaxCharacters),
    /** How the person can be answered. */
    mobile: text(contactMaxCharacters),
    source: z._default(z.string().check(z.trim(), z.maxLength(feedbackSourceMaxCharacters)), ''),
  }),
  /** Spec 2, section 8: said with thanks when `code` is truthy. */
  ok: { status: 200, schema: z.object({ code: z.int() }) },
  errors: [422],
});

export const listFeedback = defineEndpoint({
  id: 'listFeedback',
  method: 'get',
  path: '/api/manage/feedback',
  summary: 'What people have said, newest first',
  auth: 'super-user',
  query: z.object({
    per_page: z._default(wholeNumber(1, 100), 20),
    page: z._default(wholeNumber(1, 100_000), 1),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        total: z.int(),
        data: z.array(
          z.object({
            id: z.string(),
            uid: z.nullable(z.string()),
            type: z.enum(feedbackTypes),
            content: z.string(),
            mobile: z.string(),
            source: z.string(),
            created_at: z.string(),
            /** When it was passed on; null where it was not, or not yet. */
            sent_at: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  },
  errors: [403],
});
