import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isSessionUsable } from '../../db/account/session.ts';
import { communityOwner } from '../../domain/community.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { useSession } from '../../live/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatNumber } from '../../words/intl.ts';
import { fetchGift, takeGift, type Gift } from './limited-claim.ts';
import classes from './GiftCard.module.css';

/**
 * What a link with credits gives, from the question who one is to the thanks.
 * @param id null where no link is known
 * @param onLeave when one goes on to another page
 */
export function GiftCard({ id, onLeave }: { id: string | null; onLeave?: () => void }) {
  const { t } = useLingui();
  const session = useSession();
  const { requestSignIn } = useAppActions();
  if (session === undefined) {
    return <div className={classes.bone} role="status" aria-label={t`Loading`} />;
  }
  if (id === null || session?.userKey === communityOwner) return <NoGift onLeave={onLeave} />;
  if (!isSessionUsable(session)) {
    return (
      <EmptyState
        kind="signed-out"
        title={<Trans>Credits are waiting for you</Trans>}
        actions={
          <Button size="lg" onClick={() => void requestSignIn()}>
            <Trans comment="Button">Sign in</Trans>
          </Button>
        }
      >
        <p>
          <Trans>Sign in first, so that they go to your account.</Trans>
        </p>
      </EmptyState>
    );
  }
  return <GiftOf key={`${session.userKey} ${id}`} id={id} onLeave={onLeave} />;
}

type Leaving = { onLeave: (() => void) | undefined };

function NoGift({ onLeave }: Leaving) {
  return (
    <EmptyState
      kind="missing"
      title={<Trans>This link gives nothing any more</Trans>}
      actions={
        <ButtonLink to="/me" variant="default" onClick={onLeave}>
          <Trans comment="Link to the page with the free credits of the day">
            See today's free credits
          </Trans>
        </ButtonLink>
      }
    >
      <p>
        <Trans>It may be over, or a part of its address was lost. Ask who gave it to you.</Trans>
      </p>
    </EmptyState>
  );
}

type Asked = { kind: 'loading' } | { kind: 'gift'; gift: Gift } | { kind: 'none' } | Failed;
interface Failed {
  kind: 'failed';
  code: ErrorCode;
}

const failed = (error: unknown): Failed => ({
  kind: 'failed',
  code: errorCodeOf(error),
});

function GiftOf({ id, onLeave }: Leaving & { id: string }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [asked, setAsked] = useState<Asked>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [taking, setTaking] = useState<'no' | 'under-way' | 'taken' | Failed>('no');

  useEffect(() => {
    const ending = new AbortController();
    fetchGift(id, ending.signal).then(
      (gift) => setAsked(gift ? { kind: 'gift', gift } : { kind: 'none' }),
      (error: unknown) => {
        if (ending.signal.aborted) return;
        // What is known stays when the network goes.
        setAsked((known) => (known.kind === 'gift' ? known : failed(error)));
      },
    );
    return () => ending.abort();
  }, [id, attempt, online]);

  async function take() {
    setTaking('under-way');
    try {
      await takeGift(id);
      setTaking('taken');
    } catch (error) {
      setTaking(failed(error));
    }
  }

  if (asked.kind === 'none') return <NoGift onLeave={onLeave} />;
  if (asked.kind === 'loading') {
    return <div className={classes.bone} role="status" aria-label={t`Loading`} />;
  }
  if (asked.kind === 'failed') {
    return (
      <Notice
        title={
          online ? (
            i18n._(errorWords[asked.code].title)
          ) : (
            <Trans>What the link gives is told by the network</Trans>
          )
        }
        actions={
          <Button size="sm" variant="default" onClick={() => setAttempt(attempt + 1)}>
            <Trans comment="Button">Try again</Trans>
          </Button>
        }
      >
        <Trans>Nothing is lost: the link works later, too.</Trans>
      </Notice>
    );
  }
  const { amount, validDays, isTaken } = asked.gift;
  const isNew = taking === 'taken';
  return (
    <section className={classes.card} data-celebrate={isNew || undefined} aria-live="polite">
      <KilnLogo size="2.5rem" progress={isNew || isTaken ? 1 : 0.4} />
      <p className={classes.amount}>+{formatNumber(amount, i18n.locale)}</p>
      {isNew ? (
        <p className={classes.words}>
          <Plural
            value={amount}
            one="# credit is yours. Have fun with it."
            other="# credits are yours. Have fun with them."
          />
        </p>
      ) : isTaken ? (
        <p className={classes.words}>
          <Trans>You have had these credits. A link gives once.</Trans>
        </p>
      ) : (
        <p className={classes.words}>
          {validDays === 0 ? (
            <Trans>Credits for you, until the day is over.</Trans>
          ) : (
            <Plural
              value={validDays}
              one="Credits for you, for # day."
              other="Credits for you, for # days."
            />
          )}
        </p>
      )}
      {typeof taking === 'object' && (
        <div className={classes.note}>
          <Notice
            tone="warn"
            title={
              online ? i18n._(errorWords[taking.code].title) : <Trans>This needs a network</Trans>
            }
          >
            <Trans>Try again when you like: they are given once, however often you press.</Trans>
          </Notice>
        </div>
      )}
      {isNew || isTaken ? (
        <ButtonLink to="/generate/{-$type}/{-$model}" onClick={onLeave}>
          <Trans comment="Link to the form">Make something</Trans>
        </ButtonLink>
      ) : (
        <Button size="lg" loading={taking === 'under-way'} onClick={() => void take()}>
          <Plural value={amount} one="Take # credit" other="Take # credits" />
        </Button>
      )}
    </section>
  );
}
