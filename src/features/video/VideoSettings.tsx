import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconMusic, IconX } from '@tabler/icons-react';
import type { WorkRow } from '../../db/schema.ts';
import {
  finalFramerateRange,
  initialFramerateRange,
  type FilmFit,
  type FilmTransition,
} from '../../domain/film-plan.ts';
import { NumberSlider } from '../../ui/NumberSlider.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { workTitle } from '../../words/work-titles.ts';
import type { FilmWay } from '../../../workers/video/contract.ts';
import type { Arrangement } from './arrangement.ts';
import classes from './VideoPage.module.css';

const containerNames: Readonly<Record<FilmWay['container'], string>> = { mp4: 'MP4', webm: 'WebM' };

/** How the pictures become a video. */
export function VideoSettings({
  arrangement,
  containers,
  container,
  sound,
  isMixed,
  disabled,
  onChange,
  onChooseSound,
}: {
  arrangement: Arrangement;
  /** What this device can write. */
  containers: readonly FilmWay['container'][];
  container: FilmWay['container'] | null;
  /** Null: none is chosen. */
  sound: WorkRow | null;
  /** Whether the pictures are of several shapes. */
  isMixed: boolean;
  disabled: boolean;
  onChange: (change: Partial<Arrangement>) => void;
  onChooseSound: () => void;
}) {
  const { t, i18n } = useLingui();
  const { rates, transition, fit } = arrangement;
  return (
    <fieldset className={classes.settings} disabled={disabled}>
      <legend className={classes.legend}>
        <Trans comment="Heading: settings of a video">How it moves</Trans>
      </legend>
      <Segmented<FilmTransition>
        full
        label={
          <Trans comment="Setting: how one picture becomes the next">From one to the next</Trans>
        }
        value={transition}
        onChange={(value) => onChange({ transition: value })}
        options={[
          {
            value: 'smooth',
            label: t({ message: 'Flow', comment: 'Parts of a picture move into the next' }),
          },
          {
            value: 'fade',
            label: t({ message: 'Fade', comment: 'One picture fades into the next' }),
          },
          {
            value: 'cut',
            label: t({ message: 'Hard cut', comment: 'One picture simply follows' }),
          },
        ]}
      />
      <p className={classes.hint}>
        {transition === 'smooth' ? (
          <Trans>What is alike in both pictures moves to its new place; the rest fades.</Trans>
        ) : transition === 'fade' ? (
          <Trans>Each picture fades into the next.</Trans>
        ) : (
          <Trans>Each picture stands still until the next one comes.</Trans>
        )}
      </p>
      <NumberSlider
        label={<Trans comment="Setting: initial frame rate">Pictures a second</Trans>}
        value={rates.initial}
        onChange={(initial) => onChange({ rates: { ...rates, initial } })}
        disabled={disabled}
        {...initialFramerateRange}
      />
      <NumberSlider
        label={<Trans comment="Setting: final frame rate">Frames a second</Trans>}
        value={rates.final}
        onChange={(final) => onChange({ rates: { ...rates, final } })}
        hint={<Trans>More make it move more evenly; it takes longer and the file grows.</Trans>}
        disabled={disabled}
        {...finalFramerateRange}
      />
      {isMixed && (
        <Segmented<FilmFit>
          full
          label={<Trans comment="Setting of a video">Pictures of another shape</Trans>}
          value={fit}
          onChange={(value) => onChange({ fit: value })}
          options={[
            {
              value: 'fit',
              label: t({ message: 'Whole', comment: 'The whole picture, on black' }),
            },
            { value: 'fill', label: t({ message: 'Fill', comment: 'The picture is cut to fill' }) },
            { value: 'blur', label: t({ message: 'Blur', comment: 'The ground is blurred' }) },
          ]}
        />
      )}
      {containers.length > 1 && container && (
        <Segmented
          full
          label={<Trans comment="Setting: format of a file">Format</Trans>}
          value={container}
          onChange={(value) => onChange({ container: value })}
          options={containers.map((value) => ({ value, label: containerNames[value] }))}
        />
      )}
      <div className={classes.sound}>
        <span className={classes.label}>
          <Trans comment="Setting of a video">Sound</Trans>
        </span>
        <div className={classes.soundRow}>
          <Button
            variant="default"
            className={classes.soundButton}
            leftSection={<IconMusic size={20} stroke={1.75} aria-hidden />}
            onClick={onChooseSound}
          >
            <span className={classes.soundName}>
              {sound ? (
                workTitle(sound, i18n)
              ) : (
                <Trans comment="Button: a sound for a video">Choose from my works</Trans>
              )}
            </span>
          </Button>
          {sound && (
            <Button
              variant="subtle"
              leftSection={<IconX size={18} stroke={1.75} aria-hidden />}
              onClick={() => onChange({ sound: null })}
            >
              <Trans comment="Button: the video has no sound then">Without</Trans>
            </Button>
          )}
        </div>
        {sound && (
          <p className={classes.hint}>
            <Trans>It begins with the video; where it is longer, it fades out at the end.</Trans>
          </p>
        )}
      </div>
    </fieldset>
  );
}
