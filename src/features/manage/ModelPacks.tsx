import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ModelPack } from '../../api/contract/packs.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { isPackBusy, type PackProblem, type PackState } from '../../domain/packs.ts';
import { useAsked } from '../../live/useAsked.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill, type Tone } from '../../ui/StatusPill.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatBytes, formatBytesPart, formatDuration } from '../../words/intl.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { actOnPackOf, fetchPacks, type PackAct } from './manage.ts';
import classes from './ManagePage.module.css';

/** How often it looks again while something is being fetched, and while nothing is. */
const busyMs = 1_000;
const restingMs = 15_000;

/** Issue L: models that run on the studio's own machine, where whoever runs it wants them. */
export function ModelPacks() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<ModelPack | null>(null);
  const everyMs = isBusy ? busyMs : restingMs;
  const tick = Math.floor(useNow(everyMs) / everyMs);
  const again = () => setAttempt((count) => count + 1);
  const { refreshModels } = useAppActions();
  const told = useRef<{ usable: string; isHeard: Promise<void> } | null>(null);
  const asked = useAsked(`${attempt} ${String(online)} ${tick}`, async (signal) => {
    const found = await fetchPacks(signal);
    const usable = found.packs.map(offered).join(' ');
    // What is installed now is offered at once on the device of whoever installed it. Before it is seen here: a page that
    // is opened then must find it, or not find it any more, and no list of before.
    if (told.current?.usable !== usable) {
      told.current = { usable, isHeard: told.current ? refreshModels() : Promise.resolve() };
    }
    await told.current?.isHeard;
    setBusy(found.packs.some(changesByItself));
    return found;
  });

  /** @returns whether the studio did it */
  async function act(pack: ModelPack, what: PackAct): Promise<boolean> {
    let isDone = false;
    try {
      await actOnPackOf(pack.id, what);
      isDone = true;
      setBusy(true);
    } catch (error) {
      showToast({ message: i18n._(errorWords[errorCodeOf(error)].title), tone: 'warn' });
    }
    again();
    return isDone;
  }

  if (asked.state === 'asking') return <Coming />;
  if (asked.state === 'failed') return <Failed code={asked.code} onAgain={again} />;
  const { packs, used_bytes: used, free_bytes: free, memory_bytes: memory } = asked.value;
  const { models_folder: folder, odd_folders: odd } = asked.value;
  const bytes = (value: number) => formatBytes(value, i18n.locale);
  const nameOf = (pack: ModelPack) => textIn(pack.name, asLanguage(i18n.locale));
  return (
    <Section
      title={<Trans comment="Heading: neural networks and such">Models on this machine</Trans>}
    >
      <p className={classes.soft}>
        <Trans>
          They run without anybody else, and are fetched only when you say so. Everybody here finds
          them among the models of their tool.
        </Trans>
      </p>
      <p className={classes.soft}>
        <Trans comment="Of the disk: taken by models">Models take {bytes(used)}</Trans>
        {free !== null && (
          <>
            {' · '}
            <Trans comment="Of the disk">{bytes(free)} free</Trans>
          </>
        )}
        {' · '}
        <Trans comment="Of the machine">{bytes(memory)} of memory</Trans>
      </p>
      <ul className={classes.list}>
        {packs.map((pack) => (
          <li key={pack.id} className={classes.pack}>
            <Pack
              pack={pack}
              name={nameOf(pack)}
              onAct={(what) => (what === 'remove' ? setRemoving(pack) : void act(pack, what))}
              onOffer={(isOffered) => act(pack, isOffered ? 'offer' : 'withdraw')}
            />
          </li>
        ))}
      </ul>
      <p className={classes.soft}>
        <Trans comment="After it the path of a folder">
          A model of your own that makes pictures from words, as ONNX: put its folder into {folder},
          and it is listed here.
        </Trans>
      </p>
      {odd.length > 0 && (
        <Notice
          tone="warn"
          title={
            <Trans comment="After it names of folders">No model for Kiln: {odd.join(', ')}</Trans>
          }
        >
          <Trans>The log of the studio says why.</Trans>
        </Notice>
      )}
      <ConfirmDialog
        opened={removing !== null}
        title={removing && t`Remove ${nameOf(removing)}?`}
        confirmLabel={t({ message: 'Remove', comment: 'Button: model files' })}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) void act(removing, 'remove');
          setRemoving(null);
        }}
      >
        <p>
          {removing?.is_brought ? (
            <Trans>
              Nobody can use it until it is installed again. Its folder stays where you put it, and
              so does what was made with it.
            </Trans>
          ) : (
            <Trans>
              Its files are deleted from this machine, and nobody can use it until it is installed
              again. What was made with it stays.
            </Trans>
          )}
        </p>
      </ConfirmDialog>
    </Section>
  );
}

/** How it stands among the models of its tool. */
const offered = ({ id, state, trial }: ModelPack): string =>
  state === 'installed' ? `${id}:${trial}` : '';

/** Being tried counts, too. */
const changesByItself = ({ state, trial }: ModelPack): boolean =>
  isPackBusy(state) || trial === 'running';

const tones: Partial<Record<PackState, Tone>> = {
  installed: 'success',
  failed: 'warn',
  unsupported: 'quiet',
  absent: 'quiet',
  paused: 'quiet',
};

function Pack({
  pack,
  name,
  onAct,
  onOffer,
}: {
  pack: ModelPack;
  name: string;
  onAct: (act: PackAct) => void;
  /** Resolves to whether that was done. */
  onOffer: (isOffered: boolean) => Promise<boolean>;
}) {
  const { t, i18n } = useLingui();
  const { state, received_bytes: received, fetch_bytes: whole } = pack;
  const bytes = (value: number) => formatBytes(value, i18n.locale);
  const states: Record<PackState, string> = {
    absent: t({ message: 'Not installed', comment: 'Of a model' }),
    queued: t({ message: 'Waits', comment: 'Of a model: others are fetched first' }),
    downloading: t({ message: 'Being fetched', comment: 'Of a model' }),
    unpacking: t({ message: 'Being unpacked', comment: 'Of a model' }),
    checking: t({ message: 'Being checked', comment: 'Of a model' }),
    paused: t({ message: 'Paused', comment: 'Of a model that is being fetched' }),
    failed: t({ message: 'Failed', comment: 'Of a model that was being fetched' }),
    installed: t({ message: 'Installed', comment: 'Of a model' }),
    unsupported: t({ message: 'Not for this machine', comment: 'Of a model' }),
  };
  const isBusy = isPackBusy(state);
  const isOn = state === 'installed';
  // A runtime comes along with the first model: by itself it is of no use.
  const isRuntime = pack.task === 'runtime' || pack.task === 'device-runtime';
  const isOffered = state === 'paused' || state === 'failed' || (state === 'absent' && !isRuntime);
  return (
    <>
      <div className={classes.name}>
        {name} <StatusPill tone={tones[state] ?? 'active'}>{states[state]}</StatusPill>
        <p className={classes.soft}>{textIn(pack.about, asLanguage(i18n.locale))}</p>
        <p className={classes.soft}>
          {isOn || pack.is_brought ? (
            <Trans comment="Of a model: on the disk">{bytes(pack.disk_bytes)} on the disk</Trans>
          ) : (
            <Trans comment="Of a model: size of a download">{bytes(whole)} to fetch</Trans>
          )}
          {pack.memory_bytes > 0 && (
            <>
              {' · '}
              <Trans comment="Of a model">{bytes(pack.memory_bytes)} of memory at work</Trans>
            </>
          )}
          {pack.seconds_per_megapixel !== null && (
            <>
              {' · '}
              <Trans comment="Of a model; a duration in front">
                {formatDuration(pack.seconds_per_megapixel, i18n.locale)} a megapixel here
              </Trans>
            </>
          )}
          {pack.seconds_per_picture !== null && (
            <>
              {' · '}
              <Trans comment="Of a model; a duration in front">
                {formatDuration(pack.seconds_per_picture, i18n.locale)} a picture here
              </Trans>
            </>
          )}
          {pack.licence !== '' && ` · ${pack.licence}`}
          {pack.origin !== '' && (
            <>
              {' · '}
              <a
                href={pack.origin}
                target="_blank"
                rel="noopener noreferrer"
                className={classes.origin}
              >
                <Trans comment="Link to where a model comes from; after it its name">
                  Origin of {name}
                </Trans>
              </a>
            </>
          )}
        </p>
      </div>
      {isBusy && (
        <div className={classes.packProgress}>
          <ProgressGlow
            label={t`Progress of ${name}`}
            {...(state === 'downloading' && { value: received / whole })}
          />
          {state === 'downloading' && (
            <p className={classes.soft}>
              <Trans comment="Sizes: so much of so much">
                {formatBytesPart(received, whole, i18n.locale)} of {bytes(whole)}
              </Trans>
            </p>
          )}
        </div>
      )}
      <PackNotes pack={pack} />
      {isOn && pack.for_devices !== null && (
        <ForDevices name={name} isOn={pack.for_devices} onOffer={onOffer} />
      )}
      <div className={classes.buttons}>
        {isOffered && (
          <Button variant="default" onClick={() => onAct('install')}>
            {received > 0 ? (
              <Trans comment="Button: go on fetching a model; after it its name">
                Go on with {name}
              </Trans>
            ) : (
              <Trans comment="Button; after it the name of a model">Install {name}</Trans>
            )}
          </Button>
        )}
        {(state === 'queued' || state === 'downloading' || state === 'unpacking') && (
          <Button variant="default" onClick={() => onAct('pause')}>
            <Trans comment="Button; after it the name of a model">Pause {name}</Trans>
          </Button>
        )}
        {isOn && (
          <Button variant="default" onClick={() => onAct('check')}>
            <Trans comment="Button: are its files undamaged; after it the name of a model">
              Check {name}
            </Trans>
          </Button>
        )}
        {(isOn || state === 'paused' || state === 'failed') && pack.needed_by.length === 0 && (
          <Button variant="default" onClick={() => onAct('remove')}>
            <Trans comment="Button; after it the name of a model">Remove {name}</Trans>
          </Button>
        )}
      </div>
    </>
  );
}

/** Whether devices may have it; shown as it was chosen before the answer is there. */
function ForDevices({
  name,
  isOn,
  onOffer,
}: {
  name: string;
  isOn: boolean;
  onOffer: (isOffered: boolean) => Promise<boolean>;
}) {
  const [chosen, setChosen] = useState({ value: isOn, known: isOn });
  // What the studio says anew goes before what was chosen.
  if (chosen.known !== isOn) setChosen({ value: isOn, known: isOn });

  async function choose(value: boolean): Promise<void> {
    setChosen({ value, known: isOn });
    if (!(await onOffer(value))) setChosen({ value: isOn, known: isOn });
  }

  return (
    <Switch
      className={classes.packProgress}
      label={<Trans comment="Switch; after it the name of a model">Let devices have {name}</Trans>}
      description={
        <Trans>
          Whoever opens this studio can fetch it and make pictures without it. Mind the model’s
          licence.
        </Trans>
      }
      checked={chosen.value}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  );
}

/** What there is to know about a pack before one waits for it in vain. */
function PackNotes({ pack }: { pack: ModelPack }) {
  const { t } = useLingui();
  const problems: Record<PackProblem, { title: string; advice: string }> = {
    unreachable: {
      title: t`The server with its files does not answer`,
      advice: t`What is here stays. Go on when the network is back.`,
    },
    refused: {
      title: t`The server does not give out its files`,
      advice: t`KILN_NPM_REGISTRY or KILN_MODEL_HUB can name another one.`,
    },
    damaged: pack.is_brought
      ? {
          title: t`Its files are not those that were installed`,
          advice: t`They stay where they are and are not used. Install it again if you changed them.`,
        }
      : {
          title: t`What came was damaged`,
          advice: t`It was thrown away and is not used. Try once more.`,
        },
    'disk-full': {
      title: t`The disk has too little room`,
      advice: t`Make room, then go on.`,
    },
    'no-registry': {
      title: t`It is not known where its files come from`,
      advice: t`KILN_NPM_REGISTRY names a server that has npm’s packages.`,
    },
    'not-writable': {
      title: t`Its folder can’t be written to`,
      advice: t`Kiln has to be allowed to write into the folder “packs” of its data.`,
    },
  };
  const problem = pack.problem === null ? null : problems[pack.problem];
  return (
    <>
      {problem && (
        <Notice tone="warn" announce title={problem.title}>
          {problem.advice}
        </Notice>
      )}
      {pack.too_large && (
        <Notice
          tone="warn"
          title={<Trans>This machine has too little memory for it: it would not run.</Trans>}
        />
      )}
      {pack.trial === 'fails' && (
        <Notice tone="warn" title={<Trans>It was tried, and does not run on this machine.</Trans>}>
          <Trans>The log of the studio says why.</Trans>
        </Notice>
      )}
      {pack.trial === 'running' && (
        <p className={classes.soft} role="status">
          <Trans>It is being tried, to see how fast it is here.</Trans>
        </p>
      )}
    </>
  );
}
