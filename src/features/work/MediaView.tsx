import { useRef } from 'react';
import { MediaPlayer } from '../../ui/MediaPlayer.tsx';
import type { WorkRow } from '../../db/schema.ts';
import classes from './MediaView.module.css';
import { useAddress } from './useAddress.ts';
import { useTurning } from './useTurning.ts';
import { useWorkName } from './useWorkName.ts';

/** A film or a sound, as large as the room allows. Wheel and swipe turn to the next one, as over a picture. */
export function MediaView({
  work,
  kind,
  original,
  thumbnail,
  onStep,
}: {
  work: Pick<
    WorkRow,
    'prompt' | 'jobType' | 'origin' | 'model' | 'modelLabel' | 'width' | 'height' | 'mediaType'
  >;
  kind: 'video' | 'audio';
  /** Its bytes, or the address from which it is played as it comes; null while neither is known. */
  original: Blob | string | null;
  /** What stands for it until it is played. */
  thumbnail: Blob | string | null;
  onStep: (step: -1 | 1) => void;
}) {
  const name = useWorkName(work);
  const src = useAddress(original);
  const poster = useAddress(thumbnail);
  const frame = useRef<HTMLDivElement>(null);
  const swipes = useTurning(frame, true, onStep);
  return (
    <div ref={frame} className={classes.frame} {...swipes}>
      <div
        className={classes.box}
        style={{ '--ratio': work.width > 0 && work.height > 0 ? work.width / work.height : 2 }}
      >
        <MediaPlayer
          kind={kind}
          src={src}
          poster={poster}
          width={work.width}
          height={work.height}
          mediaType={work.mediaType}
          label={name}
        />
      </div>
    </div>
  );
}
