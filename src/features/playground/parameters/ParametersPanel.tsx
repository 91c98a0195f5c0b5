import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconChevronDown, IconRotate } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { makesSound } from '../../../domain/generator-types.ts';
import { isOffered } from '../../../domain/optional-parts.ts';
import { lazyPart, lazyWithWords } from '../../../words/lazy-words.ts';
import type { FieldRole, FormField } from '../form-plan.ts';
import { fieldId, type Workbench } from '../useWorkbench.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { groupedFields } from './grouped-fields.ts';
import { ParameterControl } from './ParameterControl.tsx';
import classes from './ParametersPanel.module.css';
import { SizeControl } from './SizeControl.tsx';

/** Less than this is a name or a line to be written, not a description. */
const styleRoomCharacters = 60;

const StyleField = lazyPart(() =>
  import('../own-words/StyleField.tsx').then((module) => module.StyleField),
);
const LoraField = lazyPart(() =>
  import('../loras/LoraField.tsx').then((module) => module.LoraField),
);
const LeftOutNote = lazyWithWords(() =>
  import('./OptionalPart.tsx').then((module) => module.LeftOutNote),
);
const LeaveOut = lazyWithWords(() =>
  import('./OptionalPart.tsx').then((module) => module.LeaveOut),
);
const LargerSwitch = lazyWithWords(() =>
  import('../larger/LargerSwitch.tsx').then((module) => module.LargerSwitch),
);
const CompareButton = lazyPart(() =>
  import('../compare/CompareButton.tsx').then((module) => module.CompareButton),
);

/** All settings of a model's schema but prompt and picture: the usual ones first, the rest behind "More". */
export function ParametersPanel({
  bench,
  lastSeed,
}: {
  bench: Workbench;
  lastSeed: string | null;
}) {
  const { t } = useLingui();
  const { plan, model, values } = bench;
  const troubled = new Set(bench.problems.map((entry) => entry.field.name));
  const hiddenTrouble = plan?.advanced.some((field) => troubled.has(field.name)) ?? false;
  const [more, setMore] = useState(false);
  if (!plan) return null;

  const ofRole = (role: FieldRole) => plan.fields.find((field) => field.role === role) ?? null;
  const trained = ofRole('style');
  const loras = {
    named: ofRole('loras'),
    trained,
    trainedStrength:
      plan.fields.find(
        ({ role, property }) =>
          trained && role === 'number' && property['x-needs'] === trained.name,
      ) ?? null,
  };
  // They are one thing to choose, however many fields it has: where the first of them stands.
  const loraField = loras.named ?? trained;
  const isWithLoras = (field: FormField) =>
    field !== loraField && (field === trained || field === loras.trainedStrength);
  const advanced = plan.advanced.filter((field) => !isWithLoras(field));
  const isBesideAnother = ({ property }: FormField) =>
    property['x-needs'] !== undefined || property['x-only-with'] !== undefined;

  const sizeFields = [plan.width, plan.height].filter((field) => field !== null);
  const settings = [...sizeFields, ...plan.basic, ...plan.advanced];
  const anyChanged = settings.some((field) => bench.changed(field));
  const advancedChanged = advanced.filter((field) => bench.changed(field)).length;
  const open = more || hiddenTrouble;

  // Styles of one's own are words around a prompt, so they go with every model that makes something of words.
  const styles = plan.fields.find(({ name, role }) => name === 'sd_style' && role === 'choice');
  // A prompt of a few characters is what stands in the picture, as on a seal: a style would stand there, too.
  const hasRoom = (plan.prompt?.property.maxLength ?? Infinity) >= styleRoomCharacters;
  // Of an app all but what it asks is decided, a style, too.
  const isApp = bench.type === 'Apps';
  const takesOwnStyle = plan.prompt !== null && hasRoom && !isApp && !makesSound(bench.type);

  const control = (field: FormField) =>
    field === styles && takesOwnStyle ? (
      <Suspense key={field.name} fallback={null}>
        <StyleField bench={bench} field={field} />
      </Suspense>
    ) : field === loraField ? (
      <Suspense key={field.name} fallback={null}>
        <LoraField bench={bench} fields={loras} />
      </Suspense>
    ) : isWithLoras(field) ||
      (isBesideAnother(field) && !Object.hasOwn(values, field.name)) ? null : (
      <ParameterControl
        key={field.name}
        bench={bench}
        field={field}
        lastSeed={lastSeed}
        value={values[field.name]}
        changed={bench.changed(field)}
        invalid={troubled.has(field.name)}
      />
    );

  const filled = Object.fromEntries(bench.draft.sources.map(({ field }) => [field, true]));
  const given = { ...values, ...filled };
  const isInReach = ({ property: { 'x-part': part } }: FormField) =>
    !part || isOffered(part.path, given);

  const isOptional = (parts: readonly FormField[]) =>
    parts.every(({ property }) => property['x-part']);
  const isLeftOut = (parts: readonly FormField[]) =>
    isOptional(parts) && !parts.some(({ name }) => Object.hasOwn(given, name));

  const controls = (fields: readonly FormField[]) =>
    groupedFields(fields.filter(isInReach)).map(({ group, fields: parts }) =>
      group === null ? (
        parts.map(control)
      ) : (
        <FieldGroup
          key={group}
          title={group}
          isTroubled={parts.some(({ name }) => troubled.has(name))}
        >
          {isLeftOut(parts) && (
            <Suspense fallback={null}>
              <LeftOutNote />
            </Suspense>
          )}
          {parts.map(control)}
          {isOptional(parts) && !isLeftOut(parts) && (
            <Suspense fallback={null}>
              <LeaveOut title={group} onPress={() => bench.reset(parts)} />
            </Suspense>
          )}
        </FieldGroup>
      ),
    );

  if (settings.length === 0) {
    return (
      <p className={classes.none}>
        <Trans>This model needs no settings.</Trans>
      </p>
    );
  }
  return (
    <div className={classes.panel}>
      {plan.width && plan.height && (
        <SizeControl
          id={fieldId(plan.width.name)}
          widthField={plan.width}
          heightField={plan.height}
          model={model}
          width={Number(values[plan.width.name] ?? 512)}
          height={Number(values[plan.height.name] ?? 512)}
          changed={sizeFields.some((field) => bench.changed(field))}
          onChange={(width, height) => bench.setSize(width, height)}
          onReset={() => bench.reset(sizeFields)}
        />
      )}
      {controls(plan.basic)}
      {!styles && takesOwnStyle && (
        <Suspense fallback={null}>
          <StyleField bench={bench} field={null} />
        </Suspense>
      )}
      {advanced.length > 0 && (
        <>
          <button
            type="button"
            className={classes.more}
            aria-expanded={open}
            onClick={() => setMore(!open)}
          >
            <span>
              {open ? (
                <Trans comment="Button: hide the advanced settings">Fewer settings</Trans>
              ) : (
                <Trans comment="Button: show the advanced settings">More settings</Trans>
              )}
            </span>
            {!open && advancedChanged > 0 && (
              <span className={classes.changedCount}>
                {t({
                  message: `${advancedChanged} changed`,
                  comment: 'How many hidden settings differ from their defaults',
                })}
              </span>
            )}
            <IconChevronDown className={classes.chevron} size={18} stroke={1.75} aria-hidden />
          </button>
          {open && controls(advanced)}
        </>
      )}
      {(open || advanced.length === 0) && bench.hasLarger && (
        <Suspense fallback={null}>
          <LargerSwitch bench={bench} />
        </Suspense>
      )}
      {anyChanged && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.resetAll}
          leftSection={<IconRotate size={18} stroke={1.75} aria-hidden />}
          onClick={() => bench.reset(settings)}
        >
          <Trans>Reset all settings</Trans>
        </Button>
      )}
      <Suspense fallback={null}>
        <CompareButton bench={bench} />
      </Suspense>
    </div>
  );
}
