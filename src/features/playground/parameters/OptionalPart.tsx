import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import classes from './parameters.module.css';

/** Says that a part of a form may be left out, and leaves it out again. */
export function OptionalPart({
  title,
  isBegun,
  onLeaveOut,
}: {
  title: string;
  isBegun: boolean;
  onLeaveOut: () => void;
}) {
  const { t } = useLingui();
  return isBegun ? (
    <Button
      variant="subtle"
      size="sm"
      aria-label={t({
        message: `Leave out: ${title}`,
        comment: 'Button: empties an optional part of the settings, so that it is not sent',
      })}
      onClick={onLeaveOut}
    >
      <Trans comment="Button: empties an optional part of the settings, so that it is not sent">
        Leave this part out
      </Trans>
    </Button>
  ) : (
    <p className={classes.hint}>
      <Trans>Left out as long as nothing is set here.</Trans>
    </p>
  );
}
