import type { PromptToolProps } from '../prompt/prompt-tool.ts';
import { WildcardsDialog } from './WildcardsDialog.tsx';

/** The person's lists of words, one of which may be named where the cursor is. */
export function WildcardTool({ bench, field, promptRef, onClose }: PromptToolProps) {
  return (
    <WildcardsDialog
      owner={bench.owner}
      opened
      onClose={onClose}
      onUse={(name) => {
        const text = String(bench.values[field.name] ?? '');
        const at = promptRef.current?.selectionEnd ?? text.length;
        const [before, after] = [text.slice(0, at), text.slice(at)];
        const gap = before === '' || /\s$/.test(before) ? '' : ' ';
        bench.setValue(field, `${before}${gap}${name}${after}`);
      }}
    />
  );
}
