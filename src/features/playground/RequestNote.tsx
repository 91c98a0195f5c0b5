import { Plural, Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { saveDailyClaim } from '../../db/intents.ts';
import { claimDay } from '../../domain/credits.ts';
import { isOpenStage, type GenerateIntent } from '../../domain/intent.ts';
import { useAppActions } from '../../ui/app-actions.ts';
import { useBalance, useHeldCredits, useSession } from './live-data.ts';
import classes from './RequestNote.module.css';
import type { GenerateFailure } from './use-generate.ts';
import { useOnline } from '../../ui/online.ts';

/** One quiet line about the request as it stands: the most urgent first. */
export function RequestNote({
  cost,
  requests,
  failure,
}: {
  cost: number;
  requests: readonly GenerateIntent[];
  failure: GenerateFailure | null;
}) {
  const online = useOnline();
  const session = useSession();
  const balance = useBalance();
  const { openQueue, wakeQueue } = useAppActions();
  const held = useHeldCredits(session?.userKey ?? null);
  const under = requests.filter((request) => isOpenStage(request.stage)).length;

  if (failure !== null) {
    return (
      <p className={classes.note} data-tone="danger" role="alert">
        {failure === 'storage-full' ? (
          <Trans>
            This device has no room left, so nothing was sent. Free some space and try again.
          </Trans>
        ) : failure === 'source-missing' ? (
          <Trans>The source picture is missing. Choose it again.</Trans>
        ) : (
          <Trans>That couldn't be saved. Your words are still here; try again.</Trans>
        )}
      </p>
    );
  }
  const left = session && balance ? Math.max(0, balance.balance - held) : null;
  if (session && balance && left !== null && left < cost) {
    return (
      <p className={classes.note} data-tone="warn">
        <Plural
          value={left}
          one="You have # credit left; this needs more."
          other="You have # credits left; this needs more."
        />{' '}
        {balance.claimedToday ? (
          <Trans>New ones come tomorrow.</Trans>
        ) : (
          <Button
            className={classes.inline}
            variant="subtle"
            size="sm"
            onClick={() => {
              const nowMs = Date.now();
              void saveDailyClaim(session.userKey, claimDay(nowMs)).then(() => wakeQueue());
            }}
          >
            <Plural
              value={balance.dailyAmount}
              one="Claim today's # credit"
              other="Claim today's # credits"
            />
          </Button>
        )}
      </p>
    );
  }
  if (under > 0) {
    return (
      <p className={classes.note}>
        <Button className={classes.inline} variant="subtle" size="sm" onClick={openQueue}>
          {online ? (
            <Plural value={under} one="# on its way" other="# on their way" />
          ) : (
            <Plural
              value={under}
              one="# saved. It leaves when you're back online."
              other="# saved. They leave when you're back online."
            />
          )}
        </Button>
      </p>
    );
  }
  if (!online) {
    return (
      <p className={classes.note}>
        <Trans>Offline. What you make is kept and leaves later.</Trans>
      </p>
    );
  }
  return null;
}
