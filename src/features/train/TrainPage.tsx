import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { modelNameMaxCharacters } from '../../domain/limits.ts';
import { trainedMin, trainedSide, type Oddity } from '../../domain/training.ts';
import { uploadLimits } from '../../domain/uploads.ts';
import { useModels } from '../../live/useModels.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { errorWords } from '../../words/errors.ts';
import { formatBytes } from '../../words/intl.ts';
import { Records } from './Records.tsx';
import { askForTraining, keepZip, type KeptZip } from './training.ts';
import classes from './TrainPage.module.css';

/** Spec 2, `/train`: a style of one's own, learnt from a zip of pictures, and those that were trained. */
export function TrainPage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Train a style', comment: 'Name of a tool' }));
  const models = useModels()?.filter(({ type }) => type === 'Train');
  if (models === undefined) return null;
  const [model] = models;
  return (
    <Page width="measure">
      <PageHeader
        title={<Trans comment="Name of a tool">Train a style</Trans>}
        description={
          <Trans>
            From a zip of pictures. What has been learnt stands among the LoRAs that you choose
            from.
          </Trans>
        }
      />
      {model === undefined ? (
        <EmptyState
          kind="missing"
          title={<Trans>Training is not open to you here</Trans>}
          actions={
            <ButtonLink to="/" variant="default">
              <Trans comment="Link to the first page">Home</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <Form key={model.model} model={model} />
      )}
      <Records />
    </Page>
  );
}

type Picked =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'kept'; zip: KeptZip }
  | { state: 'refused'; code: ErrorCode };

function Form({ model }: { model: Parameters<typeof askForTraining>[1] }) {
  const { t, i18n } = useLingui();
  const { requestSignIn, wakeQueue } = useAppActions();
  const picker = useRef<HTMLInputElement>(null);
  const looking = useRef<AbortController | null>(null);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [picked, setPicked] = useState<Picked>({ state: 'none' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const limit = formatBytes(uploadLimits.training.maxBytes, i18n.locale);
  const base = (model.lorabase ?? '') || 'SDXL';

  async function take(file: File) {
    looking.current?.abort();
    const mine = new AbortController();
    looking.current = mine;
    setPicked({ state: 'looking' });
    try {
      const zip = await keepZip(file, mine.signal);
      if (!mine.signal.aborted) setPicked({ state: 'kept', zip });
    } catch (error) {
      if (!mine.signal.aborted) setPicked({ state: 'refused', code: errorCodeOf(error) });
    }
  }

  const hasEnough = picked.state === 'kept' && picked.zip.examined.good >= trainedMin;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const asked = name.trim();
    setMissing(asked === '' || !hasEnough);
    if (asked === '' || !hasEnough || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const known = await getSession();
      const isKnown = known !== null && (isSessionUsable(known) || !navigator.onLine);
      if (isKnown || (await requestSignIn())) {
        const session = await getSession();
        if (session) {
          await askForTraining(session.userKey, model, asked, picked.zip);
          wakeQueue();
          setName('');
          setPicked({ state: 'none' });
          showToast({ message: t`It is in the queue, and leaves as soon as there is a network.` });
        }
      }
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setBusy(false);
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t({ message: 'Name of the style', comment: 'Label of a text field' })}
        required
        maxLength={modelNameMaxCharacters}
        value={name}
        error={isMissing && name.trim() === '' ? t`Need to Input the Model Name` : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div
        className={classes.file}
        role="group"
        aria-label={t({ message: 'Zip of pictures', comment: 'Label' })}
      >
        <input
          ref={picker}
          type="file"
          accept=".zip,application/zip"
          hidden
          data-testid="pick-training"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void take(file);
          }}
        />
        <Button
          variant="default"
          loading={picked.state === 'looking'}
          onClick={() => picker.current?.click()}
        >
          {picked.state === 'kept' ? (
            <Trans comment="Button: choose another zip instead">Replace</Trans>
          ) : (
            <Trans>Choose a zip</Trans>
          )}
        </Button>
        {picked.state === 'looking' && (
          <span role="status">
            <Trans>Looking at the pictures</Trans>
          </span>
        )}
        {picked.state === 'kept' && (
          <span className={classes.name}>
            {picked.zip.name} · {formatBytes(picked.zip.bytes, i18n.locale)}
          </span>
        )}
      </div>
      <p className={classes.hint}>
        <Trans>
          PNG or JPG, at the root of the zip, larger than {trainedSide} × {trainedSide}; up to{' '}
          {limit}.
        </Trans>{' '}
        <Trans comment="{base} is a family of models">Base: {base}.</Trans>
      </p>
      {isMissing && picked.state === 'none' && (
        <Notice tone="warn" announce title={<Trans>Choose a zip first</Trans>} />
      )}
      {picked.state === 'refused' && (
        <Notice
          tone="warn"
          announce
          title={
            picked.code === 'too-large' ? (
              <Trans>The zip is too large: up to {limit} fit.</Trans>
            ) : picked.code === 'unsupported-media' ? (
              <Trans>Only zip files are taken.</Trans>
            ) : (
              i18n._(errorWords[picked.code].title)
            )
          }
        />
      )}
      {picked.state === 'kept' && <Examined zip={picked.zip} />}
      {failure !== null && (
        <Notice tone="danger" announce title={i18n._(errorWords[failure].title)} />
      )}
      <div>
        <Button type="submit" loading={busy} disabled={picked.state === 'looking'}>
          <Trans comment="Button: begins to learn a style">Train</Trans>
        </Button>
      </div>
    </form>
  );
}

/** What the device has seen of a zip; each odd file by its name. */
function Examined({ zip }: { zip: KeptZip }) {
  const { t } = useLingui();
  const { good, odd, oddInAll } = zip.examined;
  const words: Record<Oddity, string> = {
    'in-folder': t({ message: 'in a folder, not at the root', comment: 'Of a file of a zip' }),
    'too-small': t({
      message: `not larger than ${trainedSide} × ${trainedSide}`,
      comment: 'Of a picture',
    }),
    'other-type': t({ message: 'neither PNG nor JPG', comment: 'Of a file of a zip' }),
    damaged: t({ message: 'damaged or too large', comment: 'Of a file of a zip' }),
  };
  return (
    <Notice
      tone={good < trainedMin ? 'warn' : oddInAll > 0 ? 'quiet' : 'success'}
      announce
      title={
        <Plural
          value={good}
          one="# picture is as it should be"
          other="# pictures are as they should be"
        />
      }
    >
      {good < trainedMin && (
        <p>
          <Plural value={trainedMin} one="At least # is needed." other="At least # are needed." />
        </p>
      )}
      {oddInAll > 0 && (
        <>
          <p>
            <Plural
              value={oddInAll}
              one="# file is not, and may be left out:"
              other="# files are not, and may be left out:"
            />
          </p>
          <ul className={classes.odd}>
            {odd.map(({ name, oddity }) => (
              <li key={name}>
                {name}: {words[oddity]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}
