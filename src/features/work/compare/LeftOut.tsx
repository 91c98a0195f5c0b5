import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import classes from './Compare.module.css';

/** Which of the works that the address names can't be compared, and why. */
export interface LeftOutWorks {
  /** Not on this device, or another person's. */
  gone: number;
  /** Videos, sounds and the like. */
  otherKinds: number;
}

/** Says what is left out; nothing where all is there. */
export function LeftOut({ gone, otherKinds }: LeftOutWorks) {
  const { t } = useLingui();
  return (
    <>
      {gone > 0 && (
        <p className={classes.leftOut}>
          {t`${plural(gone, { one: '# work of this link is no longer among your works. It may be in the bin.', other: '# works of this link are no longer among your works. They may be in the bin.' })}`}
        </p>
      )}
      {otherKinds > 0 && (
        <p className={classes.leftOut}>
          {t`${plural(otherKinds, { one: '# work of this link is no picture, so it stays out.', other: '# works of this link are no pictures, so they stay out.' })}`}
        </p>
      )}
    </>
  );
}
