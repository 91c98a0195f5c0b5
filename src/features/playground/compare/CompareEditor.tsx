import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton } from '@mantine/core';
import { IconFlame } from '@tabler/icons-react';
import { useState } from 'react';
import { estimateSeconds, type CompareValue } from '../../../domain/compare.ts';
import { compareCombinationsMax } from '../../../domain/limits.ts';
import { useMakingTimes } from '../../../live/useMakingTimes.ts';
import { axisName, compareWords, nothingSelectedWords } from '../../../words/compare.ts';
import { formatAll, formatDuration } from '../../../words/intl.ts';
import { useNamedModels } from '../../../live/useModels.ts';
import { modelName } from '../../../words/model-names.ts';
import { ComparedKudos } from '../kudos/ComparedKudos.tsx';
import { ProblemWords } from '../problem-words.tsx';
import { RequestNote } from '../RequestNote.tsx';
import type { Workbench } from '../useWorkbench.ts';
import { comparedFields, fieldsOf, type ComparedField, type ComparePlan } from './compare-plan.ts';
import classes from './compare.module.css';
import { PlanPreview } from './PlanPreview.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useComparison } from './useComparison.ts';

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
      <PlanPreview plan={plan} bench={bench} />
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
