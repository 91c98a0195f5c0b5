import { z } from 'zod';
import { errorCodes } from '../../domain/errors.ts';
import { languages } from '../../domain/model.ts';

// Zod tries whether it may compile its checks; under the app's content security policy even trying is a violation.
z.config({ jitless: !('process' in globalThis) });

/**
 * One call of the platform: the server validates and documents with it, the device builds the request
 * and checks the answer with it.
 */
export interface Endpoint {
  readonly id: string;
  readonly method: 'get' | 'post' | 'delete';
  /** OpenAPI form, `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly auth: 'none' | 'required';
  /** Needs the header `Idempotency-Key`; a repeat is answered with the first answer. */
  readonly idempotent?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Multipart forms are described, parsed and bounded by the server itself. */
  readonly multipart?: true;
  readonly ok: { readonly status: 200 | 202; readonly schema: z.ZodType };
  /** Error statuses besides 400, 429 and 500, which every call may answer. */
  readonly errors?: readonly number[];
}

/** Keeps the literal types of an endpoint. */
export function defineEndpoint<const Definition extends Endpoint>(
  definition: Definition,
): Definition {
  return definition;
}

export type OkOf<Definition extends Endpoint> = z.infer<Definition['ok']['schema']>;
export type BodyOf<Definition extends Endpoint> =
  Definition['body'] extends z.ZodType<infer Output> ? Output : undefined;

/** Spec 1 and 2, section 7: headers of authenticated calls. */
export const headerNames = {
  userKey: 'userKey',
  userToken: 'userToken',
  platform: 'platform',
  idempotencyKey: 'Idempotency-Key',
  /** Contract version of the caller; the platform refuses one it cannot speak with (409, incompatible-version). */
  contractVersion: 'Kiln-Contract',
  /** On answers from the device's cache: when the platform gave them, in ms since the epoch. */
  fetchedAt: 'Kiln-Fetched-At',
  /** On answers from the device's cache that are older than they should be, because nobody could be asked. */
  stale: 'Kiln-Stale',
} as const;

/** Raised only when an older device could misunderstand the platform. */
export const contractVersion = 1;

/** The value of the `platform` header: who is calling. */
export const platformName = 'kiln';

/** Every error answer. `errors` are field errors (spec 1, section 8: joined as 'field - message' by ' | '). */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(errorCodes).optional().catch(undefined),
  errors: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
export const language = z.enum(languages);

/** Credit-service answers are accepted only with a truthy `status` (spec 2, section 7). */
export function statusEnvelope<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal(true), data });
}
