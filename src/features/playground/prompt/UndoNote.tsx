import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { offerHelperUndo } from '../shortcuts/undo-helper.ts';
import type { Replaced } from './replaced.ts';
import classes from './UndoNote.module.css';

/** So long what was replaced can be brought back by one press. */
const undoMs = 30_000;

/**
 * That words were replaced, and how to have the old ones again. Beneath the prompt, because it stays for a while and
 * nothing may lie on the button that one presses next.
 */
export function UndoNote({ replaced, onEnd }: { replaced: Replaced; onEnd: () => void }) {
  const [isHeld, setIsHeld] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => end(), undoMs);
    return () => clearTimeout(timer);
  }, [isHeld, replaced]);
  const undo = useEffectEvent(() => {
    replaced.restore();
    onEnd();
  });
  useEffect(() => offerHelperUndo(() => undo()), []);
  return (
    <div className={classes.note} role="status">
      <span>{replaced.told}</span>
      <Button
        variant="light"
        size="sm"
        onFocus={() => setIsHeld(true)}
        onBlur={() => setIsHeld(false)}
        onClick={() => {
          replaced.restore();
          onEnd();
        }}
      >
        <Trans comment="Button: bring back what was just removed">Undo</Trans>
      </Button>
    </div>
  );
}
