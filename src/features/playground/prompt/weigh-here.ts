import { changeWeight } from './weights.ts';

/**
 * Changes the weight of what is selected in a text field. Written as if typed, so that the form hears of it and the
 * browser's own undo takes it back.
 */
export function weighHere(area: HTMLTextAreaElement, steps: number): void {
  const { value, selectionStart: start, selectionEnd: end } = area;
  const edit = changeWeight(value, { start, end }, steps);
  if (!edit) return;
  const { replaced, by, selected } = edit;
  area.setSelectionRange(replaced.start, replaced.end);
  // Deprecated, and nothing else writes into a field and keeps its undo.
  if (!document.execCommand('insertText', false, by)) {
    area.setRangeText(by, replaced.start, replaced.end);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(selected.start, selected.end);
}
