import { useNamedModels } from '../../live/useModels.ts';
import { modelName } from '../../words/model-names.ts';
import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { thumbhashUrl } from '../../ui/thumbhash-url.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './PictureView.module.css';
import { useTurning } from './useTurning.ts';

/** `fit` shows all of it; a number is CSS pixels per picture pixel. */
export type Zoom = 'fit' | 1 | 2 | 4;

/**
 * The picture itself, as large as the room allows or as large as it is. Wheel and swipe turn to the next one
 * while all of it is in view; zoomed in, they move over the picture.
 */
export function PictureView({
  work,
  original,
  thumbnail,
  zoom,
  onZoom,
  onStep,
  transitionName,
}: {
  work: WorkRow;
  original: Blob | null;
  thumbnail: Blob | null;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onStep: (step: -1 | 1) => void;
  transitionName?: string;
}) {
  const { t, i18n } = useLingui();
  const models = useNamedModels();
  const madeWith = modelName(work, models, i18n.locale);
  const frame = useRef<HTMLDivElement>(null);
  const [sharp, setSharp] = useState<string | null>(null);
  const focusPoint = useRef({ x: 0.5, y: 0.5 });
  const originalUrl = useObjectUrl(original);
  const thumbnailUrl = useObjectUrl(thumbnail);
  const blur = thumbhashUrl(work.thumbhash);
  const fitted = zoom === 'fit';
  const ratio = work.width > 0 && work.height > 0 ? work.width / work.height : 1;

  const swipes = useTurning(frame, fitted, onStep);

  // What was pressed stays in view when the picture grows.
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box || fitted) return;
    box.scrollLeft = box.scrollWidth * focusPoint.current.x - box.clientWidth / 2;
    box.scrollTop = box.scrollHeight * focusPoint.current.y - box.clientHeight / 2;
  }, [fitted, zoom]);

  return (
    <div ref={frame} className={classes.frame} data-fitted={fitted || undefined} {...swipes}>
      <div
        className={classes.box}
        style={{
          '--ratio': ratio,
          '--natural': `${work.width}px`,
          aspectRatio: String(ratio),
          width: fitted ? undefined : `${work.width * zoom}px`,
          viewTransitionName: transitionName,
        }}
        onDoubleClick={(event) => {
          const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
          focusPoint.current = {
            x: (event.clientX - left) / width,
            y: (event.clientY - top) / height,
          };
          onZoom(fitted ? 1 : 'fit');
        }}
      >
        {blur && (
          <div className={classes.layer} style={{ backgroundImage: `url(${blur})` }} aria-hidden />
        )}
        {thumbnailUrl && (
          <img className={classes.layer} src={thumbnailUrl} alt="" draggable={false} />
        )}
        {originalUrl && (
          <img
            className={classes.layer}
            data-sharp
            data-shown={sharp === originalUrl || undefined}
            src={originalUrl}
            alt={work.prompt.trim() || t`Work made with ${madeWith}`}
            width={work.width}
            height={work.height}
            draggable={false}
            onLoad={() => setSharp(originalUrl)}
          />
        )}
      </div>
    </div>
  );
}
