import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TrainRecord } from '../../api/contract/training.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { workRouteId, type WorkId } from '../../domain/ids.ts';
import { asLanguage, textIn } from '../../domain/languages.ts';
import { useAsked } from '../../live/useAsked.ts';
import { useMedia } from '../../live/useMedia.ts';
import { useModels } from '../../live/useModels.ts';
import { useSession } from '../../live/useSession.ts';
import { useToolRequests } from '../../live/useToolRequests.ts';
import { useWorkWithThumbnail } from '../../live/useWorkWithThumbnail.ts';
import { RequestControls } from '../../requests/actions/RequestControls.tsx';
import { requestState } from '../../requests/request-state.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { StatusPill, type Tone } from '../../ui/StatusPill.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatBytes, formatClock } from '../../words/intl.ts';
import { fetchRecords } from './training.ts';
import classes from './TrainPage.module.css';

/** Newest first: what the device has asked for, and what the platform knows beside it. */
export function Records() {
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
              <RecordElsewhere record={record} />
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

/** What a style makes of a few scenes, once it has been learnt; one sees it large in the work. */
function Card({ id, name }: { id: WorkId; name: string }) {
  const { t } = useLingui();
  const src = useObjectUrl(useWorkWithThumbnail(id)?.thumbnail?.blob);
  return (
    <Link
      to="/work/$id"
      params={{ id: workRouteId(id) }}
      className={classes.card}
      aria-label={t({ message: `Open: ${name}`, comment: 'Link; after it the name of a style' })}
    >
      {src === null ? (
        <Trans comment="Link to a work">Open</Trans>
      ) : (
        <img
          src={src}
          alt={t({
            message: `Sample pictures: ${name}`,
            comment: 'What a picture shows; after it the name of a style',
          })}
        />
      )}
    </Link>
  );
}

function RecordElsewhere({ record }: { record: TrainRecord }) {
  const isDone = record.train_state === 'succeeded';
  const isFailed = record.train_state === 'failed';
  const result = record.train_result as WorkId | null;
  return (
    <>
      <Facts
        name={record.model_name}
        atMs={Date.parse(record.create_time)}
        facts={[record.model, record.file_size]}
        pill={
          isDone ? (
            <Trans comment="State of a training">Succeeded</Trans>
          ) : isFailed ? (
            <Trans comment="State of a training">Failed</Trans>
          ) : (
            <Trans comment="State of a training">Processing</Trans>
          )
        }
        tone={isDone ? 'success' : isFailed ? 'danger' : 'active'}
      />
      {result !== null && <Card id={result} name={record.model_name} />}
    </>
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
      {isDone && result !== undefined ? (
        <Card id={result} name={name} />
      ) : (
        <span className={classes.buttons}>
          <RequestControls intent={intent} state={state} />
        </span>
      )}
    </>
  );
}
