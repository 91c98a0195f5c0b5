import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { AlbumRow } from '../../db/schema.ts';
import type { WorkId } from '../../domain/ids.ts';
import { useAlbumCover } from '../../live/useAlbums.ts';
import { useWorkWithThumbnail } from '../../live/useWorkWithThumbnail.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './Albums.module.css';

/** From so far below the screen on, a cover is looked for. */
const nearMargin = '600px';

/**
 * The picture an album stands behind. Of hundreds of albums only those near the screen are asked for theirs.
 * @param newest what a search says of an album with words
 */
export function AlbumCover({
  album,
  newest,
  empty,
}: {
  album: AlbumRow;
  newest: WorkId | null;
  /** In its place while there is nothing to show. */
  empty: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: nearMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={box} className={classes.cover}>
      {isNear && <NearCover album={album} newest={newest} empty={empty} />}
    </div>
  );
}

function NearCover({
  album,
  newest,
  empty,
}: {
  album: AlbumRow;
  newest: WorkId | null;
  empty: ReactNode;
}) {
  const cover = useAlbumCover(album.owner, album, newest);
  if (cover === undefined) return null;
  return cover === null ? <span className={classes.noCover}>{empty}</span> : <Picture id={cover} />;
}

function Picture({ id }: { id: WorkId }) {
  const found = useWorkWithThumbnail(id);
  const url = useObjectUrl(found?.thumbnail?.blob);
  if (!found?.work) return null;
  return (
    <AspectPicture
      width={found.work.width}
      height={found.work.height}
      boxRatio={1}
      src={url}
      thumbhash={found.work.thumbhash}
      alt=""
    />
  );
}
