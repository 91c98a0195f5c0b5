import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import type { InputValue } from '../../../domain/model.ts';
import { showToast } from '../../../ui/toast.ts';
import type { FormField } from '../form-plan.ts';
import type { Workbench } from '../useWorkbench.ts';
import type { PromptToolProps } from './prompt-tool.ts';

/** So long what a helper replaced can be brought back by one press. */
const undoMs = 30_000;

/** Puts words and settings in the place of those that are there, and offers to bring these back. */
export function usePutInPlace(
  bench: Workbench,
  field: FormField,
  promptRef: RefObject<HTMLTextAreaElement | null>,
): PromptToolProps['onUse'] {
  const { t } = useLingui();
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
    return showToast({
      message: told,
      durationMs: undoMs,
      action: {
        label: t({ message: 'Undo', comment: 'Button: bring back what was just removed' }),
        onAction: () => {
          for (const change of before) set(change.field, change.value);
          promptRef.current?.focus();
        },
      },
    });
  };
}
