import { useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import type { CompareValue } from '../../../domain/compare.ts';
import { seedMax } from '../../../domain/limits.ts';
import { isSeed } from '../../../domain/parameters.ts';
import { compareWords, nothingSelectedWords, valueName } from '../../../words/compare.ts';
import { modelName } from '../../../words/model-names.ts';
import type { Workbench } from '../useWorkbench.ts';
import { fieldOf, fieldsOf, type ComparedField, type ModelForm } from './compare-plan.ts';
import classes from './compare.module.css';
import { optionsOf, rangeOf } from './setting-values.ts';
import { readNumber, TypedValues, ValueChips, type ValueOption } from './ValueChips.tsx';

const aSeed = () => String(Math.floor(Math.random() * (seedMax + 1)));

/** One setting: whether it is compared, and by which values. */
export function SettingRow({
  setting,
  bench,
  forms,
  choice,
  isEmpty,
  onChange,
}: {
  setting: ComparedField;
  bench: Workbench;
  forms: readonly ModelForm[];
  choice: { enabled: boolean; selected: CompareValue[] } | undefined;
  isEmpty: boolean;
  onChange: (next: { enabled?: boolean; selected?: CompareValue[] }) => void;
}) {
  const { t, i18n } = useLingui();
  const fields = fieldsOf(forms, setting);
  const name = i18n._(compareWords[setting]);
  const isOn = choice?.enabled === true;
  const selected = choice?.selected ?? [];
  const [field] = fields;
  const own = bench.plan && fieldOf(bench.plan, setting);
  const current: CompareValue | null =
    setting === 'model' ? bench.model.model : asValue(own && bench.values[own.name]);

  function toggle(enabled: boolean) {
    // What the form has is the first value, so that there is something to go on from.
    const start = setting === 'seed' ? current || aSeed() : current;
    const isFresh = enabled && selected.length === 0 && start !== null;
    onChange({ enabled, ...(isFresh && { selected: [start] }) });
  }

  const options: ValueOption[] =
    setting === 'model'
      ? bench.models
          .filter(({ available }) => available)
          .map(({ model }) => ({
            value: model,
            label: modelName({ model, modelLabel: null }, bench.models, i18n.locale),
          }))
      : field?.property.type === 'boolean'
        ? [true, false].map((value) => ({
            value,
            label: valueName({ kind: setting, ordinal: 0, values: [value] }, 0, {
              i18n,
              models: bench.models,
              titleOf: () => null,
            }),
          }))
        : optionsOf(setting, fields, selected);
  const range = rangeOf(fields);
  const select = (values: CompareValue[]) => onChange({ selected: values });

  return (
    <li className={classes.setting}>
      <label className={classes.switch}>
        <span className={classes.name}>{name}</span>
        <Switch checked={isOn} onChange={(event) => toggle(event.currentTarget.checked)} />
      </label>
      {isOn &&
        (options.length > 0 ? (
          <ValueChips label={name} options={options} selected={selected} onChange={select} />
        ) : setting === 'seed' ? (
          <TypedValues
            label={name}
            selected={selected}
            addLabel={t({ message: 'Add a seed', comment: 'Button' })}
            hint={t`An empty field adds a random seed.`}
            read={(typed) => (typed === '' ? aSeed() : isSeed(typed) ? typed : null)}
            onChange={select}
          />
        ) : (
          <TypedValues
            label={name}
            selected={selected}
            addLabel={t({ message: 'Add', comment: 'Button: one more value of a setting' })}
            hint={t({
              message: `From ${range.min} to ${range.max}. Several at once: 10, 20, 30`,
              comment: 'Under a field for numbers; a range, and an example',
            })}
            read={(typed) => readNumber(typed, range)}
            onChange={select}
          />
        ))}
      {isEmpty && <p className={classes.warning}>{i18n._(nothingSelectedWords[setting])}</p>}
    </li>
  );
}

function asValue(value: unknown): CompareValue | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}
