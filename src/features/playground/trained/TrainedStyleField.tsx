import { Trans, useLingui } from '@lingui/react/macro';
import { Loader } from '@mantine/core';
import { IconBan, IconPalette } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import type { Training } from '../../../db/works/trainings.ts';
import { TextLink } from '../../../ui/ButtonLink.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { formatDay } from '../../../words/intl.ts';
import type { FormField } from '../form-plan.ts';
import { fieldId, type Workbench } from '../useWorkbench.ts';
import classes from './TrainedStyleField.module.css';
import { useChosenStyle, useShownTrainings, type StyleTrouble } from './useTrainedStyles.ts';
import { useThumbnail } from '../../../live/useMedia.ts';
import { useModels } from '../../../live/useModels.ts';
import { useSession } from '../../../live/useSession.ts';

/** One of the styles the person trained, or none. Absent where there is none and nothing here could train one. */
export function TrainedStyleField({ bench, field }: { bench: Workbench; field: FormField }) {
  const { t, i18n } = useLingui();
  const name = useId();
  const hintId = useId();
  const session = useSession();
  const models = useModels();
  const owner = session === undefined ? undefined : (session?.userKey ?? null);
  const trainings = useShownTrainings(owner, bench.model.lorabase ?? null);
  const style = useChosenStyle(bench, field.name, trainings ?? []);
  const { mediaId, media, known, coming, trouble, choose } = style;
  const strayUrl = useObjectUrl(media && !known ? media.blob : undefined);
  const { title, description } = field.property;
  if (!trainings || !models || (mediaId !== null && media === undefined)) return null;

  const canTrain = models.some((model) => model.type.split(',').includes('Train'));
  if (trainings.length === 0 && mediaId === null) {
    if (!canTrain) return null;
    return (
      <div id={fieldId(field.name)} tabIndex={-1} className={classes.root}>
        <p className={classes.title}>{title}</p>
        <p className={classes.hint}>
          <Trans>You have none yet. Train one from a zip of pictures, and choose it here.</Trans>
        </p>
        <TextLink
          className={classes.link}
          to="/generate/{-$type}/{-$model}"
          params={{ type: 'Train' }}
        >
          <Trans comment="Link to the tool that learns a style from pictures">Train a style</Trans>
        </TextLink>
      </div>
    );
  }

  const checked = coming ?? (mediaId === null ? 'none' : (known?.work.id ?? 'stray'));
  const option = (key: string, words: ReactNode, picture: ReactNode, choice: Training | null) => (
    <label key={key} className={classes.option} data-checked={checked === key || undefined}>
      <input
        className={classes.radio}
        type="radio"
        name={name}
        checked={checked === key}
        onChange={() => void choose(choice)}
      />
      <span className={classes.picture}>
        {picture}
        {coming === key && (
          <span className={classes.coming}>
            <Loader size="sm" aria-label={t`Fetching the style`} />
          </span>
        )}
      </span>
      {words}
    </label>
  );

  return (
    <fieldset
      id={fieldId(field.name)}
      tabIndex={-1}
      className={classes.root}
      aria-describedby={description ? hintId : undefined}
    >
      <legend className={classes.title}>{title}</legend>
      <div className={classes.options}>
        {option(
          'none',
          <span className={classes.name}>
            <Trans comment="Choice: no trained style">None</Trans>
          </span>,
          <IconBan size={20} stroke={1.5} aria-hidden />,
          null,
        )}
        {mediaId !== null && !known && (
          <label className={classes.option} data-checked={checked === 'stray' || undefined}>
            <input
              className={classes.radio}
              type="radio"
              name={name}
              checked={checked === 'stray'}
              readOnly
            />
            <span className={classes.picture}>
              {strayUrl ? (
                <img src={strayUrl} alt="" />
              ) : (
                <IconPalette size={20} stroke={1.5} aria-hidden />
              )}
            </span>
            <span className={classes.name}>
              {media?.name || <Trans>A style that is no longer listed</Trans>}
            </span>
          </label>
        )}
        {trainings.map((training) =>
          option(
            training.work.id,
            <span className={classes.words}>
              <span className={classes.name}>{training.name}</span>{' '}
              <span className={classes.day}>
                {formatDay(training.work.createdAtMs, i18n.locale)}
              </span>
            </span>,
            <Thumbnail training={training} />,
            training,
          ),
        )}
      </div>
      {description && (
        <p id={hintId} className={classes.hint}>
          {description}
        </p>
      )}
      {trouble && <TroubleNotice trouble={trouble} />}
    </fieldset>
  );
}

function Thumbnail({ training }: { training: Training }) {
  const url = useObjectUrl(useThumbnail(training.work.id)?.blob);
  if (!url) return <IconPalette size={20} stroke={1.5} aria-hidden />;
  return <img src={url} alt="" />;
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
