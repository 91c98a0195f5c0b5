import type { ToolEntry } from '../../domain/tool-entries.ts';
import { atom } from '../../ui/atoms.ts';

/** Tools of which one is to be chosen, and what happens then. */
export interface ToolChoice {
  entries: readonly ToolEntry[];
  onChoose: (entry: ToolEntry) => void;
}

/** Set by whoever wants a tool chosen from all of them; the root route shows the finder. */
export const toolChoiceAtom = atom<ToolChoice | null>(null);
