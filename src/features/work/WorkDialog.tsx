import { useLingui } from '@lingui/react/macro';
import { FocusTrap } from '@mantine/core';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { WorkId } from '../../domain/ids.ts';
import { workTitle } from '../../words/work-titles.ts';
import classes from './WorkDialog.module.css';
import { WorkView } from './WorkView.tsx';
import { useListedWork } from './useListedWork.ts';
import { wholeHistory, type ListSource } from './useSearchNeighbours.ts';

/**
 * A work over the page it was opened from, which stays where it was.
 * @param from the list whose works come before and after it
 * @param onGo turns to another work
 */
export function WorkDialog({
  workId,
  from = wholeHistory,
  onGo,
  onClose,
}: {
  workId: WorkId;
  from?: ListSource;
  onGo: (id: WorkId) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const viewed = useListedWork(workId, from);
  // A work that is gone (deleted here or in another tab) leaves nothing to look at.
  const isGone = viewed === null;
  useEffect(() => {
    if (isGone) onClose();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- closing once is enough; the callback changes with every render
  }, [isGone]);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // A menu over the viewer closes first.
      if (
        event.target instanceof Element &&
        event.target.closest('[role="menu"], [role="dialog"] [role="dialog"]')
      )
        return;
      event.preventDefault();
      onClose();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [onClose]);
  useQuietBackground();
  const name = viewed ? workTitle(viewed.work, i18n) : t`Work`;
  return createPortal(
    <FocusTrap active>
      <div
        className={classes.dialog}
        role="dialog"
        aria-modal
        aria-label={name}
        tabIndex={-1}
        data-autofocus
      >
        {viewed && <WorkView viewed={viewed} form="dialog" onGo={onGo} onLeave={onClose} />}
      </div>
    </FocusTrap>,
    document.body,
  );
}

/** Nothing behind the dialog can be reached or scrolled while it is there. */
function useQuietBackground() {
  useEffect(() => {
    // Not the whole frame: an undo is offered by a message that must stay in reach.
    const behind = document.querySelectorAll('#root header, #root main, #root nav');
    const before = document.body.style.overflow;
    const focused = document.activeElement;
    // The place of the scroll bar stays, so that the pictures behind do not jump.
    document.documentElement.style.scrollbarGutter = 'stable';
    document.body.style.overflow = 'hidden';
    for (const element of behind) element.setAttribute('inert', '');
    return () => {
      document.body.style.overflow = before;
      document.documentElement.style.scrollbarGutter = '';
      for (const element of behind) element.removeAttribute('inert');
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
  }, []);
}
