import { Trans, useLingui } from '@lingui/react/macro';
import { Plural } from '@lingui/react/macro';
import { Button, Loader, TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Training } from '../../../db/works/trainings.ts';
import type { WorkId } from '../../../domain/ids.ts';
import { matchesLora, unlistedLora } from '../../../domain/loras.ts';
import { TextLink } from '../../../ui/ButtonLink.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { formatDay } from '../../../words/days.ts';
import { LoraName } from './LoraName.tsx';
import classes from './LoraPicker.module.css';
import { LoraPicture, TrainingPicture } from './LoraPicture.tsx';
import type { LoraChoice } from './useLoraChoice.ts';

/** The person's own styles as a picker shows them: one at a time. */
interface TrainedChoice {
  trainings: readonly Training[];
  canTrain: boolean;
  chosen: WorkId | null;
  /** Being fetched from the platform. */
  coming: WorkId | null;
  choose: (training: Training | null) => void;
  /** Why the one that was asked for is not in the form. */
  notice: ReactNode;
}

interface LoraPickerProps {
  /** Null where the model knows none by name. */
  loras: LoraChoice | null;
  /** How names are written where any may be typed; null where only listed ones are taken. */
  byNameHint: string | null;
  /** Null where the model takes no trained style. */
  trained: TrainedChoice | null;
  isFull: boolean;
  most: number;
  defaultStrength: number;
}

/** LoRAs to choose from: those that the model has, and those that the person trained for it. */
export function LoraPicker(props: LoraPickerProps) {
  const { loras, trained, isFull, most } = props;
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<'public' | 'trained'>(loras ? 'public' : 'trained');
  const hasSearch = (loras?.offered.length ?? 0) + (trained?.trainings.length ?? 0) > 6;
  return (
    <div className={classes.root}>
      {loras && trained && (
        <Segmented
          label={t({ message: 'Which LoRAs', comment: 'Chooses between two lists of LoRAs' })}
          hideLabel
          full
          options={[
            {
              value: 'public',
              label: <Trans comment="List: LoRAs that everybody may use">For everybody</Trans>,
            },
            {
              value: 'trained',
              label: <Trans comment="List: LoRAs that the person trained">Trained by you</Trans>,
            },
          ]}
          value={tab}
          onChange={setTab}
        />
      )}
      {hasSearch && (
        <TextInput
          type="search"
          value={search}
          aria-label={t({ message: 'Search LoRAs', comment: 'Name of a search field' })}
          placeholder={t`Name, tag or trigger word`}
          leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {isFull && (
        <p className={classes.full} role="status">
          <Plural
            value={most}
            one="# is chosen, and this model takes no more."
            other="# are chosen, and this model takes no more."
          />
        </p>
      )}
      {loras && tab === 'public' && <PublicList {...props} loras={loras} search={search.trim()} />}
      {trained && tab === 'trained' && (
        <TrainedList trained={trained} isFull={isFull} search={search.trim()} />
      )}
    </div>
  );
}

function PublicList({
  loras,
  byNameHint,
  isFull,
  defaultStrength,
  search,
}: LoraPickerProps & { loras: LoraChoice; search: string }) {
  const names = new Set(loras.chosen.map(({ named }) => named.name.toLowerCase()));
  const found = loras.offered.filter((item) => search === '' || matchesLora(item, search));
  return (
    <>
      {loras.takesAnyName && (
        <ByName
          hint={byNameHint}
          isFull={isFull}
          onAdd={(name) => loras.add(name, defaultStrength)}
        />
      )}
      {found.length > 0 && (
        <ul className={classes.grid}>
          {found.map((item) => {
            const isChosen = names.has(item.name.toLowerCase());
            return (
              <Card
                key={item.name}
                name={item.label}
                detail={item.tags.join(' · ')}
                picture={<LoraPicture src={item.image} />}
                isChosen={isChosen}
                isDisabled={isFull && !isChosen}
                onToggle={() => {
                  if (isChosen) {
                    const chosen = loras.chosen.find(
                      ({ named }) => named.name.toLowerCase() === item.name.toLowerCase(),
                    );
                    if (chosen) loras.remove(chosen.named.name);
                  } else loras.add(item.name, item.strenth);
                }}
              />
            );
          })}
        </ul>
      )}
      {found.length === 0 && !loras.takesAnyName && <NothingFound search={search} />}
    </>
  );
}

function TrainedList({
  trained,
  isFull,
  search,
}: {
  trained: TrainedChoice;
  isFull: boolean;
  search: string;
}) {
  const { i18n } = useLingui();
  const { trainings, canTrain, chosen, coming, choose, notice } = trained;
  if (trainings.length === 0) {
    return (
      <div className={classes.none}>
        <p>
          <Trans>You have none yet. Train one from a zip of pictures, and choose it here.</Trans>
        </p>
        {canTrain && (
          <TextLink
            className={classes.link}
            to="/generate/{-$type}/{-$model}"
            params={{ type: 'Train' }}
          >
            <Trans comment="Link to the tool that learns a style from pictures">
              Train a style
            </Trans>
          </TextLink>
        )}
      </div>
    );
  }
  const found = trainings.filter(
    ({ name, triggers }) =>
      search === '' || matchesLora({ ...unlistedLora(name), tags: triggers }, search),
  );
  if (found.length === 0) return <NothingFound search={search} />;
  return (
    <>
      {notice}
      <ul className={classes.grid}>
        {found.map((training) => {
          const { id } = training.work;
          const isChosen = chosen === id;
          return (
            <Card
              key={id}
              name={training.name}
              detail={formatDay(training.work.createdAtMs, i18n.locale)}
              picture={<TrainingPicture training={training} />}
              isChosen={isChosen}
              isComing={coming === id}
              // One takes the place of another, so a chosen one leaves room for each.
              isDisabled={isFull && chosen === null}
              onToggle={() => choose(isChosen ? null : training)}
            />
          );
        })}
      </ul>
    </>
  );
}

function NothingFound({ search }: { search: string }) {
  return (
    <p className={classes.none} role="status">
      <Trans>Nothing is called “{search}”. Try another word.</Trans>
    </p>
  );
}

function Card({
  name,
  detail,
  picture,
  isChosen,
  isComing = false,
  isDisabled,
  onToggle,
}: {
  name: string;
  detail: string;
  picture: ReactNode;
  isChosen: boolean;
  isComing?: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}) {
  const { t } = useLingui();
  return (
    <li>
      <button
        type="button"
        className={classes.card}
        aria-pressed={isChosen}
        disabled={isDisabled}
        onClick={onToggle}
      >
        <span className={classes.picture}>
          {picture}
          {isChosen && (
            <span className={classes.mark}>
              <IconCheck size={16} stroke={2.25} aria-hidden />
            </span>
          )}
          {isComing && (
            <span className={classes.coming}>
              <Loader size="sm" aria-label={t`Fetching the style`} />
            </span>
          )}
        </span>
        <LoraName className={classes.name} name={name} />
        {detail && <span className={classes.detail}>{detail}</span>}
      </button>
    </li>
  );
}

/** For models that take any name, as of CivitAI. */
function ByName({
  hint,
  isFull,
  onAdd,
}: {
  hint: string | null;
  isFull: boolean;
  onAdd: (name: string) => void;
}) {
  const { t } = useLingui();
  const [name, setName] = useState('');
  // A comma parts entries wherever lists are typed.
  const wanted = name.replaceAll(/[,\uFF0C]/g, ' ').trim();
  return (
    <form
      className={classes.byName}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === '' || isFull) return;
        onAdd(wanted);
        setName('');
      }}
    >
      <TextInput
        className={classes.byNameField}
        label={t({ message: 'By name', comment: 'Field for the name or number of a LoRA' })}
        value={name}
        maxLength={255}
        autoComplete="off"
        disabled={isFull}
        description={hint ?? undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={wanted === '' || isFull}>
        <Trans comment="Button: take the LoRA of this name">Add</Trans>
      </Button>
    </form>
  );
}
