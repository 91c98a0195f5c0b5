import { Trans } from '@lingui/react/macro';
import classes from './AsOf.module.css';

/** One quiet line under something that could not be asked for anew. Nothing while `time` is null. */
export function AsOf({ time }: { time: string | null }) {
  if (time === null) return null;
  return (
    <p className={classes.line} role="status">
      <Trans comment="Shown under a list that could not be refreshed; {time} like 14:05">
        As of {time}
      </Trans>
    </p>
  );
}
