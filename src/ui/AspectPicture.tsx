import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { IconPhotoOff } from '@tabler/icons-react';
import classes from './AspectPicture.module.css';
import { thumbhashUrl } from './thumbhash-url.ts';

export interface AspectPictureProps {
  /** Pixels of the picture; the box has this shape from the first paint. */
  width: number;
  height: number;
  /** Left out or null while the picture is still on its way. */
  src?: string | null;
  srcSet?: string;
  sizes?: string;
  /** What the picture shows; empty when words beside it already say so. */
  alt: string;
  thumbhash?: string | null;
  /** `cover` crops into the box, `contain` shows all of it. Neither stretches. */
  fit?: 'cover' | 'contain';
  /** Shape of the box where it differs from the picture, e.g. 1 for a square grid. */
  boxRatio?: number;
  eager?: boolean;
  rounded?: boolean;
  /** Said in place of a picture that cannot be shown. */
  failedLabel?: string;
  onFailed?: () => void;
  /** Name for the shared-element transition between grid and detail. */
  transitionName?: string;
  /** Lies over the picture: a scrim, pills, buttons, a rising glow. */
  children?: ReactNode;
}

/** What comes sooner is there at once: on a wall that is scrolled, dozens of reveals would each need a layer. */
const revealAfterMs = 150;

interface Settled {
  src: string;
  failed: boolean;
  isSoon: boolean;
}

/** A picture in a box that never jumps: blur first, then a soft reveal. */
export function AspectPicture({
  width,
  height,
  src,
  srcSet,
  sizes,
  alt,
  thumbhash,
  fit = 'cover',
  boxRatio,
  eager = false,
  rounded = true,
  failedLabel,
  onFailed,
  transitionName,
  children,
}: AspectPictureProps) {
  const [settled, setSettled] = useState<Settled | null>(null);
  const askedMs = useRef(0);
  useLayoutEffect(() => {
    askedMs.current = performance.now();
  }, [src]);
  const isSettled = Boolean(src) && settled?.src === src;
  const state = isSettled ? (settled?.failed ? 'failed' : 'shown') : 'waiting';
  const isSoon = isSettled && settled?.isSoon === true;
  const blur = thumbhashUrl(thumbhash);
  const ratio = boxRatio ?? (width > 0 && height > 0 ? width / height : 1);
  return (
    <div
      className={classes.box}
      data-rounded={rounded || undefined}
      data-state={state}
      data-soon={isSoon || undefined}
      style={{ aspectRatio: String(ratio), viewTransitionName: transitionName }}
    >
      {blur && !(isSoon && state === 'shown') && (
        <div className={classes.blur} style={{ backgroundImage: `url(${blur})` }} />
      )}
      {src && state !== 'failed' && (
        <img
          className={classes.picture}
          data-fit={fit}
          src={src}
          srcSet={srcSet}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onLoad={() => {
            const isNow = performance.now() - askedMs.current < revealAfterMs;
            setSettled({ src, failed: false, isSoon: isNow });
          }}
          onError={() => {
            setSettled({ src, failed: true, isSoon: false });
            onFailed?.();
          }}
        />
      )}
      {state === 'failed' && (
        <div className={classes.failed} role="img" aria-label={failedLabel ?? alt}>
          <IconPhotoOff size={24} stroke={1.5} aria-hidden />
          {failedLabel && <span aria-hidden>{failedLabel}</span>}
        </div>
      )}
      {children}
    </div>
  );
}
