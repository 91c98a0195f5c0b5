import { useLingui } from '@lingui/react/macro';
import { IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import type { InLine } from './shelf.ts';
import classes from './RequestCard.module.css';
import type { Step } from './useReorder.ts';

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'earlier',
  ArrowDown: 'later',
  Home: 'first',
  End: 'last',
};

/** Where one takes hold of a waiting request: dragged by pointer, moved by arrow keys. */
export function MoveHandle({
  line,
  onBegin,
  onStep,
}: {
  line: InLine;
  onBegin: (event: PointerEvent<HTMLElement>) => void;
  onStep: (to: Step) => void;
}) {
  const { t } = useLingui();
  const { place, of } = line;
  return (
    <IconButton
      data-handle
      className={classes.handle}
      label={t({
        message: `Move, now ${place} of ${of} in line. Arrow keys change the place.`,
        comment: 'Handle of a waiting request: drag it, or use the arrow keys',
      })}
      icon={<IconGripVertical size={20} stroke={1.75} aria-hidden />}
      onPointerDown={onBegin}
      onKeyDown={(event: KeyboardEvent) => {
        const to = steps[event.key];
        if (!to) return;
        event.preventDefault();
        onStep(to);
      }}
    />
  );
}
