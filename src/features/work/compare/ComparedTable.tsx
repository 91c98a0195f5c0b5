import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { WorkRow } from '../../../db/schema.ts';
import { asLanguage } from '../../../domain/languages.ts';
import type { InputValue } from '../../../domain/model.ts';
import { useModelSchema } from '../../../live/useModelSchema.ts';
import { useNamedModels } from '../../../live/useModels.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { formatBytes, formatNumber } from '../../../words/intl.ts';
import { modelName } from '../../../words/model-names.ts';
import { parameterWord } from '../../../words/parameters.ts';
import { toolWords } from '../../../words/tools.ts';
import classes from './Compare.module.css';
import { comparedRows } from './differing-rows.ts';

interface Line {
  key: string;
  label: string;
  a: ReactNode;
  b: ReactNode;
  isSame: boolean;
}

/** How two works were made, side by side: what differs, and on wish the rest. */
export function ComparedTable({ a, b }: { a: WorkRow; b: WorkRow }) {
  const { t, i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const [showsAll, setShowsAll] = useState(false);
  const schemas = {
    a: useModelSchema(a.model, language) ?? null,
    b: useModelSchema(b.model, language) ?? null,
  };
  const named = useNamedModels();
  const line = (key: string, label: string, of: (work: WorkRow) => string): Line => ({
    key,
    label,
    a: of(a),
    b: of(b),
    isSame: of(a) === of(b),
  });
  const text = (value: InputValue | undefined) =>
    Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const lines: Line[] = [
    line('tool', t({ message: 'Tool', comment: 'Row of a table' }), ({ jobType }) =>
      i18n._(toolWords[jobType].label),
    ),
    line('model', t({ message: 'Model', comment: 'Row of a table' }), (work) =>
      modelName(work, named, i18n.locale),
    ),
    line('prompt', t({ message: 'Prompt', comment: 'The words a picture was made from' }), (work) =>
      work.prompt.trim(),
    ),
    line(
      'negative',
      t({ message: 'Kept out', comment: 'The negative prompt: what should not be in the picture' }),
      (work) => work.negativePrompt.trim(),
    ),
    line(
      'seed',
      t({ message: 'Seed', comment: 'Number that makes a picture repeatable' }),
      (work) => work.seed,
    ),
    ...comparedRows(a, b, schemas).map((row): Line => {
      const builtIn = parameterWord(row.name);
      return {
        key: `setting ${row.name}`,
        label: row.label ?? (builtIn ? i18n._(builtIn) : row.name),
        a: row.a?.label ?? text(row.a?.value),
        b: row.b?.label ?? text(row.b?.value),
        isSame: row.isSame,
      };
    }),
    line('size', t({ message: 'Size', comment: 'Width × height of a picture' }), (work) =>
      work.width > 0
        ? `${formatNumber(work.width, i18n.locale)} × ${formatNumber(work.height, i18n.locale)}`
        : '',
    ),
    line('file', t({ message: 'File', comment: 'Type and size of a file' }), (work) =>
      formatBytes(work.bytes, i18n.locale),
    ),
  ].filter((one) => one.a !== '' || one.b !== '');
  const shown = showsAll ? lines : lines.filter(({ isSame }) => !isSame);
  return (
    <section className={classes.settings}>
      <div className={classes.settingsHead}>
        <h2>
          <Trans comment="Heading above a table of two works’ settings">
            What they were made with
          </Trans>
        </h2>
        <Switch
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
          label={t({ message: 'Also what is the same', comment: 'Switch above a table' })}
        />
      </div>
      {shown.length === 0 ? (
        <p>
          <Trans>Nothing that is known of them differs.</Trans>
        </p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>
                  {t({ message: 'Setting', comment: 'Head of a column: names of settings' })}
                </VisuallyHidden>
              </th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key} data-same={row.isSame || undefined}>
                <th scope="row">{row.label}</th>
                <td>{row.a}</td>
                <td>{row.b}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
