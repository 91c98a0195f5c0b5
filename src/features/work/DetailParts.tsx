import { useLingui } from '@lingui/react/macro';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { InputValue, ModelSchema } from '../../domain/model.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatNumber } from '../../words/intl.ts';
import { parameterWord } from '../../words/parameters.ts';
import { parameterRows, type ParameterRow, type WithParameters } from './parameter-rows.ts';
import classes from './WorkDetails.module.css';

export type PartHeading = 'h2' | 'h3';

/** The settings that a work was made with, in the order of the model's form. */
export function ParameterFacts({
  work,
  schema,
}: {
  work: WithParameters;
  schema: ModelSchema | null;
}) {
  const { i18n } = useLingui();
  const labelOf = (row: ParameterRow): string => {
    const builtIn = parameterWord(row.name);
    return row.label ?? (builtIn ? i18n._(builtIn) : row.name);
  };
  return parameterRows(work, schema).map((row) => (
    <Fact key={row.name} label={labelOf(row)}>
      {row.isLink ? (
        <a href={String(row.value)} target="_blank" rel="noreferrer">
          {String(row.value)}
        </a>
      ) : (
        (row.valueLabel ?? <ValueText value={row.value} />)
      )}
    </Fact>
  ));
}

/** Words of a work, to be copied. */
export function TextBlock({
  heading: Heading,
  title,
  text,
  copyLabel,
  onCopy,
}: {
  heading: PartHeading;
  title: string;
  text: string;
  copyLabel: string;
  onCopy: () => void;
}) {
  return (
    <section>
      <div className={classes.labelRow}>
        <Heading className={classes.label}>{title}</Heading>
        <IconButton
          label={copyLabel}
          icon={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={onCopy}
        />
      </div>
      <p className={classes.text}>{text}</p>
    </section>
  );
}

/** A line of the table of what a work is. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ValueText({ value }: { value: InputValue }) {
  const { t, i18n } = useLingui();
  if (typeof value === 'boolean') {
    return value
      ? t({ message: 'Yes', comment: 'Value of a switch' })
      : t({ message: 'No', comment: 'Value of a switch' });
  }
  if (typeof value === 'number') return formatNumber(value, i18n.locale);
  return Array.isArray(value) ? value.join(', ') : String(value);
}
