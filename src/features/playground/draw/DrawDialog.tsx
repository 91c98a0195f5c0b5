import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../../ui/Dialog.tsx';
import type { Workbench } from '../useWorkbench.ts';
import { DrawSurface } from './DrawSurface.tsx';
import { featherOf, MaskSettings } from './MaskSettings.tsx';
import type { DrawingTask } from './useBoard.ts';

/**
 * A sheet or a picture to draw on, with a finger, a pen or a mouse; what is drawn becomes a picture, a mask or strokes.
 * Whoever closes it finds the drawing as it was left.
 */
export function DrawDialog({
  opened,
  task,
  bench,
  onClose,
  onDone,
}: {
  opened: boolean;
  task: DrawingTask;
  bench: Workbench;
  onClose: () => void;
  onDone: (drawing: File) => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={
        task.kind === 'mask' ? (
          <Trans>Mark the spot</Trans>
        ) : task.kind === 'strokes' ? (
          <Trans>Mark what stays and what goes</Trans>
        ) : (
          <Trans comment="Title of the dialog in which one draws a picture">Draw</Trans>
        )
      }
      width={1120}
      fullOnPhone
    >
      <DrawSurface
        task={task}
        feather={task.kind === 'mask' ? featherOf(bench) : 0}
        settings={task.kind === 'mask' && <MaskSettings bench={bench} />}
        onClose={onClose}
        onDone={onDone}
      />
    </Dialog>
  );
}
