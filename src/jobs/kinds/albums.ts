import { call } from '../../api/client.ts';
import { changeAlbums, collectWorks } from '../../api/contract/albums.ts';
import { adoptAlbums, adoptMembers, type RemoteMember } from '../../db/albums/sync.ts';
import { enterStage } from '../../db/intents/rows.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { worksPerCallMax } from '../../domain/limits.ts';
import { tapAgeMs } from '../../domain/tap-age.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';
import { toRemoteAlbum, toRemoteMember } from '../remote-albums.ts';

/**
 * Tells the platform what was changed of an album. It compares the times of taps field by field, so a repeat is
 * harmless and a later tap on another device stands; then this device takes that one over.
 */
export const changeAlbum: IntentHandler<SimpleIntent<'change-album'>> = {
  kind: 'change-album',
  lane: () => 'tell',
  async perform({ payload }, context) {
    const { name, coverId, rule, place, isDeleted } = payload.change;
    const { data } = await call(changeAlbums, {
      body: {
        albums: [
          {
            album_id: payload.albumId,
            ...(name !== undefined && { name }),
            ...(coverId !== undefined && { cover: coverId }),
            ...(rule !== undefined && { rule }),
            ...(place !== undefined && { place }),
            ...(isDeleted !== undefined && { deleted: isDeleted }),
          },
        ],
        age_ms: tapAgeMs(payload.tappedAtMs, context.now()),
      },
      session: credentialsOf(context.session),
      signal: context.signal,
    });
    await context.commit(
      async (row) => {
        await adoptAlbums(row.owner, data.albums.map(toRemoteAlbum), context.now(), row.id);
        enterStage(row, 'done', context.now());
      },
      { tables: ['albums'] },
    );
  },
};

/** Tells the platform which works were put into a collection or taken out of it; otherwise as above. */
export const collect: IntentHandler<SimpleIntent<'collect-works'>> = {
  kind: 'collect-works',
  lane: () => 'tell',
  async perform({ payload }, context) {
    const { collection, works, isIn, tappedAtMs } = payload;
    const members: RemoteMember[] = [];
    for (let from = 0; from < works.length; from += worksPerCallMax) {
      const lot = works.slice(from, from + worksPerCallMax);
      const { data } = await call(collectWorks, {
        body: {
          collection,
          works: lot.map(({ id, place }) => ({ image_id: id, at: place })),
          present: isIn,
          age_ms: tapAgeMs(tappedAtMs, context.now()),
        },
        session: credentialsOf(context.session),
        signal: context.signal,
      });
      members.push(...data.members.map(toRemoteMember));
    }
    await context.commit(
      async (row) => {
        await adoptMembers(row.owner, members, row.id);
        enterStage(row, 'done', context.now());
      },
      { tables: ['memberships'] },
    );
  },
};
