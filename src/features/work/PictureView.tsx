import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { thumbhashUrl } from '../../ui/thumbhash-url.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { larger, rotated, smaller, wholePicture, type PictureLook } from './picture-look.ts';
import classes from './PictureView.module.css';
import { useAddress } from './useAddress.ts';
import { usePictureGestures } from './usePictureGestures.ts';
import { useTurning } from './useTurning.ts';
import { useViewerKeys } from './useViewerKeys.ts';
import { useWorkName } from './useWorkName.ts';

/** What has to be known of a picture to show it, whosever it is. */
type PictureFacts = Pick<
  WorkRow,
  | 'prompt'
  | 'jobType'
  | 'origin'
  | 'mediaType'
  | 'model'
  | 'modelLabel'
  | 'thumbhash'
  | 'width'
  | 'height'
>;

/** Of what is seen, by an arrow key. */
const panStep = 0.2;
const pans: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
};

/**
 * The picture itself, as large as the room allows or as large as it is, and turned by quarters. Wheel and swipe turn to
 * the next one while all of it is in view; zoomed in, they move over the picture.
 */
export function PictureView({
  work,
  original,
  preloadedUrl,
  thumbnail,
  look,
  onLook,
  onStep,
  transitionName,
}: {
  work: PictureFacts;
  original: Blob | null;
  /** Of the same picture, decoded already: it is there at once. */
  preloadedUrl: string | null;
  /** The same in small; also by an address that the browser has loaded. */
  thumbnail: Blob | string | null;
  look: PictureLook;
  onLook: (look: PictureLook) => void;
  onStep: (step: -1 | 1) => void;
  transitionName?: string;
}) {
  const { t } = useLingui();
  const name = useWorkName(work);
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [sharp, setSharp] = useState<string | null>(null);
  const readUrl = useObjectUrl(preloadedUrl === null ? original : null);
  const originalUrl = preloadedUrl ?? readUrl;
  const thumbnailUrl = useAddress(thumbnail);
  const blur = thumbhashUrl(work.thumbhash);
  const { zoom, turns } = look;
  const isFitted = zoom === 'fit';
  const size = work.width > 0 && work.height > 0 ? work : { width: 1, height: 1 };
  const isAcross = turns % 2 === 1;
  const [width, height] = isAcross ? [size.height, size.width] : [size.width, size.height];
  const degrees = turns * 90;

  const turning = useTurning(frame, isFitted, onStep);
  const { handlers, hold, holdMiddle, pan } = usePictureGestures(
    frame,
    box,
    { zoom, naturalWidth: width },
    (value) => onLook({ ...look, zoom: value }),
  );

  function zoomTo(value: PictureLook['zoom'] | null) {
    if (value !== null) onLook({ ...look, zoom: value });
  }

  useViewerKeys((key, isShift) => {
    const step = isFitted ? undefined : pans[key];
    if (step) pan(...step);
    else if (key === '+' || key === '=') zoomTo(larger(look));
    else if (key === '-') zoomTo(smaller(look));
    else if (key === '0') onLook(wholePicture);
    else if (key === 'r') onLook(rotated(look, isShift ? -1 : 1));
    else return false;
    return true;
  }, true);

  return (
    <>
      <div
        ref={frame}
        className={classes.frame}
        data-fitted={isFitted || undefined}
        onScroll={holdMiddle}
        onPointerDown={(event) => {
          turning.onPointerDown(event);
          handlers.onPointerDown(event);
        }}
        onPointerMove={handlers.onPointerMove}
        onPointerUp={(event) => {
          turning.onPointerUp(event);
          handlers.onPointerUp(event);
        }}
        onPointerCancel={(event) => {
          turning.onPointerCancel();
          handlers.onPointerCancel(event);
        }}
      >
        <div
          ref={box}
          className={classes.box}
          style={{
            '--ratio': width / height,
            '--natural': `${width}px`,
            aspectRatio: String(width / height),
            width: isFitted ? undefined : `${width * zoom}px`,
            viewTransitionName: transitionName,
          }}
          onDoubleClick={(event) => {
            hold({ x: event.clientX, y: event.clientY });
            onLook({ ...look, zoom: isFitted ? 1 : 'fit' });
          }}
        >
          <div
            className={classes.turned}
            data-across={isAcross || undefined}
            style={{ '--turn': `${degrees}deg` }}
          >
            {blur && (
              <div
                className={classes.layer}
                style={{ backgroundImage: `url(${blur})` }}
                aria-hidden
              />
            )}
            {thumbnailUrl && (
              <img className={classes.layer} src={thumbnailUrl} alt="" draggable={false} />
            )}
            {originalUrl && (
              <img
                className={classes.layer}
                data-sharp
                data-shown={sharp === originalUrl || preloadedUrl !== null || undefined}
                src={originalUrl}
                alt={name}
                width={work.width}
                height={work.height}
                draggable={false}
                onLoad={() => setSharp(originalUrl)}
              />
            )}
          </div>
        </div>
      </div>
      <div role="status">
        {degrees > 0 && (
          <VisuallyHidden>
            {t({ message: `Rotated by ${degrees}°`, comment: 'Degrees, clockwise' })}
          </VisuallyHidden>
        )}
      </div>
    </>
  );
}
