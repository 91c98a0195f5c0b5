import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { workerKeyNameMax, type NetworkOf } from '../../domain/worker-network.ts';
import { useAsked } from '../../live/useAsked.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { showToast } from '../../ui/toast.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock } from '../../words/intl.ts';
import * as lists from './lists.ts';
import classes from './NetworkPage.module.css';
import { WorkerRow } from './Rows.tsx';

/** One's own workers and the keys by which they are known; nothing for who has none and may connect none. */
export function OwnWorkers({
  of,
  attempt,
  onChanged,
}: {
  of: NetworkOf;
  attempt: string;
  onChanged: () => void;
}) {
  const [changes, setChanges] = useState(0);
  const asked = useAsked(`${of} ${attempt} ${changes}`, async (signal) => {
    const keys = of === 'here' ? await lists.fetchKeys(signal) : null;
    const [mine, states] = await Promise.all([
      lists.fetchMine(of, signal),
      keys === null ? new Map<string, lists.OwnState>() : lists.fetchOwnStates(signal),
    ]);
    return { keys, mine, states };
  });
  const changed = () => {
    setChanges((count) => count + 1);
    onChanged();
  };
  // Whoever can't be asked has the list of all below, which says so.
  if (asked.state !== 'known') return null;
  const { keys, mine, states } = asked.value;
  if (keys === null && mine.workers.length === 0) return null;
  return (
    <Section title={<Trans comment="Heading">Your workers</Trans>}>
      <div className={classes.own}>
        {mine.workers.length > 0 && (
          <ul className={classes.list}>
            {mine.workers.map((worker) => (
              <li key={worker.id} className={classes.row}>
                <WorkerRow worker={worker} />
                <OwnButtons
                  of={of}
                  id={worker.id}
                  name={worker.name}
                  maintenance={worker.maintenance}
                  state={states.get(worker.id) ?? null}
                  onChanged={changed}
                />
              </li>
            ))}
          </ul>
        )}
        {keys !== null && <Keys keys={keys} onChanged={changed} />}
      </div>
    </Section>
  );
}

/** Runs what somebody pressed, once at a time. */
function useAttempt(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      onDone();
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setBusy(false);
  };
  return { busy, failure, attempt };
}

function OwnButtons({
  of,
  id,
  name,
  maintenance,
  state,
  onChanged,
}: {
  of: NetworkOf;
  id: string;
  name: string;
  maintenance: boolean;
  state: lists.OwnState | null;
  onChanged: () => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { busy, failure, attempt } = useAttempt(onChanged);
  const [asks, setAsks] = useState(false);
  return (
    <div className={classes.buttons}>
      {state?.isDropping === true && maintenance && (
        <Notice tone="warn" title={<Trans>It dropped too much and gets nothing for now</Trans>}>
          <Trans>Have a look at it, then let it work again.</Trans>
        </Notice>
      )}
      {state?.paused === true && (
        <Notice tone="warn" title={<Trans>Whoever runs the studio has paused it</Trans>} />
      )}
      {failure !== null && (
        <Notice tone="danger" announce title={i18n._(errorWords[failure].title)} />
      )}
      <Button
        variant="default"
        size="sm"
        loading={busy}
        disabled={!online}
        aria-label={
          maintenance
            ? t({ message: `Let it work again: ${name}`, comment: 'Button; {name} is a worker' })
            : t({ message: `Give it a rest: ${name}`, comment: 'Button; {name} is a worker' })
        }
        onClick={() => void attempt(() => lists.setMaintenance(of, id, !maintenance))}
      >
        {maintenance ? (
          <Trans comment="Button: end of maintenance">Let it work again</Trans>
        ) : (
          <Trans comment="Button: maintenance">Give it a rest</Trans>
        )}
      </Button>
      {of === 'here' && (
        <Button
          variant="subtle"
          size="sm"
          disabled={!online}
          aria-label={t({ message: `Forget ${name}`, comment: 'Button; {name} is a worker' })}
          onClick={() => setAsks(true)}
        >
          <Trans comment="Button: a worker that is gone for good">Forget</Trans>
        </Button>
      )}
      <ConfirmDialog
        opened={asks}
        title={<Trans comment="Question; {name} is a worker">Forget {name}?</Trans>}
        confirmLabel={<Trans comment="Button: a worker that is gone for good">Forget</Trans>}
        onConfirm={() => {
          setAsks(false);
          void attempt(() => lists.removeWorker(id));
        }}
        onCancel={() => setAsks(false)}
      >
        <Trans>It is known again the next time it asks for work. Its kudos stay yours.</Trans>
      </ConfirmDialog>
    </div>
  );
}

function Keys({
  keys,
  onChanged,
}: {
  keys: NonNullable<Awaited<ReturnType<typeof lists.fetchKeys>>>;
  onChanged: () => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [name, setName] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<{ id: string; name: string } | null>(null);
  const { busy, failure, attempt } = useAttempt(onChanged);
  function submit(event: FormEvent) {
    event.preventDefault();
    const asked = name.trim();
    if (asked === '') return;
    void attempt(async () => {
      setMade(await lists.addKey(asked));
      setName('');
    });
  }
  return (
    <>
      <p className={classes.hint}>
        <Trans>
          Any worker of the AI Horde can work for this studio: give it a key of yours and this
          address in place of the Horde’s.
        </Trans>
      </p>
      {keys.length > 0 && (
        <ul className={classes.list} aria-label={t({ message: 'Keys', comment: 'Name of a list' })}>
          {keys.map((key) => (
            <li key={key.id} className={classes.row}>
              <span className={classes.name}>
                {key.name}
                <span className={classes.soft}>
                  …{key.ending} ·{' '}
                  {key.used_at === null ? (
                    <Trans comment="Of a key">never used</Trans>
                  ) : (
                    formatClock(Date.parse(key.used_at), nowMs, i18n.locale)
                  )}
                </span>
              </span>
              <Button
                variant="subtle"
                size="sm"
                disabled={!online}
                aria-label={t({ message: `End the key ${key.name}`, comment: 'Button' })}
                onClick={() => setEnding(key)}
              >
                <Trans comment="Button: a key opens nothing any more">End</Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {made !== null && (
        <Notice
          tone="success"
          announce
          title={<Trans>The new key. It is shown this once</Trans>}
          actions={
            <Button
              size="sm"
              variant="default"
              onClick={() =>
                void navigator.clipboard
                  .writeText(made)
                  .then(() => showToast({ message: t`Copied` }))
                  .catch(() => undefined)
              }
            >
              <Trans comment="Button: into the clipboard">Copy</Trans>
            </Button>
          }
        >
          <div className={classes.key}>{made}</div>
          <div className={classes.soft}>
            <Trans comment="Below it an address">For the worker, as the Horde’s address:</Trans>{' '}
            {`${location.origin}/api/`}
          </div>
        </Notice>
      )}
      {failure !== null && (
        <Notice tone="danger" announce title={i18n._(errorWords[failure].title)} />
      )}
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label={t({ message: 'Name of the new key', comment: 'Label of a text field' })}
          placeholder={t({ message: 'Where the worker runs', comment: 'In an empty text field' })}
          maxLength={workerKeyNameMax}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={busy}
          disabled={!online || name.trim() === ''}
        >
          <Trans comment="Button">New key</Trans>
        </Button>
      </form>
      <ConfirmDialog
        opened={ending !== null}
        title={<Trans comment="Question">End the key {ending?.name}?</Trans>}
        confirmLabel={<Trans comment="Button: a key opens nothing any more">End</Trans>}
        onConfirm={() => {
          const id = ending?.id;
          setEnding(null);
          setMade(null);
          if (id !== undefined) void attempt(() => lists.removeKey(id));
        }}
        onCancel={() => setEnding(null)}
      >
        <Trans>Workers that have it get no more work. Others of yours go on.</Trans>
      </ConfirmDialog>
    </>
  );
}
