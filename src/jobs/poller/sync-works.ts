import { call } from '../../api/client.ts';
import { lastingAddress } from '../../api/contract/files.ts';
import { worksChanges } from '../../api/contract/sync.ts';
import type { ServerWork } from '../../api/contract/works.ts';
import type { Session, SyncRow } from '../../db/schema.ts';
import { getAlbumCursor } from '../../db/albums/rows.ts';
import { adoptChanges, getSync } from '../../db/works/sync.ts';
import type { RemoteWork } from '../../db/works/sync.ts';
import type { IntentId, JobId, UserKey, WorkId } from '../../domain/ids.ts';
import { splitPrompt } from '../../domain/parameters.ts';
import { credentialsOf } from '../engine/types.ts';
import { troubleOf } from '../output-trouble.ts';

/** A page is one transaction on the device. */
const pageSize = 200;

function toRemoteWork(owner: UserKey, work: ServerWork): RemoteWork {
  return {
    id: work.image_id as WorkId,
    owner,
    jobId: work.job_id as JobId,
    intentId: work.intent_id as IntentId | null,
    jobType: work.jobtype,
    model: work.model,
    // For the day when the model is no longer listed; until then the list has its name in both languages.
    modelLabel: work.modelname ? { cn: work.modelname, en: work.modelname } : null,
    place: 'platform',
    // Of what this device made itself, its own row says more.
    origin: work.origin === 'generated' ? 'synced' : work.origin,
    sources: work.sources.map(({ field, url, sha256, bytes }) => ({
      field,
      mediaId: null,
      kept: { url: lastingAddress(url), sha256, bytes },
    })),
    keptSources: [],
    ...splitPrompt(work.prompt),
    parameters: work.params,
    seed: work.seed,
    width: work.width,
    height: work.height,
    mediaType: work.media_type,
    bytes: work.bytes,
    sha256: work.sha256,
    remoteUrl: lastingAddress(work.image),
    createdAtMs: Date.parse(work.create_time),
    starred: work.starred,
    rated: work.rated,
    rating: work.rating,
    censored: work.censored,
    warnings: work.warnings,
    ...troubleOf(work),
    thumbhash: work.thumbhash,
    remote: work.original,
    expiresAtMs: work.expires_at === null ? null : Date.parse(work.expires_at),
    binnedAtMs: work.binned_at ? Date.parse(work.binned_at) : null,
  };
}

/**
 * Follows what happened to the person's works on other devices: what changed since the last poll first, then the
 * next pages of the first reading of everything. One call when nothing changed.
 * @param onPage called when another page is on the device
 * @throws KilnError; whatever was read before is kept, and the next poll goes on from there
 */
export async function syncWorks(
  session: Session,
  signal: AbortSignal,
  onPage: () => void = () => undefined,
): Promise<void> {
  const owner = session.userKey;
  let albums: string | null = null;

  /** @returns where the device stands then, and whether more has changed */
  async function next(from: SyncRow | undefined, before: string | null) {
    const askedAtMs = Date.now();
    const { data } = await call(worksChanges, {
      body: { cursor: from?.cursor ?? null, before, limit: pageSize },
      session: credentialsOf(session),
      signal,
    });
    // The platform has never had a work of theirs, and had none the last time.
    const isStillEmpty = from?.cursor === '' && from.before === null && data.cursor === '';
    const isFirst = data.reset || (!from?.cursor && !isStillEmpty);
    // A page of changes says nothing about where the first reading stands.
    const isChanges = !isFirst && before === null;
    await adoptChanges(owner, {
      works: data.works.map((work) => toRemoteWork(owner, work)),
      gone: data.gone as WorkId[],
      cursor: data.cursor,
      before: isChanges ? from.before : data.before,
      isFirst,
      askedAtMs,
    });
    onPage();
    albums = data.albums;
    return data.more;
  }

  let more = true;
  while (more) more = await next(await getSync(owner), null);
  for (;;) {
    signal.throwIfAborted();
    const row = await getSync(owner);
    if (!row || row.before === null) break;
    await next(row, row.before);
  }
  if (albums === null || albums === (await getAlbumCursor(owner))) return;
  const { syncAlbums } = await import('./sync-albums.ts');
  await syncAlbums(session, albums, signal);
}
