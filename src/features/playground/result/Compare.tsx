import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import classes from './Compare.module.css';

/** Before and after in one frame; the handle is a slider, so fingers, mice and arrow keys all move it. */
export function Compare({
  before,
  after,
  width,
  height,
  alt,
}: {
  before: Blob;
  after: Blob | null;
  width: number;
  height: number;
  alt: string;
}) {
  const { t } = useLingui();
  const beforeUrl = useObjectUrl(before);
  const afterUrl = useObjectUrl(after);
  const [position, setPosition] = useState(50);
  return (
    <div
      className={classes.frame}
      style={{ aspectRatio: `${width} / ${height}`, '--position': `${position}%` }}
    >
      {afterUrl && <img className={classes.picture} src={afterUrl} alt={alt} draggable={false} />}
      {beforeUrl && <img className={classes.before} src={beforeUrl} alt="" draggable={false} />}
      <span className={classes.tag} data-side="before" aria-hidden>
        <Trans comment="The picture as it was">Before</Trans>
      </span>
      <span className={classes.tag} data-side="after" aria-hidden>
        <Trans comment="The picture as it is now">After</Trans>
      </span>
      <span className={classes.line} aria-hidden />
      <input
        className={classes.handle}
        type="range"
        min={0}
        max={100}
        value={position}
        aria-label={t`How much of the original is shown`}
        onChange={(event) => setPosition(Number(event.currentTarget.value))}
      />
    </div>
  );
}
