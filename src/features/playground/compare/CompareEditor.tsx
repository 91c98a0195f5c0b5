import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton, Switch } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import { useState } from 'react';
import {
  estimateSeconds,
  gridPages,
  usualView,
  type CompareAxis,
  type CompareValue,
} from '../../../domain/compare.ts';
import { compareCombinationsMax, seedMax } from '../../../domain/limits.ts';
import { isSeed, parameterRange } from '../../../domain/parameters.ts';
import { useMakingTimes } from '../../../live/useMakingTimes.ts';
import { LabelledGrid } from '../../../ui/LabelledGrid.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { axisName, compareWords, nothingSelectedWords, valueName } from '../../../words/compare.ts';
import { formatAll, formatDuration } from '../../../words/intl.ts';
import { numberBounds } from '../../../domain/number-bounds.ts';
import { isSameValue } from '../../../domain/settings-of-forms.ts';
import { useNamedModels } from '../../../live/useModels.ts';
import { modelName } from '../../../words/model-names.ts';
import type { FormField } from '../form-plan.ts';
import { ComparedKudos } from '../kudos/ComparedKudos.tsx';
import { ProblemWords } from '../problem-words.tsx';
import { RequestNote } from '../RequestNote.tsx';
import type { Workbench } from '../useWorkbench.ts';
import {
  comparedFields,
  fieldOf,
  fieldsOf,
  type ComparedField,
  type ComparePlan,
  type ModelForm,
} from './compare-plan.ts';
import classes from './compare.module.css';
import { useComparison } from './useComparison.ts';
import { readNumber, TypedValues, ValueChips, type ValueOption } from './ValueChips.tsx';

const example = '{red|blue}';
const plainBrace = String.raw`\{`;

/** Compare mode of a form: what differs, what that comes to, and the press that asks for it. */
export function CompareEditor({
  bench,
  onOpen,
}: {
  bench: Workbench;
  onOpen: (isOpen: boolean) => void;
}) {
  const { t, i18n } = useLingui();
  const { choices, plan, saving, failure, generate } = useComparison(bench, onOpen);
  const [pressedInVain, setPressedInVain] = useState(false);
  if (!plan) return <Skeleton height="20rem" />;

  const offered = comparedFields.filter(
    (setting) =>
      (setting === 'model' ? bench.models.length > 1 : fieldsOf(plan.forms, setting).length > 0) ||
      (setting === 'model' && choices.model?.enabled),
  );
  const absent = comparedFields.filter(
    (setting) => setting !== 'model' && !offered.includes(setting),
  );
  const isReady = reasonsOf(plan) === 0 && bench.arriving.size === 0;

  function change(setting: ComparedField, next: { enabled?: boolean; selected?: CompareValue[] }) {
    const before = choices[setting] ?? { enabled: false, selected: [] };
    bench.setCompare({ ...choices, [setting]: { ...before, ...next } });
  }

  async function press() {
    if (!isReady) {
      setPressedInVain(true);
      return;
    }
    if (await generate()) onOpen(false);
  }

  return (
    <div className={classes.root}>
      <p className={classes.intro}>
        <Trans>
          One picture for each combination, side by side in a grid. Everything else stays as it is
          in the form, the seed too, unless you compare seeds: then you see what each setting does.
        </Trans>
      </p>
      <ul className={classes.settings}>
        {offered.map((setting) => (
          <SettingRow
            key={setting}
            setting={setting}
            bench={bench}
            forms={plan.forms}
            choice={choices[setting]}
            isEmpty={plan.empty.includes(setting)}
            onChange={(next) => change(setting, next)}
          />
        ))}
      </ul>
      {absent.length > 0 && (
        <p className={classes.hint}>
          {t({
            message: `Not offered here: ${formatAll(
              absent.map((setting) => i18n._(compareWords[setting])),
              i18n.locale,
            )}.`,
            comment: 'Settings that the chosen models do not have',
          })}
        </p>
      )}
      {bench.plan?.prompt && (
        <p className={classes.hint}>
          <Trans>
            Words can be compared, too: write {example} in the prompt. Alternatives may stand inside
            others; {plainBrace} is a plain brace. Word lists are drawn once for all pictures.
          </Trans>
        </p>
      )}
      <Preview plan={plan} bench={bench} />
      <div className={classes.foot}>
        <div className={classes.sum}>
          <Sum plan={plan} bench={bench} />
        </div>
        <Button
          className={classes.generate}
          size="lg"
          aria-describedby="compare-notes"
          aria-disabled={saving || undefined}
          leftSection={<IconFlame size={20} stroke={1.75} aria-hidden />}
          onClick={() => void press()}
        >
          {plan.cells.length > 1 && !plan.isTooMany ? (
            <Plural value={plan.cells.length} one="Generate # work" other="Generate # works" />
          ) : (
            <Trans comment="Button: make the picture">Generate</Trans>
          )}
        </Button>
        <div id="compare-notes" className={classes.notes} style={{ flexBasis: '100%' }}>
          <Reasons plan={plan} isLoud={pressedInVain} />
          {isReady || failure !== null ? (
            <RequestNote
              bench={{ ...bench, cost: plan.cost }}
              requests={[]}
              failure={failure}
              waits={false}
              kudos={
                plan.cells.some(
                  ({ form }) => form.model.place === 'horde' || form.schema['x-upfront'],
                ) ? (
                  <ComparedKudos cells={plan.cells} />
                ) : null
              }
              onModel={bench.takeModel}
            />
          ) : null}
        </div>
      </div>
    </div>
  );
}

/** How many reasons there are not to send it yet. */
function reasonsOf(plan: ComparePlan): number {
  const isLittle = plan.cells.length < 2;
  return plan.empty.length + plan.problems.length + Number(plan.isTooMany) + Number(isLittle);
}

function Reasons({
  plan,
  isLoud,
}: {
  plan: ComparePlan;
  /** Generate was pressed in vain: the reasons speak up. */
  isLoud: boolean;
}) {
  const { i18n } = useLingui();
  const named = useNamedModels();
  const { empty, problems, isTooMany, cells, unknownModels, strangeLoras } = plan;
  const most = compareCombinationsMax;
  const isLittle = cells.length < 2 && !isTooMany && empty.length === 0 && problems.length === 0;
  const nameOf = (model: string) => modelName({ model, modelLabel: null }, named, i18n.locale);
  const leftOut = formatAll(strangeLoras, i18n.locale);
  const unknown = formatAll(unknownModels.map(nameOf), i18n.locale);
  return (
    <>
      {(isLoud || empty.length > 0 || isTooMany) && (
        <div className={classes.notes} role={isLoud ? 'alert' : undefined}>
          {empty.map((setting) => (
            <p key={setting} className={classes.warning}>
              {i18n._(nothingSelectedWords[setting])}
            </p>
          ))}
          {isTooMany && (
            <p className={classes.warning}>
              <Trans>
                At most {most} pictures at once: more can't be compared by eye, and would hold up
                everything else in line. Take some values out.
              </Trans>
            </p>
          )}
          {problems.map((entry) => (
            <p key={entry.field.name} className={classes.warning}>
              <ProblemWords entry={entry} />
            </p>
          ))}
        </div>
      )}
      {isLittle && (
        <p className={isLoud ? classes.warning : classes.hint}>
          <Trans>
            Choose at least two values of something; then there is something to compare.
          </Trans>
        </p>
      )}
      {unknownModels.length > 0 && (
        <p className={classes.warning}>
          <Plural
            value={unknownModels.length}
            one={`The form of ${unknown} isn't on this device yet. Open it once with a network.`}
            other={`The forms of ${unknown} aren't on this device yet. Open each once with a network.`}
          />
        </p>
      )}
      {strangeLoras.length > 0 && (
        <p className={classes.warning}>
          <Plural
            value={strangeLoras.length}
            one={`The LoRA ${leftOut} isn't offered by every model and stays out there.`}
            other={`The LoRAs ${leftOut} aren't offered by every model and stay out there.`}
          />
        </p>
      )}
    </>
  );
}

function Sum({ plan, bench }: { plan: ComparePlan; bench: Workbench }) {
  const { t, i18n } = useLingui();
  const made = useMakingTimes(bench.owner);
  const { axes, cells, cost, count, isTooMany, efforts } = plan;
  const seconds = made && cells.length > 0 ? estimateSeconds(efforts, made) : null;
  const wait = seconds === null ? null : formatDuration(seconds, i18n.locale);
  const left = isTooMany ? 0 : count - cells.length;
  const total = isTooMany ? count : cells.length;
  const product = axes
    .filter(({ values }) => values.length > 1)
    .map((axis) => `${axis.values.length} ${axisName(axis, axes, i18n)}`)
    .join(' × ');
  return (
    <div role="status">
      <strong>
        <Plural value={total} one="# work" other="# works" />
        {!isTooMany && (
          <>
            {' · '}
            {cost === 0
              ? t({ message: 'free', comment: 'Costs no credits' })
              : t`${plural(cost, { one: '# credit', other: '# credits' })}`}
          </>
        )}
      </strong>
      {product !== '' && <p>{product}</p>}
      {left > 0 && (
        <p>
          <Plural
            value={left}
            one="# combination is left out: its model doesn't offer it."
            other="# combinations are left out: their models don't offer them."
          />
        </p>
      )}
      {cells.length > 1 && made && (
        <p>
          {wait === null ? (
            <Trans>How long it takes is known once each model has made something here.</Trans>
          ) : (
            <Trans>About {wait} of making, waiting in line not counted.</Trans>
          )}
        </p>
      )}
    </div>
  );
}

function Preview({ plan, bench }: { plan: ComparePlan; bench: Workbench }) {
  const { t, i18n } = useLingui();
  const { axes, sizes, cells, isTooMany } = plan;
  if (isTooMany || sizes.every((size) => size < 2)) return null;
  const view = usualView(sizes);
  const pages = gridPages(sizes, view);
  const [page] = pages;
  if (!page) return null;
  const known = new Set(cells.map(({ cell }) => cell));
  const labels = (axis: number | null) =>
    axis === null
      ? [{ key: 0, label: null }]
      : axes[axis]!.values.map((_value, index) => ({
          key: index,
          label: valueName(axes[axis]!, index, {
            i18n,
            models: bench.models,
            titleOf: titlesOf(plan.forms),
          }),
        }));
  const nameOf = (axis: number | null) => (axis === null ? '' : axisName(axes[axis]!, axes, i18n));
  return (
    <section className={classes.preview}>
      <h3 className={classes.previewTitle}>
        <Trans comment="Heading: how the grid of pictures will look">Preview</Trans>
      </h3>
      <LabelledGrid
        small
        caption={t({ message: 'Preview of the grid', comment: 'Name of a table' })}
        corner={[nameOf(view.down), nameOf(view.across)].filter(Boolean).join(' × ')}
        rows={labels(view.down)}
        columns={labels(view.across)}
      >
        {(row, column) => {
          const isKnown = known.has(page.rows[row]![column]!);
          return (
            <span className={classes.spot} data-left-out={!isKnown || undefined}>
              <VisuallyHidden>
                {isKnown ? (
                  <Trans comment="Cell of a preview: there will be a picture">Picture</Trans>
                ) : (
                  <Trans comment="Cell of a preview: the model cannot make it">Not offered</Trans>
                )}
              </VisuallyHidden>
            </span>
          );
        }}
      </LabelledGrid>
      {pages.length > 1 && (
        <p className={classes.hint}>
          <Plural
            value={pages.length}
            one="# such grid"
            other="# such grids, one for each combination of the rest."
          />
        </p>
      )}
    </section>
  );
}

/** What the forms call a value of a setting. */
function titlesOf(forms: readonly ModelForm[]) {
  return (axis: CompareAxis, value: string | number): string | null => {
    if (axis.kind === 'prompt' || axis.kind === 'negativePrompt' || axis.kind === 'model')
      return null;
    const { kind } = axis;
    const named = optionsOf(kind, fieldsOf(forms, kind), [value]);
    return named.find((option) => option.value === value)?.label ?? null;
  };
}

/**
 * The values of a setting that any of its fields lists, each once, though engines have names of their own for it.
 * @param selected which keep their names
 */
function optionsOf(
  setting: ComparedField,
  fields: readonly FormField[],
  selected: readonly CompareValue[],
): ValueOption[] {
  const isSame = (one: CompareValue, other: CompareValue) =>
    setting === 'model' || setting === 'seed' ? one === other : isSameValue(setting, one, other);
  const options: ValueOption[] = [];
  for (const { property } of fields) {
    for (const [index, given] of (property.enum ?? []).entries()) {
      const label = property['x-enum-titles']?.[index] ?? String(given);
      if (options.some(({ value }) => isSame(value, given))) continue;
      options.push({ value: selected.find((value) => isSame(value, given)) ?? given, label });
    }
  }
  return options;
}

/** The range that all fields of a setting share. */
function rangeOf(fields: readonly FormField[]) {
  const ranges = fields.map(({ name, property }) => {
    const usual = parameterRange(name);
    const step = property.multipleOf ?? usual?.step ?? (property.type === 'integer' ? 1 : 0.05);
    const { min, max } = numberBounds(property, step);
    return {
      min: min ?? usual?.min ?? 0,
      max: max ?? usual?.max ?? Number.MAX_SAFE_INTEGER,
      step,
    };
  });
  return {
    min: Math.min(...ranges.map(({ min }) => min)),
    max: Math.max(...ranges.map(({ max }) => max)),
    step: Math.min(...ranges.map(({ step }) => step)),
  };
}

const aSeed = () => String(Math.floor(Math.random() * (seedMax + 1)));

function SettingRow({
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
