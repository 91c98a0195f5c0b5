import { useWindowEvent } from '@mantine/hooks';
import type { DrawingBoard } from './board.ts';

/** The keys of the drawing dialog: a letter is a tool, and undo and redo are where they always are. */
export function useDrawingKeys({
  board,
  locked,
  acts,
}: {
  board: Pick<DrawingBoard, 'undo' | 'redo'> | null;
  /** A frame is being drawn: only steps can be taken back. */
  locked: boolean;
  acts: Readonly<Record<string, () => void>>;
}): void {
  // On the window: a button that has nothing left to do loses the focus.
  useWindowEvent('keydown', (event) => {
    if (!board || event.isComposing || event.altKey) return;
    const target = event.target as HTMLElement | null;
    const isTyping = target?.matches('input:not([type=radio], [type=range]), textarea') ?? false;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (isTyping || (key !== 'z' && key !== 'y')) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) board.redo();
      else board.undo();
      return;
    }
    const act = acts[key];
    if (isTyping || !act || locked) return;
    event.preventDefault();
    act();
  });
}
