import { Plural, Trans } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import {
  IconCloudOff,
  IconCloudPause,
  IconPlayerPause,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { setSetting } from '../../db/settings.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { QueueAnnouncer } from './QueueAnnouncer.tsx';
import { queueState, type QueueState } from '../../requests/queue-state.ts';
import { useOnline } from '../../ui/useOnline.ts';
import classes from './WaitingBanner.module.css';
import { useQueueHoldUps } from '../../live/useQueueHoldUps.ts';

/** One quiet line: how the network is and what waits for it. Nothing when all is well. */
export function WaitingBanner() {
  const online = useOnline();
  const figures = useQueueHoldUps();
  const state = queueState(online, figures ?? null);
  return (
    <>
      <div role="status" className={classes.place}>
        <BannerWords state={state} />
      </div>
      <QueueAnnouncer />
    </>
  );
}

function BannerWords({ state }: { state: QueueState }) {
  const { openQueue, requestSignIn, wakeQueue } = useAppActions();
  async function resume() {
    await setSetting('queuePaused', false);
    wakeQueue();
  }
  switch (state.kind) {
    case 'nothing':
      return null;
    case 'offline':
      return (
        <Line icon={IconCloudOff} onPress={state.waiting > 0 ? openQueue : undefined}>
          {state.paused ? (
            <Plural
              value={state.waiting}
              one="Offline, and the queue is paused. # request is saved and leaves once you resume."
              other="Offline, and the queue is paused. # requests are saved and leave once you resume."
            />
          ) : state.waiting === 0 ? (
            <Trans>Offline. Your works are here, and what you start now leaves later.</Trans>
          ) : (
            <Plural
              value={state.waiting}
              one="Offline. # request is saved and leaves as soon as you're back."
              other="Offline. # requests are saved and leave as soon as you're back."
            />
          )}
        </Line>
      );
    case 'unreachable':
      return (
        <Line icon={IconCloudPause} onPress={openQueue}>
          {state.waiting === 0 ? (
            <Trans>
              The studio can't be reached right now. Everything is saved and tried again by itself.
            </Trans>
          ) : (
            <Plural
              value={state.waiting}
              one="The studio can't be reached right now. # request is saved and tries again by itself."
              other="The studio can't be reached right now. # requests are saved and try again by themselves."
            />
          )}
        </Line>
      );
    case 'signed-out':
      return (
        <Line icon={IconUserQuestion} onPress={() => void requestSignIn()}>
          {state.waiting === 0 ? (
            <Trans>Your sign-in has run out. Sign in again to go on.</Trans>
          ) : (
            <Plural
              value={state.waiting}
              one="Your sign-in has run out. # request is saved and leaves once you sign in."
              other="Your sign-in has run out. # requests are saved and leave once you sign in."
            />
          )}
        </Line>
      );
    case 'paused':
      return (
        <Line icon={IconPlayerPause} onPress={() => void resume()}>
          <Plural
            value={state.waiting}
            one="The queue is paused, # request waits. Press to resume."
            other="The queue is paused, # requests wait. Press to resume."
          />
        </Line>
      );
  }
}

function Line({
  icon: Icon,
  onPress,
  children,
}: {
  icon: Icon;
  onPress?: () => void;
  children: ReactNode;
}) {
  const content = (
    <span>
      <Icon className={classes.icon} size={18} stroke={1.75} aria-hidden />
      {children}
    </span>
  );
  return onPress ? (
    <UnstyledButton className={classes.line} data-press onClick={onPress}>
      {content}
    </UnstyledButton>
  ) : (
    <div className={classes.line}>{content}</div>
  );
}
