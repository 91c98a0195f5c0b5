import { useLingui } from '@lingui/react/macro';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { MediaPlayer } from '../../ui/MediaPlayer.tsx';
import type { WorkRow } from '../../db/schema.ts';
import classes from './MediaStage.module.css';

/** A film or a sound, as large as the room allows. */
export function MediaStage({
  work,
  kind,
  original,
  thumbnail,
}: {
  work: WorkRow;
  kind: 'video' | 'audio';
  original: Blob | null;
  thumbnail: Blob | null;
}) {
  const { t } = useLingui();
  const src = useObjectUrl(original);
  const poster = useObjectUrl(thumbnail);
  return (
    <div className={classes.stage}>
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
          label={work.prompt.trim() || t`Work made with ${work.modelName}`}
        />
      </div>
    </div>
  );
}
