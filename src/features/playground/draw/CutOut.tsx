import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { cropPreviewMs } from '../../../domain/limits.ts';
import classes from './DrawSurface.module.css';

const maxSide = 132;

/** What was cut out, shown for a few seconds. */
export function CutOut({ picture, onGone }: { picture: HTMLCanvasElement; onGone: () => void }) {
  const place = useRef<HTMLCanvasElement>(null);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    const canvas = place.current;
    if (!canvas) return;
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const timer = setTimeout(gone, cropPreviewMs);
    return () => clearTimeout(timer);
  }, [picture]);
  return (
    <figure className={classes.cutOut} role="status">
      <canvas ref={place} aria-hidden />
      <figcaption>
        <Trans comment="Caption of a small picture: what a crop has left">
          Cut: {picture.width} × {picture.height}
        </Trans>
      </figcaption>
    </figure>
  );
}
