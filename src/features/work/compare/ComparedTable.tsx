import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { WorkRow } from '../../../db/schema.ts';
import { asLanguage } from '../../../domain/languages.ts';
import type { InputValue } from '../../../domain/model.ts';
import { useModelSchemas } from '../../../live/useModelSchema.ts';
import { useNamedModels } from '../../../live/useModels.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { formatBytes, formatNumber } from '../../../words/intl.ts';
import { modelName } from '../../../words/model-names.ts';
import { parameterWord } from '../../../words/parameters.ts';
import { workHeading } from '../../../words/work-titles.ts';
import classes from './Compare.module.css';
import type { Compared } from './compared.ts';
import { comparedRows } from './differing-rows.ts';

interface Line {
  key: string;
  label: string;
  /** One for each work. */
  values: string[];
  isSame: boolean;
}

/** How works were made, side by side: what differs, and on wish the rest. */
export function ComparedTable({ works }: { works: readonly Compared[] }) {
  const { t, i18n } = useLingui();
  const language = asLanguage(i18n.locale);
  const [showsAll, setShowsAll] = useState(false);
  const schemas = useModelSchemas([...new Set(works.map(({ work }) => work.model))], language);
  const named = useNamedModels();
  const line = (key: string, label: string, of: (work: WorkRow) => string): Line => {
    const values = works.map(({ work }) => of(work));
    return { key, label, values, isSame: values.every((value) => value === values[0]) };
  };
  const text = (value: InputValue | undefined) =>
    Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const lines: Line[] = [
    line('tool', t({ message: 'Tool', comment: 'Row of a table' }), (work) =>
      i18n._(workHeading(work)),
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
    ...comparedRows(
      works.map(({ work }) => ({ work, schema: schemas?.get(work.model) ?? null })),
    ).map((row): Line => {
      const builtIn = parameterWord(row.name);
      return {
        key: `setting ${row.name}`,
        label: row.label ?? (builtIn ? i18n._(builtIn) : row.name),
        values: row.values.map((cell) => cell?.label ?? text(cell?.value)),
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
  ].filter(({ values }) => values.some((value) => value !== ''));
  const heading = t({
    message: 'What they were made with',
    comment: 'Heading above a table of several works’ settings',
  });
  const shown = showsAll ? lines : lines.filter(({ isSame }) => !isSame);
  return (
    <section className={classes.settings}>
      <div className={classes.settingsHead}>
        <h2>{heading}</h2>
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
        <div
          className={classes.scrolled}
          // What is wider than the window is scrolled by keys, too.
          {...(works.length > 2 && { role: 'region', tabIndex: 0, 'aria-label': heading })}
        >
          <table
            className={classes.table}
            data-many={works.length > 2 || undefined}
            style={{ '--columns': works.length + 1 }}
          >
            <thead>
              <tr>
                <th scope="col">
                  <VisuallyHidden>
                    {t({ message: 'Setting', comment: 'Head of a column: names of settings' })}
                  </VisuallyHidden>
                </th>
                {works.map(({ work, number, letter }) => (
                  <th key={work.id} scope="col">
                    {works.length > 2 ? [number, letter].filter(Boolean).join(' · ') : letter}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.key} data-same={row.isSame || undefined}>
                  <th scope="row">{row.label}</th>
                  {works.map(({ work }, at) => (
                    <td key={work.id}>{row.values[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
