import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { IconDice5, IconInfoCircle, IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { WorkId } from '../../../domain/ids.ts';
import { sentenceGap } from '../../../domain/languages.ts';
import { modelNameMaxCharacters } from '../../../domain/limits.ts';
import type { ListedModel } from '../../../domain/model.ts';
import { useCachedModels } from '../../../live/useModels.ts';
import { useModelPictures } from '../../../live/useModelPictures.ts';
import { AsOf } from '../../../ui/AsOf.tsx';
import { CutName } from '../CutName.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { StatusPill } from '../../../ui/StatusPill.tsx';
import { useOnline } from '../../../ui/useOnline.ts';
import { useAsOf } from '../../../words/useAsOf.ts';
import type { Workbench } from '../useWorkbench.ts';
import { ModelCover } from './ModelCover.tsx';
import { ModelDetails } from './ModelDetails.tsx';
import { ModelPrice } from './ModelPrice.tsx';
import {
  findEntries,
  groupEntries,
  modelEntries,
  styleName,
  type ModelEntry,
  type ModelGroup,
} from './model-list.ts';
import { modelTexts } from '../model-texts.ts';
import classes from './ModelPicker.module.css';

/** Fewer are read faster than they are searched. */
const fewModels = 6;

const groupWords: Partial<Record<ModelGroup, MessageDescriptor>> = {
  device: msg({ message: 'On this device', comment: 'Group of models: run by the device itself' }),
  studio: msg({ message: 'Of this studio', comment: 'Group of models: run by the studio itself' }),
  community: msg({
    message: 'Of the community',
    comment: 'Group of models: run by volunteers of the AI Horde',
  }),
  others: msg({ message: 'More of the community', comment: 'Group of models: the rest' }),
};

/** All models of a tool with what they are good for; those that are away say why and can't be chosen. */
export function ModelPicker({
  bench,
  onChoose,
  onRandom,
}: {
  bench: Workbench;
  onChoose: (model: string) => void;
  onRandom: () => void;
}) {
  const { t, i18n } = useLingui();
  const { model: current, models, candidates, draft } = bench;
  const isRandom = draft.isRandom === true;
  /** An app is chosen for what it makes: any of them would be no help. */
  const isOfApps = bench.type === 'Apps';
  const pictures = useModelPictures(bench.owner);
  const asOf = useAsOf(useCachedModels(), useOnline());
  const [question, setQuestion] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);

  const entries = modelEntries(models, current.model);
  const isAsked = question.trim() !== '';
  const found = isAsked ? findEntries(entries, question) : entries;
  const groups = groupEntries(entries);
  const hasSearch = entries.length > fewModels;

  // A finger would be shown the keyboard, which hides half the list.
  const startsInSearch = hasSearch && matchMedia('(pointer: fine)').matches;
  // The surface looks for the mark when it opens; the list may come after that.
  const focusFirst = useEffectEvent(() => {
    root.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  });
  useEffect(() => focusFirst(), []);

  const radios = () =>
    [...(root.current?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [])].filter(
      ({ disabled }) => !disabled,
    );

  /** Arrows go through the list; choosing, which closes it, takes Space or Enter. */
  function move(event: KeyboardEvent<HTMLElement>) {
    const all = radios();
    const at = all.findIndex((radio) => radio === event.target);
    if (at === -1) return;
    const forwards = event.key === 'ArrowDown' || event.key === 'ArrowRight';
    const backwards = event.key === 'ArrowUp' || event.key === 'ArrowLeft';
    if (forwards || backwards) {
      event.preventDefault();
      const next = all[(at + (forwards ? 1 : all.length - 1)) % all.length];
      next?.focus();
      next?.closest('[data-card]')?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      all[at]?.click();
    }
  }

  function leaveDetails() {
    const name = shown;
    setShown(null);
    requestAnimationFrame(() => document.getElementById(`${id}-about-${name}`)?.focus());
  }

  // The only one of its tool is no choice, but worth a look.
  const only = models.length === 1 ? models[0] : undefined;
  const inDetail = models.find(({ model }) => model === shown) ?? only;
  if (inDetail) {
    return (
      <ModelDetails
        model={inDetail}
        pictures={pictures?.get(inDetail.model) ?? []}
        isChosen={!isRandom && inDetail.model === current.model}
        onChoose={() => onChoose(inDetail.model)}
        onBack={only ? null : leaveDetails}
      />
    );
  }

  const cards = (some: readonly ModelEntry<ListedModel>[]) => (
    <div className={classes.grid}>
      {some.map((entry) => (
        <Card
          key={entry.model.model}
          id={id}
          entry={entry}
          chosen={isRandom ? null : current.model}
          picture={pictures?.get(entry.model.model)?.[0]}
          startsAtChosen={!startsInSearch}
          onChoose={onChoose}
          onAbout={setShown}
        />
      ))}
    </div>
  );

  return (
    <div className={classes.root} ref={root}>
      {hasSearch && (
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const first = found.find(({ model }) => model.available);
              if (isAsked && first) onChoose(first.model.model);
            }}
          >
            <TextInput
              type="search"
              data-autofocus={startsInSearch || undefined}
              value={question}
              aria-label={
                isOfApps
                  ? t({ message: 'Search apps', comment: 'Name of a search field' })
                  : t({ message: 'Search models', comment: 'Name of a search field' })
              }
              placeholder={t`Name, style or what it is good for`}
              leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
              onChange={(event) => setQuestion(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === 'ArrowDown') {
                  event.preventDefault();
                  radios()[0]?.focus();
                }
                if (event.key !== 'Escape' || question === '') return;
                // Only the words go; the list stays.
                event.stopPropagation();
                setQuestion('');
              }}
              data-mantine-stop-propagation={question === '' ? undefined : 'true'}
            />
          </form>
        </search>
      )}
      <p className={classes.none} role="status">
        {isAsked &&
          found.length === 0 &&
          (isOfApps ? (
            <Trans>No app is called that.</Trans>
          ) : (
            <Trans>No model is called that. Try a style, such as “anime” or “photo”.</Trans>
          ))}
      </p>
      <div
        className={classes.list}
        role="radiogroup"
        aria-label={
          isOfApps
            ? t({ message: 'App', comment: 'A ready-made template that makes the picture' })
            : t({ message: 'Model', comment: 'What makes the picture' })
        }
        tabIndex={-1}
        onKeyDown={move}
      >
        {!isAsked && !isOfApps && candidates.length > 1 && (
          <div className={classes.card} data-card data-checked={isRandom || undefined}>
            <label className={classes.main}>
              <input
                className={classes.radio}
                type="radio"
                name={id}
                checked={isRandom}
                data-autofocus={(isRandom && !startsInSearch) || undefined}
                aria-label={t({ message: 'Random', comment: 'Choice: any of the models' })}
                aria-describedby={`${id}-random`}
                onChange={onRandom}
                onClick={() => {
                  if (isRandom) onRandom();
                }}
              />
              <span className={classes.cover}>
                <IconDice5 size={28} stroke={1.5} aria-hidden />
              </span>
              <span className={classes.words}>
                <span className={classes.name}>
                  <Trans comment="Choice: any of the models">Random</Trans>
                </span>
                <span className={classes.detail} id={`${id}-random`}>
                  <Trans>
                    Another model for each request. Which one is said before it leaves, and at the
                    picture.
                  </Trans>
                </span>
              </span>
            </label>
          </div>
        )}
        {isAsked || groups.length === 1
          ? cards(found)
          : groups.map(({ group, entries: members }) => {
              const words = groupWords[group];
              const name =
                words ||
                group === 'device' ||
                group === 'studio' ||
                group === 'community' ||
                group === 'others'
                  ? words && i18n._(words)
                  : styleName(group, i18n.locale);
              return (
                <section key={group} aria-labelledby={`${id}-${group}`}>
                  <h3 className={classes.heading} id={`${id}-${group}`}>
                    {name}
                  </h3>
                  {cards(members)}
                </section>
              );
            })}
      </div>
      <AsOf time={asOf} />
    </div>
  );
}

function Card({
  id,
  entry: { model, older },
  chosen,
  picture,
  startsAtChosen,
  onChoose,
  onAbout,
}: {
  id: string;
  entry: ModelEntry<ListedModel>;
  chosen: string | null;
  picture: WorkId | undefined;
  startsAtChosen: boolean;
  onChoose: (model: string) => void;
  onAbout: (model: string) => void;
}) {
  const { t, i18n } = useLingui();
  const texts = modelTexts(model, i18n.locale);
  const detailId = `${id}-detail-${model.model}`;
  const isHere = [model, ...older].some((each) => each.model === chosen);
  const radio = (each: ListedModel, label: string) => ({
    type: 'radio',
    name: id,
    checked: each.model === chosen,
    'data-autofocus': (startsAtChosen && each.model === chosen) || undefined,
    disabled: !each.available,
    'aria-label': label,
    onChange: () => onChoose(each.model),
    // A tap on the chosen one means "yes, this": it closes the list too.
    onClick: () => {
      if (each.model === chosen) onChoose(each.model);
    },
  });
  return (
    <div
      className={classes.card}
      data-card
      data-checked={isHere || undefined}
      data-away={!model.available || undefined}
    >
      <label className={classes.main}>
        <input
          className={classes.radio}
          {...radio(model, texts.label)}
          aria-describedby={detailId}
        />
        <span className={classes.cover}>
          <ModelCover model={model} work={picture} />
        </span>
        <span className={classes.words}>
          <CutName className={classes.name} name={texts.label} most={modelNameMaxCharacters} />
          <span className={classes.facts}>
            {texts.mark && <StatusPill>{texts.mark}</StatusPill>}
            <span className={classes.price}>
              <ModelPrice model={model} />
            </span>
          </span>
          <span className={classes.detail} id={detailId}>
            {!model.available && (
              <span className={classes.away}>
                {texts.unavailable ?? t`Not available right now.`}
                {sentenceGap(i18n.locale)}
              </span>
            )}
            {texts.description}
          </span>
        </span>
      </label>
      <span className={classes.about}>
        <IconButton
          id={`${id}-about-${model.model}`}
          variant="subtle"
          label={t({ message: `About ${texts.label}`, comment: 'Opens what a model is like' })}
          icon={<IconInfoCircle size={20} stroke={1.75} aria-hidden />}
          onClick={() => onAbout(model.model)}
        />
      </span>
      {older.length > 0 && (
        <div className={classes.versions}>
          <span>
            <Trans comment="Older versions of a model follow">Older:</Trans>
          </span>
          {older.map((each) => {
            const label = each.old_versions_label || modelTexts(each, i18n.locale).label;
            return (
              <label
                key={each.model}
                className={classes.version}
                data-checked={each.model === chosen || undefined}
              >
                <input className={classes.radio} {...radio(each, label)} />
                <CutName name={label} most={modelNameMaxCharacters} />
              </label>
            );
          })}
        </div>
      )}
    </div>
  );
}
