import { useLingui } from '@lingui/react/macro';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { numberBounds } from '../../domain/number-bounds.ts';
import type { InputValue, SchemaProperty } from '../../domain/model.ts';

/** More than this is a text, not a line. */
const lineMaxCharacters = 120;

const isText = ({ 'x-widget': widget, maxLength = Infinity }: SchemaProperty): boolean =>
  widget === 'prompt' ||
  widget === 'negative-prompt' ||
  (maxLength > lineMaxCharacters && widget === undefined);

/** A value of one field of a model, whatever kind it is of; empty means that the model decides. */
export function ValueControl({
  label,
  property,
  value,
  error,
  onChange,
}: {
  label: string;
  property: SchemaProperty;
  value: InputValue | undefined;
  error?: boolean;
  /** Undefined where the model decides. */
  onChange: (value: InputValue | undefined) => void;
}) {
  const { t } = useLingui();
  const standard = property.default;
  const modelDecides = t({
    message: 'As the model does it',
    comment: 'In an empty field of an app: the value is the model’s own',
  });
  if (property.enum) {
    const titleOf = (entry: string | number, at: number) =>
      property['x-enum-titles']?.[at] ?? String(entry);
    return (
      <NativeSelect
        aria-label={label}
        error={error}
        value={value === undefined ? '' : String(value)}
        data={[
          { value: '', label: modelDecides },
          ...property.enum.map((entry, at) => ({
            value: String(entry),
            label: titleOf(entry, at),
          })),
        ]}
        onChange={({ currentTarget: { value: text } }) =>
          // Numbers travel as numbers though controls speak text.
          onChange(property.enum?.find((entry) => text !== '' && String(entry) === text))
        }
      />
    );
  }
  if (property.type === 'boolean') {
    return (
      <NativeSelect
        aria-label={label}
        error={error}
        value={typeof value === 'boolean' ? String(value) : ''}
        data={[
          { value: '', label: modelDecides },
          { value: 'true', label: t({ message: 'On', comment: 'Of a switch' }) },
          { value: 'false', label: t({ message: 'Off', comment: 'Of a switch' }) },
        ]}
        onChange={({ currentTarget: { value: text } }) =>
          onChange(text === '' ? undefined : text === 'true')
        }
      />
    );
  }
  return (
    <Typed
      label={label}
      property={property}
      value={value}
      error={error}
      placeholder={
        typeof standard === 'number' || (typeof standard === 'string' && standard !== '')
          ? String(standard)
          : property['x-widget'] === 'prompt'
            ? undefined
            : modelDecides
      }
      onChange={onChange}
    />
  );
}

/** What a text stands for in a field of this kind; undefined for nothing. */
function readValue({ type, items }: SchemaProperty, text: string): InputValue | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (type === 'integer' || type === 'number') {
    const number = Number(typed.replace(',', '.'));
    return Number.isFinite(number) ? number : typed;
  }
  if (type !== 'array') return text;
  const entries = typed
    .split(/[,,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return items?.type === 'integer' || items?.type === 'number' ? entries.map(Number) : entries;
}

function Typed({
  label,
  property,
  value,
  error,
  placeholder,
  onChange,
}: Omit<Parameters<typeof ValueControl>[0], never> & { placeholder: string | undefined }) {
  // "1." and "a, " are on the way to a value and must not be corrected under the fingers.
  const [typed, setTyped] = useState<string | null>(null);
  const stored = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const isNumber = property.type === 'integer' || property.type === 'number';
  const { min, max } = isNumber ? numberBounds(property, 1) : {};
  const range = min !== undefined && max !== undefined ? `${min} – ${max}` : undefined;
  const own = {
    'aria-label': label,
    error,
    value: typed ?? stored,
    placeholder,
    onBlur: () => setTyped(null),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(currentTarget.value);
      onChange(readValue(property, currentTarget.value));
    },
  };
  if (property.type === 'string' && isText(property)) {
    return <Textarea {...own} autosize minRows={2} maxRows={8} maxLength={property.maxLength} />;
  }
  return (
    <TextInput
      {...own}
      inputMode={isNumber ? (property.type === 'integer' ? 'numeric' : 'decimal') : undefined}
      autoComplete="off"
      description={range}
      maxLength={property.type === 'string' ? property.maxLength : undefined}
    />
  );
}
