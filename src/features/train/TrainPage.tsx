import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { modelNameMaxCharacters } from '../../domain/limits.ts';
import { trainedMin, trainedSide, type Oddity } from '../../domain/training.ts';
import { uploadLimits } from '../../domain/uploads.ts';
import { useAsked } from '../../live/useAsked.ts';
import { useMedia } from '../../live/useMedia.ts';
import { useModels } from '../../live/useModels.ts';
import { useSession } from '../../live/useSession.ts';
import { useToolRequests } from '../../live/useToolRequests.ts';
import { RequestControls } from '../../requests/actions/RequestControls.tsx';
import { requestState } from '../../requests/request-state.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { StatusPill, type Tone } from '../../ui/StatusPill.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { errorWords } from '../../words/errors.ts';
import { formatBytes, formatClock } from '../../words/intl.ts';
import { askForTraining, fetchRecords, keepZip, type KeptZip } from './training.ts';
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

/** Newest first: what the device has asked for, and what the platform knows beside it. */
function Records() {
  const { t } = useLingui();
  const session = useSession();
  const online = useOnline();
  const models = useModels();
  const intents = useToolRequests(
    session === undefined ? undefined : (session?.userKey ?? null),
    'Train',
    models ?? [],
    null,
  );
  const ends = (intents ?? []).map(({ id, stage }) => `${id} ${stage}`).join();
  const asked = useAsked(`${session?.userKey} ${String(online)} ${ends}`, (signal) =>
    // Without a network the device's own are all there is to know.
    online ? fetchRecords(signal) : Promise.resolve([]),
  );
  if (intents === undefined) return null;
  const here = new Set<string>(intents.flatMap(({ jobId }) => jobId ?? []));
  const elsewhere = asked.state === 'known' ? asked.value.filter(({ id }) => !here.has(id)) : [];
  return (
    <Section title={<Trans comment="Heading: list of trained styles">Your styles</Trans>}>
      {intents.length + elsewhere.length === 0 ? (
        <p className={classes.hint}>
          <Trans>Nothing has been trained yet.</Trans>
        </p>
      ) : (
        <ul
          className={classes.list}
          aria-label={t({ message: 'Your styles', comment: 'Name of a list' })}
        >
          {intents.map((intent) => (
            <li key={intent.id} className={classes.row}>
              <OwnRecord intent={intent} />
            </li>
          ))}
          {elsewhere.map((record) => (
            <li key={record.id} className={classes.row}>
              <Facts
                name={record.model_name}
                atMs={Date.parse(record.create_time)}
                facts={[record.model, record.file_size === null ? null : record.file_size]}
                pill={
                  record.train_state === 'succeeded' ? (
                    <Trans comment="State of a training">Succeeded</Trans>
                  ) : record.train_state === 'failed' ? (
                    <Trans comment="State of a training">Failed</Trans>
                  ) : (
                    <Trans comment="State of a training">Processing</Trans>
                  )
                }
                tone={
                  record.train_state === 'succeeded'
                    ? 'success'
                    : record.train_state === 'failed'
                      ? 'danger'
                      : 'active'
                }
              />
              {record.train_result !== null && (
                <Result id={record.train_result} name={record.model_name} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Facts({
  name,
  atMs,
  facts,
  pill,
  tone,
}: {
  name: string;
  atMs: number;
  /** A model, a file, bytes. */
  facts: readonly (string | number | null)[];
  pill: ReactNode;
  tone: Tone;
}) {
  const { i18n } = useLingui();
  const nowMs = useNow(30_000);
  const said = facts.flatMap((fact) =>
    fact === null || fact === ''
      ? []
      : typeof fact === 'number'
        ? formatBytes(fact, i18n.locale)
        : fact,
  );
  return (
    <span className={classes.facts}>
      <span className={classes.name}>
        {name} <StatusPill tone={tone}>{pill}</StatusPill>
      </span>
      <span className={classes.hint}>
        {[formatClock(atMs, nowMs, i18n.locale), ...said].join(' · ')}
      </span>
    </span>
  );
}

function Result({ id, name }: { id: string; name: string }) {
  const { t } = useLingui();
  return (
    <ButtonLink
      to="/work/$id"
      params={{ id }}
      size="sm"
      variant="default"
      aria-label={t({ message: `Open: ${name}`, comment: 'Link; after it the name of a style' })}
    >
      <Trans comment="Link to a work">Open</Trans>
    </ButtonLink>
  );
}

function OwnRecord({ intent }: { intent: GenerateIntent }) {
  const { i18n } = useLingui();
  const surroundings = useSurroundings();
  const words = useStateWords();
  const [source] = intent.payload.sources;
  const media = useMedia(source?.mediaId ?? null);
  if (!surroundings) return null;
  const state = requestState(intent, surroundings);
  const name = String(intent.payload.input['model_name'] ?? '');
  const isDone = state.kind === 'done';
  const isFailed = state.kind === 'failed' || state.kind === 'needs-you';
  const [result] = intent.workIds ?? [];
  return (
    <>
      <Facts
        name={name}
        atMs={intent.createdAtMs}
        facts={[
          textIn(intent.payload.modelLabel, asLanguage(i18n.locale)),
          media?.name ?? null,
          media?.bytes ?? null,
        ]}
        pill={
          isDone ? (
            <Trans comment="State of a training">Succeeded</Trans>
          ) : isFailed ? (
            <Trans comment="State of a training">Failed</Trans>
          ) : (
            words(state, surroundings.nowMs).phrase
          )
        }
        tone={isDone ? 'success' : isFailed ? 'danger' : 'active'}
      />
      {isFailed && <Notice tone="warn" title={i18n._(errorWords[state.code].title)} />}
      <span className={classes.buttons}>
        {isDone && result !== undefined ? (
          <Result id={result} name={name} />
        ) : (
          <RequestControls intent={intent} state={state} />
        )}
      </span>
    </>
  );
}
