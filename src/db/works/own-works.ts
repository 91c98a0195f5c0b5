import { communityOwner } from '../../domain/community.ts';
import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import type { GroupPlace } from '../../domain/intent.ts';
import { mayBeKept } from '../../domain/uploads.ts';
import { db, guardStorage } from '../database.ts';
import { rowsById } from '../rows-by-id.ts';
import { tellOfOwnWorks } from './untold.ts';
import type { MediaRow, ThumbnailRow, WorkRow } from '../schema.ts';
import { restoreWorks } from './bin.ts';
import { saveWorks } from './works.ts';
import { workMediaId } from './purge.ts';
import type { NewWork } from './works.ts';

/** Works that no job made: brought along in a file, put together from other works, or made by this device itself. */

/** One of them with its bytes, which are all that is needed to keep it. */
export interface OwnWork extends Pick<
  WorkRow,
  | 'id'
  | 'jobType'
  | 'model'
  | 'modelLabel'
  | 'prompt'
  | 'negativePrompt'
  | 'parameters'
  | 'seed'
  | 'width'
  | 'height'
  | 'mediaType'
  | 'sha256'
  | 'createdAtMs'
  | 'starred'
  | 'rating'
  | 'thumbhash'
> {
  origin: 'generated' | 'imported' | 'assembled';
  blob: Blob;
  /** Null where none could be made. */
  thumbnail: Omit<ThumbnailRow, 'id'> | null;
  sources?: WorkRow['sources'];
  /** The request that this device carried out itself, and its place in a comparison. */
  intentId?: IntentId;
  group?: GroupPlace;
}

/** For a transaction that is to hold all of `addOwnWorks`. */
export const ownWorkTables = [db.works, db.bin, db.media, db.thumbnails, db.intents];

/** Which of the works were taken in, and which were here already, by their names among those that were given. */
export interface AddedWorks {
  added: WorkId[];
  known: WorkId[];
}

/** Of some works those that a person has already: under the same name, or with the same bytes under another one. */
async function knownOf(owner: UserKey, works: readonly OwnWork[]): Promise<Set<WorkId>> {
  const ids = works.map(({ id }) => id);
  // Asked for twice, the same seed makes the same bytes, and two works: only what is brought along is looked for.
  const brought = works.filter(({ origin }) => origin !== 'generated');
  const hashes = [...new Set(brought.map(({ sha256 }) => sha256))].filter((hash) => hash !== '');
  // All at once: each answer by itself would have to come before the next one can be asked for.
  const [same, binned, named, files] = await Promise.all([
    rowsById(db.works, ids),
    rowsById(db.bin, ids),
    Promise.all(
      hashes.map((hash) => db.works.where('[owner+sha256]').equals([owner, hash]).count()),
    ),
    // The platform may keep fewer bytes than were brought along; then only the file on this device is the same.
    Promise.all(hashes.map((hash) => db.media.where('sha256').equals(hash).toArray())),
  ]);
  const originals = files.flat().filter(({ role }) => role === 'original');
  const rows = await db.works.bulkGet(originals.map(({ id }) => id as string as WorkId));
  const here = new Set([
    ...hashes.filter((_hash, at) => (named[at] ?? 0) > 0),
    ...originals.flatMap(({ sha256 }, at) => (rows[at]?.owner === owner ? [sha256] : [])),
  ]);
  const known = new Set<WorkId>();
  for (const [at, { id, sha256, origin }] of works.entries()) {
    const isTwin = origin !== 'generated' && here.has(sha256);
    if (same[at] || binned[at] || isTwin) known.add(id);
    if (sha256 !== '') here.add(sha256);
  }
  return known;
}

function toNewWork(owner: UserKey, own: OwnWork, isTold: boolean, nowMs: number): NewWork {
  const { blob, thumbnail, sources = [], rating, intentId = null, ...columns } = own;
  const { id, mediaType, sha256, width, height } = own;
  const mediaId = workMediaId(id);
  const media: MediaRow = {
    id: mediaId,
    blob,
    mediaType,
    bytes: blob.size,
    sha256,
    width,
    height,
    name: '',
    role: 'original',
    createdAtMs: nowMs,
  };
  const work: WorkRow = {
    ...columns,
    owner,
    jobId: null,
    intentId,
    // Nobody but this device knows what is not told: what else is said of it is answered here.
    place: isTold ? 'platform' : 'horde',
    sources,
    // A file that lies nowhere else stays for as long as the work that was made from it.
    keptSources: sources.flatMap(({ mediaId: source, kept }) =>
      source !== null && kept === null ? [source] : [],
    ),
    bytes: blob.size,
    remoteUrl: '',
    rated: rating > 0 ? 1 : 0,
    rating,
    censored: false,
    warnings: [],
    onDevice: 1,
    pinned: 0,
    thumbnailWanted: 0,
    remote: 'absent',
    expiresAtMs: null,
    deletedAtMs: null,
    ...(isTold ? { untold: true } : {}),
  };
  return { work, media, thumbnail: thumbnail && { id: mediaId, ...thumbnail } };
}

/**
 * Takes in works that no job made, with their originals and small pictures: all of the call or none. What is here
 * already, by its name or, where it was brought along, its bytes, is left as it is, so that a repeat is harmless.
 * @param options.tell false keeps them on this device alone; there they stay in any case where there is no platform,
 *   and where it takes no files of their type or size
 * @throws KilnError `storage-full`
 */
export async function addOwnWorks(
  owner: UserKey,
  works: readonly OwnWork[],
  options: { tell?: boolean; nowMs?: number } = {},
): Promise<AddedWorks> {
  const { tell = true, nowMs = Date.now() } = options;
  const isTold = ({ mediaType, blob }: OwnWork) =>
    tell && owner !== communityOwner && mayBeKept({ mediaType, bytes: blob.size });
  return guardStorage(() =>
    db.transaction('rw', ownWorkTables, async () => {
      // Whoever takes in what lies in the bin wants it back.
      await restoreWorks(
        owner,
        works.map(({ id }) => id),
        nowMs,
      );
      const known = await knownOf(owner, works);
      const fresh = works.filter(({ id }) => !known.has(id));
      await saveWorks(fresh.map((work) => toNewWork(owner, work, isTold(work), nowMs)));
      const told = fresh.filter(isTold).map(({ id }) => id);
      await tellOfOwnWorks(owner, told, nowMs);
      return { added: fresh.map(({ id }) => id), known: [...known] };
    }),
  );
}
