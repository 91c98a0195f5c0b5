import { useLingui } from '@lingui/react/macro';
import {
  useLayoutEffect,
  useRef,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { AdoptedPrompt } from './AdoptedPrompt.tsx';
import classes from './PromptField.module.css';

const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content');

/** Shown only when the end comes near: a counter that is always there only worries. */
export function charactersLeft(text: string, limit: number | undefined): number | null {
  if (limit === undefined) return null;
  const left = limit - [...text].length;
  return left <= Math.max(50, limit * 0.1) ? left : null;
}

/** Ctrl or ⌘ with an arrow up or down weighs the words at the caret. */
function weighByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  const steps = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  const isAlone = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (steps === 0 || !isAlone || event.nativeEvent.isComposing) return;
  if (event.defaultPrevented || !(target instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  void import('./prompt/weigh-here.ts').then(({ weighHere }) => weighHere(target, steps));
}

/** A text that grows with its words. Labelled by what stands above or beside it. */
export function PromptField({
  id,
  label,
  value,
  onChange,
  placeholder,
  limit,
  invalid,
  required,
  readOnly,
  describedBy,
  small,
  weighed,
  adopted,
  help: Help,
  ref,
}: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Characters the model takes. */
  limit?: number;
  invalid?: boolean;
  required?: boolean;
  /** The model's own words, which stay as they are. */
  readOnly?: boolean | undefined;
  describedBy?: string;
  small?: boolean;
  /** Words may have weights: `(fox:1.2)`. */
  weighed?: boolean;
  /** The field of index.html's shell, to be taken over instead of making one. */
  adopted?: HTMLTextAreaElement | null;
  /** What helps with the words while they are typed; it knows the field only. */
  help?: ComponentType<{ area: RefObject<HTMLTextAreaElement | null> }>;
  ref?: RefObject<HTMLTextAreaElement | null>;
}) {
  const { t } = useLingui();
  const own = useRef<HTMLTextAreaElement>(null);
  const area = ref ?? own;
  const left = charactersLeft(value, limit);

  useLayoutEffect(() => {
    const element = area.current;
    if (growsByItself || !element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [area, value]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what is typed into the field within
    <div
      className={classes.root}
      data-small={small || undefined}
      onKeyDown={weighed && !readOnly ? weighByKey : undefined}
    >
      {adopted ? (
        <AdoptedPrompt
          node={adopted}
          area={area}
          value={value}
          attributes={{
            id,
            'aria-label': label,
            'aria-invalid': invalid ? 'true' : undefined,
            'aria-required': required ? 'true' : undefined,
            'aria-describedby': describedBy,
            placeholder,
            readonly: readOnly ? '' : undefined,
          }}
          onChange={onChange}
        />
      ) : (
        <textarea
          ref={area}
          id={id}
          className={classes.area}
          aria-label={label}
          aria-invalid={invalid || undefined}
          aria-required={required || undefined}
          aria-describedby={describedBy}
          placeholder={placeholder}
          value={value}
          readOnly={readOnly}
          rows={small ? 1 : 3}
          // Prompts mix languages and invented words: red waves under them help no one.
          spellCheck={false}
          autoComplete="off"
          enterKeyHint="enter"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {Help && !readOnly && <Help area={area} />}
      {left !== null && (
        <p
          className={classes.count}
          data-over={left < 0 || undefined}
          role={left < 0 ? 'alert' : undefined}
        >
          {left < 0
            ? t({ message: `${-left} too many`, comment: 'Characters over the limit of a text' })
            : t({ message: `${left} left`, comment: 'Characters that still fit into a text' })}
        </p>
      )}
    </div>
  );
}
