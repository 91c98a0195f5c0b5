import type { ModelPlace } from '../domain/model.ts';

/** Who is calling; a `Session` of src/db is one. */
export interface Credentials {
  userKey: string;
  userToken: string;
}

/** What every call may be given. */
export interface CallManner {
  /** Who is asked; the platform unless something else is said. */
  place?: ModelPlace;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** What can stand in an address. */
type TextValue = string | number | boolean | undefined;

/** A request as it is sent, whichever call it is of; `CallOptions` says what one call takes. */
export interface CallRequest extends CallManner {
  /** Values for `{name}` in the path. */
  params?: Readonly<Record<string, TextValue>> | undefined;
  query?: Readonly<Record<string, TextValue>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  form?: FormData | undefined;
  idempotencyKey?: string | undefined;
  session?: Credentials | null | undefined;
}
