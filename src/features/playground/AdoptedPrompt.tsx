import {
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type RefObject,
} from 'react';
import {
  isShellTyped,
  moveLive,
  ownTyped,
  rememberTyped,
  setAttributes,
  setText,
} from './shell/shell-state.ts';

/**
 * The text field of index.html's shell, taken into the form as it is: a person may be typing in it right now, and
 * a new one would lose focus, caret and the browser's own undo. React knows its place, this component its content.
 */
export function AdoptedPrompt({
  node,
  area,
  value,
  attributes,
  onChange,
}: {
  node: HTMLTextAreaElement;
  /** Where others find the field. */
  area: RefObject<HTMLTextAreaElement | null>;
  value: string;
  /** By their names in HTML; undefined takes one away. */
  attributes: Readonly<Record<string, string | undefined>>;
  onChange: (value: string) => void;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const change = useEffectEvent(onChange);
  /** What was typed into the shell, until the form has it. */
  const known = useRef<string | null>(null);

  // Attributes first: the field should be whole when it arrives.
  useLayoutEffect(() => {
    setAttributes(node, attributes);
  });

  useLayoutEffect(() => {
    if (place.current && node.parentElement !== place.current) moveLive(node, place.current);
    const onInput = () => {
      rememberTyped(node.value);
      change(node.value);
    };
    node.addEventListener('input', onInput);
    if (isShellTyped()) {
      known.current = node.value;
      change(node.value);
      ownTyped();
    }
    return () => node.removeEventListener('input', onInput);
  }, [node]);
  useImperativeHandle(area, () => node, [node]);

  useLayoutEffect(() => {
    // The form's first value is older than what was typed into the shell, which the effect above has just told.
    const isOlder = known.current !== null && known.current !== value;
    known.current = null;
    if (!isOlder) setText(node, value);
  }, [node, value]);

  return <span ref={place} style={{ display: 'contents' }} />;
}
