import { useLingui } from '@lingui/react/macro';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { IconButton } from '../../../ui/IconButton.tsx';
import classes from './DrawSurface.module.css';
import type { Gestures } from './useGestures.ts';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** How large the sheet is shown. */
export function ZoomButtons({
  gestures: { scale, zoomIn, zoomOut, fit },
}: {
  gestures: Pick<Gestures, 'scale' | 'zoomIn' | 'zoomOut' | 'fit'>;
}) {
  const { t } = useLingui();
  const percent = Math.round(scale * 100);
  return (
    <div className={classes.zoom}>
      <IconButton label={t`Zoom out`} icon={<IconMinus {...icon} />} onPicture onClick={zoomOut} />
      <button
        type="button"
        className={classes.percent}
        aria-label={t`Show all of it, now at ${percent} %`}
        title={t`Show all of it`}
        onClick={fit}
      >
        <IconMaximize size={16} stroke={1.75} aria-hidden />
        {percent} %
      </button>
      <IconButton label={t`Zoom in`} icon={<IconPlus {...icon} />} onPicture onClick={zoomIn} />
    </div>
  );
}
