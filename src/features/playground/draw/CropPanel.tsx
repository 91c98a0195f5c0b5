import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import classes from './DrawSurface.module.css';
import type { Frame } from './frame.ts';

/** In the place of the brushes while a part of the sheet is chosen. */
export function CropPanel({
  frame,
  onCancel,
  onCut,
}: {
  frame: Frame;
  onCancel: () => void;
  onCut: () => void;
}) {
  const { t } = useLingui();
  return (
    <div className={classes.panel}>
      <p className={classes.numbers} role="status">
        {frame.width} × {frame.height}
      </p>
      <p className={classes.hint}>
        <Trans>Draw the edges in; what is dark goes. Undo brings it back.</Trans>
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          {t({ message: 'Cancel', comment: 'Button that leaves everything as it is' })}
        </Button>
        <Button onClick={onCut}>
          <Trans comment="Button: cut a picture down to its frame">Cut</Trans>
        </Button>
      </div>
    </div>
  );
}
