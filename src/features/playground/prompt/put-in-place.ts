import type { Dispatch, RefObject, SetStateAction } from 'react';
import type { InputValue } from '../../../domain/model.ts';
import type { FormField } from '../form-plan.ts';
import type { Workbench } from '../useWorkbench.ts';
import type { PromptToolProps } from './prompt-tool.ts';
import type { Replaced } from './replaced.ts';

/** What the parts at a prompt are given. */
export interface AtPrompt {
  bench: Workbench;
  /** The form's prompt. */
  field: FormField;
  promptRef: RefObject<HTMLTextAreaElement | null>;
  /** Hears how to bring back what was replaced. */
  onReplaced: Dispatch<SetStateAction<Replaced | null>>;
}

/** Puts words and settings in the place of those that are there, and tells how to bring these back. */
export function putInPlace({
  bench,
  field,
  promptRef,
  onReplaced,
}: AtPrompt): PromptToolProps['onUse'] {
  const set = (changed: FormField, value: InputValue | undefined) => {
    if (value === undefined || value === null) bench.reset([changed]);
    else bench.setValue(changed, value);
  };
  return (text, told, settings = []) => {
    const changes = [{ field, value: text as InputValue }, ...settings];
    const before = changes.map((change) => ({
      field: change.field,
      value: bench.values[change.field.name],
    }));
    for (const change of changes) set(change.field, change.value);
    const replaced: Replaced = {
      told,
      restore: () => {
        for (const change of before) set(change.field, change.value);
        promptRef.current?.focus();
      },
    };
    onReplaced(replaced);
    return () => onReplaced((now) => (now === replaced ? null : now));
  };
}
