import { Plural, useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import {
  IconGrid4x4,
  IconPlayerPause,
  IconPlayerPlay,
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
  motion,
  isMoving,
  isTurning,
  isWireframe,
  onMove,
  onMotion,
  onTurn,
  onWireframe,
  onZoom,
  onReset,
}: {
  facts: SolidFacts;
  /** The one of its motions that is chosen. */
  motion: number;
  isMoving: boolean;
  isTurning: boolean;
  isWireframe: boolean;
  onMove: () => void;
  onMotion: (motion: number) => void;
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
      {facts.motions.length > 1 && (
        <NativeSelect
          className={classes.motions}
          aria-label={t({ message: 'Motion', comment: 'Choice: how a 3D object moves' })}
          value={String(motion)}
          onChange={({ currentTarget }) => onMotion(Number(currentTarget.value))}
          data={facts.motions.map(({ name }, index) => ({
            value: String(index),
            label:
              name || t({ message: `Motion ${index + 1}`, comment: 'One of several, unnamed' }),
          }))}
        />
      )}
      {facts.motions.length > 0 && (
        <IconButton
          label={
            isMoving
              ? t({ message: 'Pause', comment: 'Button: stops a sound for a while' })
              : t({ message: 'Play', comment: 'Button: a sound' })
          }
          icon={
            isMoving ? (
              <IconPlayerPause size={20} stroke={1.75} aria-hidden />
            ) : (
              <IconPlayerPlay size={20} stroke={1.75} aria-hidden />
            )
          }
          onClick={onMove}
        />
      )}
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
