/** Ids are branded so that a job id is never passed where a work id is meant. */
declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Made on the device (UUIDv7); also the idempotency key, all the way to the engine. */
export type IntentId = Branded<'IntentId'>;
/** Of requests that were made by one press in compare mode; made on the device (UUIDv7), which alone knows it. */
export type GroupId = Branded<'GroupId'>;
/** Made by the platform (UUIDv7), one per accepted generation request. */
export type JobId = Branded<'JobId'>;
/** `image_id` of the specification: one per output. Work routes show it as `c_{image_id}`. */
export type WorkId = Branded<'WorkId'>;
/** Key of a Blob on the device: originals of works share the work's id, sources get their own. */
export type MediaId = Branded<'MediaId'>;
/** A person's album; made on a device (UUIDv7), the same everywhere. */
export type AlbumId = Branded<'AlbumId'>;
/** Of what another app shared and nobody has used yet; made on the device (UUIDv7). */
export type ShareId = Branded<'ShareId'>;
/** `userKey` of the specification: account id, '@', platform suffix. */
export type UserKey = Branded<'UserKey'>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for a lower-case RFC 9562 UUID of any version. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/**
 * RFC 9562 version 7: sorts by creation time, so that a table's primary key is its order too.
 * @param nowMs milliseconds since the epoch
 * @param random 10 random bytes
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('uuidV7 needs 10 random bytes');
  const bytes = new Uint8Array(16);
  let rest = Math.floor(nowMs);
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The form of a work's id in routes and links (spec 1, section 2): `c_{image_id}`. */
export function workRouteId(workId: WorkId): string {
  return `c_${workId}`;
}

/** Reads `c_{image_id}` back; null when the text is not of that form. */
export function parseWorkRouteId(text: string): WorkId | null {
  const id = text.startsWith('c_') ? text.slice(2) : '';
  return isUuid(id) ? (id as WorkId) : null;
}
