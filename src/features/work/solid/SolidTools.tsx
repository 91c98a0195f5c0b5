import { Plural, useLingui } from '@lingui/react/macro';
import {
  IconGrid4x4,
  IconRotate360,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import type { SolidFacts } from '../../../../workers/solid/contract.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import classes from './SolidView.module.css';

/** What can be done with a 3D object by a press. */
export function SolidTools({
  facts,
  isTurning,
  isWireframe,
  onTurn,
  onWireframe,
  onZoom,
  onReset,
}: {
  facts: SolidFacts;
  isTurning: boolean;
  isWireframe: boolean;
  onTurn: () => void;
  onWireframe: () => void;
  onZoom: (direction: -1 | 1) => void;
  onReset: () => void;
}) {
  const { t } = useLingui();
  const { triangles, points } = facts;
  return (
    <div className={classes.tools}>
      <span className={classes.facts}>
        {triangles > 0 || points === 0 ? (
          <Plural value={triangles} one="# triangle" other="# triangles" />
        ) : (
          <Plural value={points} one="# point" other="# points" />
        )}
      </span>
      <IconButton
        label={t({ message: 'Smaller', comment: 'Button: zoom out of a picture' })}
        icon={<IconZoomOut size={20} stroke={1.75} aria-hidden />}
        onClick={() => onZoom(-1)}
      />
      <IconButton
        label={t({ message: 'Larger', comment: 'Button: zoom into a picture' })}
        icon={<IconZoomIn size={20} stroke={1.75} aria-hidden />}
        onClick={() => onZoom(1)}
      />
      <IconButton
        label={t({
          message: 'Show all of it',
          comment: 'Button: a picture or 3D object as at first',
        })}
        icon={<IconZoomReset size={20} stroke={1.75} aria-hidden />}
        onClick={onReset}
      />
      <IconButton
        label={t({ message: 'Turn by itself', comment: 'Switch: a 3D object turns slowly' })}
        aria-pressed={isTurning}
        data-on={isTurning || undefined}
        icon={<IconRotate360 size={20} stroke={1.75} aria-hidden />}
        onClick={onTurn}
      />
      <IconButton
        label={t({ message: 'Lines only', comment: 'Switch: a 3D object without its faces' })}
        aria-pressed={isWireframe}
        data-on={isWireframe || undefined}
        icon={<IconGrid4x4 size={20} stroke={1.75} aria-hidden />}
        onClick={onWireframe}
      />
    </div>
  );
}
