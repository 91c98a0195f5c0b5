import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { AspectPicture, type AspectPictureProps } from '../AspectPicture.tsx';
import { thumbhashUrl } from '../thumbhash-url.ts';
import { useObjectUrl } from '../useObjectUrl.ts';
import { useAtRest } from './useAtRest.ts';
import type { SmallPicture } from './wall-painter.ts';
import { WallPainting } from './wall-painting.ts';
import classes from './WallPicture.module.css';

/** A small picture of a wall, cropped into its box: the wall paints it, or an `<img>` is it where nothing can be painted. */
export function WallPicture({
  picture,
  width,
  height,
  boxRatio,
  alt,
  thumbhash,
  failedLabel,
  children,
}: Pick<AspectPictureProps, 'alt' | 'thumbhash' | 'failedLabel' | 'children'> & {
  /** Left out or null while the picture is still on its way. */
  picture: SmallPicture | null | undefined;
  /** Pixels of the whole picture. */
  width: number;
  height: number;
  boxRatio: number;
}) {
  const painter = useContext(WallPainting);
  const box = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const isPainted = painter !== null && !hasFailed;
  const src = useObjectUrl(isPainted ? null : picture?.blob);
  useLayoutEffect(() => {
    if (!painter || hasFailed || !picture || !box.current) return undefined;
    return painter.add(box.current, picture, () => setFailed(true));
  }, [painter, hasFailed, picture]);
  if (!isPainted) {
    return (
      <AspectPicture
        width={width}
        height={height}
        boxRatio={boxRatio}
        src={src}
        thumbhash={thumbhash}
        alt={alt}
        failedLabel={failedLabel}
      >
        {children}
      </AspectPicture>
    );
  }
  const blur = thumbhashUrl(thumbhash);
  return (
    <div
      ref={box}
      className={classes.box}
      // Whoever paints says when it is shown.
      data-state="waiting"
      style={{ aspectRatio: String(boxRatio) }}
    >
      <div
        className={classes.cover}
        style={blur ? { backgroundImage: `url(${blur})` } : undefined}
      />
      {picture && <MenuPicture picture={picture} alt={alt} width={width} height={height} />}
      {children}
    </div>
  );
}

/**
 * Lies over a painted picture: by it the browser's own menus know one. It is never seen and so never decoded, but a file to
 * be loaded, for which nobody has the time while a wall scrolls.
 */
function MenuPicture({
  picture,
  alt,
  width,
  height,
}: {
  picture: SmallPicture;
  alt: string;
  width: number;
  height: number;
}) {
  const src = useObjectUrl(useAtRest() ? picture.blob : null);
  if (!src) return null;
  return (
    <img
      className={classes.picture}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
