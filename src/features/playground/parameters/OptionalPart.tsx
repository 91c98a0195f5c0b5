import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import classes from './parameters.module.css';
import panel from './ParametersPanel.module.css';

/** Says that a part of a form need not be filled in. */
export function LeftOutNote() {
  return (
    <p className={classes.hint}>
      <Trans>Left out as long as nothing is set here.</Trans>
    </p>
  );
}

/** Leaves a part of a form out again. */
export function LeaveOut({ title, onPress }: { title: string; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button
      variant="subtle"
      size="sm"
      className={panel.resetAll}
      leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
      aria-label={t({
        message: `Leave out: ${title}`,
        comment: 'Button: empties an optional part of the settings, so that it is not sent',
      })}
      onClick={onPress}
    >
      <Trans comment="Button: empties an optional part of the settings, so that it is not sent">
        Leave this part out
      </Trans>
    </Button>
  );
}
