import { useEffect, useEffectEvent, useState } from 'react';
import { glanceAtWorks, holdSearch } from '../../../workers/search/client.ts';
import type { Glance } from '../../../workers/search/contract.ts';
import type { AlbumRow } from '../../db/schema.ts';
import { queryOfAlbum } from '../../domain/albums.ts';
import type { AlbumId, UserKey } from '../../domain/ids.ts';

const nothing: ReadonlyMap<AlbumId, Glance> = new Map();

/**
 * How many works each album shows, and the newest of them, alive. One question for all: the worker that searches knows
 * every work and what it has been put under. Empty until it has answered.
 */
export function useAlbumGlances(
  owner: UserKey,
  albums: readonly AlbumRow[] | undefined,
): ReadonlyMap<AlbumId, Glance> {
  const [glances, setGlances] = useState(nothing);
  const key = JSON.stringify(albums?.map(({ id, rule }) => [id, rule]));
  const isAsking = albums !== undefined && albums.length > 0;
  const ask = useEffectEvent(() => {
    if (!albums || albums.length === 0) return;
    glanceAtWorks(owner, albums.map(queryOfAlbum)).then(
      (found) => {
        setGlances(
          new Map(found.flatMap((glance, at) => (albums[at] ? [[albums[at].id, glance]] : []))),
        );
      },
      // Without it an album says its name alone.
      () => undefined,
    );
  });
  useEffect(() => {
    if (!isAsking) return;
    return holdSearch(() => ask());
  }, [isAsking]);
  useEffect(() => ask(), [key, owner]);
  return glances;
}
