import { useLingui } from '@lingui/react/macro';
import { IconRotate } from '@tabler/icons-react';
import { IconButton } from '../../../ui/IconButton.tsx';
import classes from './parameters.module.css';

/** Puts one setting back; there only while there is something to put back, its room always kept. */
export function ResetButton({
  title,
  changed,
  onReset,
}: {
  title: string;
  changed: boolean;
  onReset: () => void;
}) {
  const { t } = useLingui();
  return (
    <IconButton
      className={classes.reset}
      label={t`Reset ${title}`}
      icon={<IconRotate size={18} stroke={1.75} aria-hidden />}
      data-idle={!changed || undefined}
      disabled={!changed}
      onClick={onReset}
    />
  );
}
