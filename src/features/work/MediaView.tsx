import { useNamedModels } from '../../live/useModels.ts';
import { modelName } from '../../words/model-names.ts';
import { useLingui } from '@lingui/react/macro';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { MediaPlayer } from '../../ui/MediaPlayer.tsx';
import type { WorkRow } from '../../db/schema.ts';
import classes from './MediaView.module.css';

/** A film or a sound, as large as the room allows. */
export function MediaView({
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
  const { t, i18n } = useLingui();
  const models = useNamedModels();
  const madeWith = modelName(work, models, i18n.locale);
  const src = useObjectUrl(original);
  const poster = useObjectUrl(thumbnail);
  return (
    <div className={classes.frame}>
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
          label={work.prompt.trim() || t`Work made with ${madeWith}`}
        />
      </div>
    </div>
  );
}
