import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';
import { errorCodes } from '../../domain/errors.ts';
import { fieldReasonCodes } from '../../domain/field-reasons.ts';
import { languages } from '../../domain/languages.ts';
import type { Privilege } from '../../domain/privileges.ts';

// Zod tries whether it may compile its checks; under the app's content security policy even trying is a violation.
z.config({ jitless: !('process' in globalThis) });

/**
 * One call of the platform: the server validates and documents with it, the device builds the request
 * and checks the answer with it.
 */
export interface Endpoint {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** OpenAPI form, `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  /** Who may call it: anybody, who is signed in, or super users only. The platform guards it in one place. */
  readonly auth: 'none' | 'required' | 'super-user';
  /** Of who is signed in only those to whom the deployment gives this; see `DeploymentSettings`. */
  readonly privilege?: Privilege;
  /**
   * Takes the header `Idempotency-Key`: a repeat is answered with the first answer. Our own clients always send
   * one; a client that knows only the specification's headers cannot repeat its call.
   */
  readonly idempotent?: true;
  /** One of the user endpoints (spec 2, section 7): called with a shorter patience and a flag header. */
  readonly userCall?: true;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** Multipart forms are described, parsed and bounded by the server itself. */
  readonly multipart?: true;
  readonly ok: { readonly status: 200 | 202; readonly schema: z.ZodMiniType };
  /** Error statuses besides 400, 429 and 500, which every call may answer. */
  readonly errors?: readonly number[];
}

/** Keeps the literal types of an endpoint. */
export function defineEndpoint<const Definition extends Endpoint>(
  definition: Definition,
): Definition {
  return definition;
}

/** The parts of a request that a schema describes. */
export type RequestPart = 'params' | 'query' | 'body';

/** What the caller gets: the answer, checked and with its defaults. */
export type OkOf<Definition extends Endpoint> = z.output<Definition['ok']['schema']>;
/** What a handler has to give: fields with a default may be left out. */
export type AnswerOf<Definition extends Endpoint> = z.input<Definition['ok']['schema']>;

/** What a caller sends; undefined where the call has no such part. */
export type SentOf<Definition extends Endpoint, Part extends RequestPart> =
  Definition extends Readonly<Record<Part, infer Schema extends z.ZodMiniType>>
    ? z.input<Schema>
    : undefined;
/** What a handler reads: as sent, checked and with its defaults. */
export type ReadOf<Definition extends Endpoint, Part extends RequestPart> =
  Definition extends Readonly<Record<Part, infer Schema extends z.ZodMiniType>>
    ? z.output<Schema>
    : undefined;

/** Spec 1 and 2, section 7: headers of authenticated calls. */
export const headerNames = {
  userKey: 'userKey',
  userToken: 'userToken',
  platform: 'platform',
  idempotencyKey: 'Idempotency-Key',
  /** Flags a call of the user endpoints. The specification asks for a flag header and names none: the name is ours. */
  userCall: 'Kiln-User-Call',
  /** Contract version of the caller; the platform refuses one it cannot speak with (409, incompatible-version). */
  contractVersion: 'Kiln-Contract',
  /** On every answer of the platform, and on nobody else's: gateways, portals and firewalls answer as well. */
  answer: 'Kiln-Answer',
  /** On answers from the device's cache: when the platform gave them, in ms since the epoch. */
  fetchedAt: 'Kiln-Fetched-At',
  /** On answers from the device's cache that are older than they should be, because nobody could be asked. */
  stale: 'Kiln-Stale',
} as const;

/** Raised only when an older device could misunderstand the platform. */
export const contractVersion = 1;

/** The value of the `platform` header: who is calling. */
export const platformName = 'kiln';

/**
 * Why an input was refused, for words in the person's language. A code that this device does not know is a refusal
 * without a reason.
 */
export const fieldReason = z.object({
  field: z.nullable(z.string()),
  reason: orElse(z.enum(fieldReasonCodes), 'not-accepted' as const),
  values: z.optional(z.readonly(z.array(z.union([z.string(), z.number()])))),
});
export const fieldReasonList = z.readonly(z.array(fieldReason));

/** Every error answer. `errors` are field errors (spec 1, section 8: joined as 'field - message' by ' | '). */
export const errorBody = z.object({
  message: z.string(),
  code: orElse(z.optional(z.enum(errorCodes)), undefined),
  errors: z.optional(z.record(z.string(), z.string())),
  reasons: z.optional(fieldReasonList),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));
export const language = z.enum(languages);

/** A whole number; the specification's clients send it as text, too. */
export function wholeNumber(least: number, most: number) {
  const sent = z.union([
    z.int(),
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
  ]);
  return z.pipe(sent, z.int().check(z.minimum(least), z.maximum(most)));
}

/** Credit-service answers are accepted only with a truthy `status` (spec 2, section 7). */
export function statusEnvelope<Data extends z.ZodMiniType>(data: Data) {
  return z.object({ status: z.literal(true), data });
}
