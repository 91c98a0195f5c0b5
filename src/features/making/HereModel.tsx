import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import {
  deviceModelBytes,
  deviceModelName,
  deviceSeconds,
  type DeviceModel,
  type DeviceProblem,
} from '../../diffusion/device-model.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { useAtomValue } from '../../ui/atoms.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill, type Tone } from '../../ui/StatusPill.tsx';
import { formatBytes, formatBytesPart, formatDuration } from '../../words/intl.ts';
import { bringingAtom, goOnWith, pauseModel } from './installing.ts';
import classes from './Making.module.css';
import { ModelFacts } from './ModelFacts.tsx';

const tones: Readonly<Record<DeviceModel['state'], Tone>> = {
  wanted: 'active',
  trying: 'active',
  paused: 'quiet',
  failed: 'warn',
  installed: 'success',
};

const tools: Readonly<Record<DeviceModel['work']['task'], GeneratorType>> = {
  diffusion: 'Text2Img',
  upscale: 'Upscaling',
  deblur: 'Restore',
};

/** A model that is on this device, or on its way here. */
export function HereModel({
  model,
  name,
  onRemove,
}: {
  model: DeviceModel;
  name: string;
  onRemove: () => void;
}) {
  const { t, i18n } = useLingui();
  const bringing = useAtomValue(bringingAtom).get(model.id);
  const { state, pace, work } = model;
  const seconds = deviceSeconds(model);
  const whole = deviceModelBytes(model);
  const received = bringing?.receivedBytes ?? 0;
  const isFetching = state === 'wanted' && bringing !== undefined && !bringing.isChecking;
  const states: Record<DeviceModel['state'], string> = {
    wanted:
      bringing === undefined
        ? t({ message: 'Waits', comment: 'Of a model: others are fetched first' })
        : bringing.isChecking
          ? t({ message: 'Being checked', comment: 'Of a model' })
          : t({ message: 'Being fetched', comment: 'Of a model' }),
    trying: t({ message: 'Being tried', comment: 'Of a model: how fast it is here' }),
    paused: t({ message: 'Paused', comment: 'Of a model that is being fetched' }),
    failed: t({ message: 'Failed', comment: 'Of a model that was being fetched' }),
    installed: t({ message: 'Ready', comment: 'Of a model on this device' }),
  };
  const facts = [
    <Trans key="bytes" comment="Of a model: room that it takes">
      {formatBytes(whole, i18n.locale)} on this device
    </Trans>,
    ...(pace && seconds !== null
      ? [
          work.task === 'diffusion' ? (
            <Trans key="pace" comment="Of a model; a duration in front">
              {formatDuration(Math.max(1, seconds), i18n.locale)} a picture
            </Trans>
          ) : (
            <Trans key="pace" comment="Of a model; a duration in front">
              {formatDuration(Math.max(1, seconds), i18n.locale)} a megapixel
            </Trans>
          ),
          pace.backend === 'webgpu' ? (
            <Trans key="backend" comment="What a model runs on">
              graphics card
            </Trans>
          ) : (
            <Plural
              key="backend"
              value={pace.threads}
              one="processor, # core"
              other="processor, # cores"
            />
          ),
        ]
      : []),
  ];
  return (
    <>
      <div className={classes.words}>
        <div className={classes.head}>
          <h3 className={classes.name}>{name}</h3>
          <StatusPill tone={tones[state]}>{states[state]}</StatusPill>
        </div>
        <p className={classes.about}>{textIn(model.about, asLanguage(i18n.locale))}</p>
        <ModelFacts name={name} licence={model.licence} origin={model.origin} facts={facts} />
      </div>
      {(state === 'wanted' || state === 'trying') && (
        <div className={classes.progress}>
          <ProgressGlow
            label={t`Progress of ${name}`}
            {...(isFetching && { value: received / Math.max(1, whole) })}
          />
          <p className={classes.soft} role="status">
            {state === 'trying' ? (
              <Trans>It is being tried, to see how fast it is here.</Trans>
            ) : (
              isFetching && (
                <Trans comment="Sizes: so much of so much">
                  {formatBytesPart(received, whole, i18n.locale)} of{' '}
                  {formatBytes(whole, i18n.locale)}
                </Trans>
              )
            )}
          </p>
        </div>
      )}
      {state === 'failed' && model.problem && <Problem problem={model.problem} />}
      <div className={classes.buttons}>
        {state === 'installed' && (
          <ButtonLink
            variant="default"
            to="/generate/{-$type}/{-$model}"
            params={{ type: tools[work.task], model: deviceModelName(model.id) }}
          >
            {work.task === 'diffusion' ? (
              <Trans comment="Link to the form; after it the name of a model">
                Make a picture with {name}
              </Trans>
            ) : (
              <Trans comment="Link to the form; after it the name of a model">
                Work on a picture with {name}
              </Trans>
            )}
          </ButtonLink>
        )}
        {state === 'wanted' && pace === null && (
          <Button variant="default" onClick={() => void pauseModel(model.id)}>
            <Trans comment="Button; after it the name of a model">Pause {name}</Trans>
          </Button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <Button variant="default" onClick={() => void goOnWith(model.id)}>
            {state === 'paused' ? (
              <Trans comment="Button: go on fetching a model; after it its name">
                Go on with {name}
              </Trans>
            ) : (
              <Trans comment="Button; after it the name of a model">Try {name} again</Trans>
            )}
          </Button>
        )}
        {state === 'installed' && (
          <Button variant="default" onClick={() => void goOnWith(model.id)}>
            <Trans comment="Button: find out anew how fast it is; after it the name of a model">
              Measure {name} again
            </Trans>
          </Button>
        )}
        <Button variant="default" onClick={onRemove}>
          <Trans comment="Button; after it the name of a model">Remove {name}</Trans>
        </Button>
      </div>
    </>
  );
}

/** Why it can't be used, and what to do. */
function Problem({ problem }: { problem: DeviceProblem }) {
  const { t } = useLingui();
  const words: Record<DeviceProblem, { title: string; advice: string }> = {
    network: {
      title: t`The studio can’t be reached`,
      advice: t`What is here stays. Try again when the network is back.`,
    },
    gone: {
      title: t`The studio does not give it any more`,
      advice: t`Ask whoever runs it, or remove it here.`,
    },
    damaged: {
      title: t`What came was damaged`,
      advice: t`It was thrown away and is not used. Try once more.`,
    },
    'storage-full': {
      title: t`This device has too little room`,
      advice: t`What is here stays. Make room, then try again.`,
    },
    'no-storage': {
      title: t`This browser keeps no files`,
      advice: t`In a private window models can’t stay. Open Kiln in a usual one.`,
    },
    'too-little-memory': {
      title: t`This device has too little memory for it`,
      advice: t`Close other apps and try again, or choose a smaller model.`,
    },
    'broke-off': {
      title: t`The page ended while it was being tried`,
      advice: t`If you did not close it, this device may have too little memory for this model.`,
    },
    fails: {
      title: t`It was tried, and does not run here`,
      advice: t`Try again, or choose another model.`,
    },
  };
  const { title, advice } = words[problem];
  return (
    <Notice tone="warn" announce title={title}>
      {advice}
    </Notice>
  );
}
