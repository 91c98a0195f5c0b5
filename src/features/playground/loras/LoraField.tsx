import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { loraStrengths, usualStrengths } from '../../../domain/loras.ts';
import { useModels } from '../../../live/useModels.ts';
import { useSession } from '../../../live/useSession.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useEver } from '../../../ui/useEver.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { formatDay } from '../../../words/days.ts';
import { formatAll } from '../../../words/intl.ts';
import type { FormField } from '../form-plan.ts';
import { FieldHead } from '../parameters/FieldHead.tsx';
import { ResetButton } from '../parameters/ResetButton.tsx';
import { SettingsPart } from '../parameters/SettingsPart.tsx';
import { fieldId, type Workbench } from '../useWorkbench.ts';
import { LoraCard } from './LoraCard.tsx';
import classes from './LoraField.module.css';
import { LoraPicker } from './LoraPicker.tsx';
import { LoraPicture, TrainingPicture } from './LoraPicture.tsx';
import { useLoraChoice } from './useLoraChoice.ts';
import { useChosenStyle, useShownTrainings, type StyleTrouble } from './useTrainedStyles.ts';

/** The fields of a schema that LoRAs go into; one of the first two is there. */
export interface LoraFields {
  /** Those that the model knows by name. */
  named: FormField | null;
  /** The card of a style that the person trained. */
  trained: FormField | null;
  /** How strong that style is. */
  trainedStrength: FormField | null;
}

/**
 * All that a model takes as a LoRA: those it knows by name, and the styles that the person trained for it. Absent
 * where there is none and nothing here could train one.
 */
export function LoraField({ bench, fields }: { bench: Workbench; fields: LoraFields }) {
  const { named, trained } = fields;
  const field = named ?? trained;
  return field && <FilledLoraField bench={bench} fields={fields} field={field} />;
}

const isFixed = (field: FormField | null) => field?.property['x-readOnly'] === true;
const isOpen = (field: FormField | null): field is FormField => field !== null && !isFixed(field);

/** A field that a model does not have: nothing can be chosen for it. */
const nowhere: FormField = {
  name: '',
  property: { type: 'array', title: '', 'x-names': [], 'x-order': 0, maxItems: 0 },
  role: 'loras',
  required: false,
};

function FilledLoraField({
  bench,
  fields,
  field,
}: {
  bench: Workbench;
  fields: LoraFields;
  field: FormField;
}) {
  const { t, i18n } = useLingui();
  const { named, trained, trainedStrength } = fields;
  const [opened, setOpened] = useState(false);
  const everOpened = useEver(opened);
  const session = useSession();
  const models = useModels();
  const owner = session === undefined ? undefined : (session?.userKey ?? null);
  const trainings = useShownTrainings(owner, trained ? (bench.model.lorabase ?? null) : null);
  const style = useChosenStyle(bench, trained?.name ?? '', trainings ?? []);
  const loras = useLoraChoice(bench, named ?? nowhere);
  const strayUrl = useObjectUrl(style.media && !style.known ? style.media.blob : undefined);
  // A moment after the choice it is read; the list that it was chosen from must not go meanwhile.
  const hasStyle = trained !== null && style.mediaId !== null && style.media !== undefined;
  if (!loras || !trainings || !models) return null;

  const canTrain = models.some((model) => model.type.split(',').includes('Train'));
  if (!named && trainings.length === 0 && !hasStyle && !canTrain) return null;

  const most = loras.most + (named ? 0 : 1);
  const count = loras.chosen.length + (hasStyle ? 1 : 0);
  const isFull = count >= most;
  const canAdd = isOpen(named) || isOpen(trained);
  const own = [named, trained, trainedStrength].filter(isOpen);
  const { title, description } = field.property;
  const styleStrength = trainedStrength ? bench.values[trainedStrength.name] : null;
  const troubleNotice = style.trouble && <TroubleNotice trouble={style.trouble} />;
  const strange = formatAll(loras.strange, i18n.locale);

  return (
    <div
      id={fieldId(field.name)}
      tabIndex={-1}
      role="group"
      aria-label={title}
      className={classes.root}
    >
      <FieldHead label={title}>
        {count > 0 && (
          <span className={classes.count}>
            {t({
              message: `${count} of ${most}`,
              comment: 'How many of the possible LoRAs are chosen',
            })}
          </span>
        )}
        {own.length > 0 && (
          <ResetButton
            title={title}
            changed={own.some((each) => bench.changed(each))}
            onReset={() => {
              if (isOpen(trained)) void style.choose(null);
              bench.reset(own);
            }}
          />
        )}
      </FieldHead>

      {loras.strange.length > 0 && (
        <Notice
          tone="warn"
          announce
          actions={
            <Button variant="default" size="sm" onClick={loras.forgetStrange}>
              <Trans comment="Button: one has read it, and it may go">All right</Trans>
            </Button>
          }
        >
          <Plural
            value={loras.strange.length}
            one={`${strange} isn't offered by this model, so it was taken out.`}
            other={`${strange} aren't offered by this model, so they were taken out.`}
          />
        </Notice>
      )}

      {count > 0 && (
        <ul className={classes.cards}>
          {loras.chosen.map(({ named: lora, item, triggers }) => (
            <LoraCard
              key={lora.name}
              bench={bench}
              name={item.label}
              picture={<LoraPicture src={item.image} />}
              strength={lora.strength ?? 1}
              range={loras.range}
              triggers={triggers}
              isFixed={isFixed(named)}
              onStrength={(strength) => loras.setStrength(lora.name, strength)}
              onRemove={() => loras.remove(lora.name)}
            />
          ))}
          {hasStyle && (
            <LoraCard
              bench={bench}
              name={style.known?.name ?? (style.media?.name || t`A style that is no longer listed`)}
              note={
                style.known ? (
                  <Trans comment="A style that the person trained, and on which day">
                    Trained by you · {formatDay(style.known.work.createdAtMs, i18n.locale)}
                  </Trans>
                ) : (
                  <Trans comment="A style that the person trained">Trained by you</Trans>
                )
              }
              picture={
                style.known ? (
                  <TrainingPicture training={style.known} />
                ) : (
                  <LoraPicture src={strayUrl} />
                )
              }
              strength={typeof styleStrength === 'number' ? styleStrength : null}
              range={{ ...usualStrengths, ...rangeOf(trainedStrength) }}
              triggers={style.known?.triggers ?? []}
              isFixed={isFixed(trained)}
              onStrength={(strength) =>
                trainedStrength && bench.setValue(trainedStrength, strength)
              }
              onRemove={() => void style.choose(null)}
            />
          )}
        </ul>
      )}
      {!opened && troubleNotice}

      {canAdd && (
        <Button
          className={classes.add}
          variant="default"
          fullWidth
          disabled={isFull}
          aria-haspopup="dialog"
          leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          <Trans comment="Button: opens the list of LoRAs to choose from">Add LoRA</Trans>
        </Button>
      )}
      {isFull && canAdd ? (
        <p className={classes.hint} role="status">
          <Plural
            value={most}
            one="This model takes # LoRA. Remove it to choose another."
            other="This model takes # LoRAs. Remove one to choose another."
          />
        </p>
      ) : (
        description && <p className={classes.hint}>{description}</p>
      )}

      {everOpened && (
        <SettingsPart
          opened={opened}
          onClose={() => setOpened(false)}
          title={<Trans comment="Heading: choose LoRAs">LoRAs</Trans>}
        >
          <LoraPicker
            loras={isOpen(named) ? loras : null}
            byNameHint={loras.takesAnyName ? (description ?? null) : null}
            trained={
              isOpen(trained)
                ? {
                    trainings,
                    canTrain,
                    chosen: style.coming ?? (hasStyle ? (style.known?.work.id ?? null) : null),
                    coming: style.coming,
                    choose: (training) => void style.choose(training),
                    notice: opened && troubleNotice,
                  }
                : null
            }
            isFull={isFull}
            most={most}
            defaultStrength={loraStrengths.strenth}
          />
        </SettingsPart>
      )}
    </div>
  );
}

function rangeOf(field: FormField | null) {
  const { minimum, maximum, multipleOf } = field?.property ?? {};
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(multipleOf !== undefined && { multipleOf }),
  };
}

function TroubleNotice({ trouble }: { trouble: StyleTrouble }) {
  return (
    <Notice tone={trouble === 'storage-full' ? 'danger' : 'warn'} announce>
      {trouble === 'offline' ? (
        <Trans>This style isn't on the device yet. Choose it again once there is a network.</Trans>
      ) : trouble === 'gone' ? (
        <Trans>This style's card is no longer kept. Train it again to use it.</Trans>
      ) : trouble === 'storage-full' ? (
        <Trans>This device has no room left for the style. Free some space and try again.</Trans>
      ) : (
        <Trans>The style couldn't be fetched. Choose it again.</Trans>
      )}
    </Notice>
  );
}
