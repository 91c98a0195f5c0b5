import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Notice } from '../../../ui/Notice.tsx';

/** A question that took its button's place gets its focus, too. */
function takeFocus(element: HTMLElement | null) {
  element?.focus();
}

/** Asked before all that is drawn goes; in the place of the button that was pressed. */
export function ClearQuestion({ onKeep, onClear }: { onKeep: () => void; onClear: () => void }) {
  return (
    <Notice
      tone="warn"
      announce
      title={<Trans>Take away all that is drawn?</Trans>}
      actions={
        <>
          <Button size="sm" variant="default" ref={takeFocus} onClick={onKeep}>
            <Trans comment="Button: the drawing stays as it is">Keep it</Trans>
          </Button>
          <Button size="sm" color="danger" onClick={onClear}>
            <Trans comment="Button: take away all that was drawn">Clear it</Trans>
          </Button>
        </>
      }
    />
  );
}
