import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { GalleryEntry } from '../../domain/gallery.ts';
import { workRouteId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import classes from './Gallery.module.css';
import { useMoving } from './useMoving.ts';

/** Pictures of the gallery come in these widths (spec 1, section 9: 200, 300 or 512). */
const widths = [200, 300, 512] as const;

/** One published work on the wall; a film moves while a mouse is over it, or in the middle of a phone's screen. */
export const GalleryTile = memo(function GalleryTile({
  entry,
  ratio,
  onOpen,
}: {
  entry: GalleryEntry;
  ratio: number;
  /** Instead of its page. */
  onOpen?: ((entry: GalleryEntry) => void) | undefined;
}) {
  const { t } = useLingui();
  const { id, title, author, picture, file, width, height, thumbhash, mediaType } = entry;
  const isFilm = mediaKind(mediaType) === 'video';
  const { ref, isMoving, ...hover } = useMoving(isFilm);
  const name = title || entry.prompt.trim() || t({ message: 'Untitled', comment: 'A shared work' });
  return (
    <Link
      ref={ref}
      to="/work/$id"
      params={{ id: workRouteId(id) }}
      className={classes.tile}
      data-work={id}
      aria-label={t({
        message: `${name}, by ${author}`,
        comment: 'A published work and its author',
      })}
      onClick={(event) => {
        // In another tab it is its page, whoever asks.
        if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(entry);
      }}
      {...hover}
    >
      <AspectPicture
        width={width}
        height={height}
        boxRatio={ratio}
        src={`${picture}?width=300`}
        srcSet={widths.map((size) => `${picture}?width=${size} ${size}w`).join(', ')}
        sizes="(max-width: 480px) 50vw, (max-width: 768px) 33vw, (max-width: 1280px) 25vw, 20vw"
        thumbhash={thumbhash}
        alt=""
        failedLabel={t`This preview is damaged`}
      >
        {isMoving && (
          <video className={classes.film} src={file} muted loop playsInline autoPlay aria-hidden />
        )}
        {isFilm && !isMoving && <span className={classes.play} aria-hidden />}
      </AspectPicture>
      <span className={classes.caption} aria-hidden>
        <span className={classes.name}>{name}</span>
        <span className={classes.author}>{author}</span>
      </span>
    </Link>
  );
});
