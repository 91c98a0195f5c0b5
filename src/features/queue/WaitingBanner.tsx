import { Plural, Trans } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import {
  IconCloudOff,
  IconCloudPause,
  IconPlayerPause,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';
import { useObservable } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { calmly } from '../../db/calm.ts';
import { readWaiting } from '../../db/watch.ts';
import { getSession, isSessionUsable } from '../../db/session.ts';
import { getSetting, setSetting } from '../../db/settings.ts';
import { useAppActions } from '../../ui/app-actions.ts';
import { QueueAnnouncer } from './QueueAnnouncer.tsx';
import { bannerState, type QueueFigures } from './banner-state.ts';
import { useOnline } from '../../ui/online.ts';
import classes from './WaitingBanner.module.css';

async function readFigures(): Promise<QueueFigures | null> {
  const session = await getSession();
  const owner = session?.userKey;
  if (!owner) return null;
  const { requests, failures, stopped } = await readWaiting(owner);
  return {
    waiting: requests,
    failures,
    needsSignIn: !isSessionUsable(session) || stopped.includes('login-required'),
    paused: await getSetting('queuePaused'),
  };
}

/** One quiet line: how the network is and what waits for it. Nothing when all is well. */
export function WaitingBanner() {
  const online = useOnline();
  const figures = useObservable(() => calmly(['intents', 'settings'], readFigures), []);
  const state = bannerState(online, figures ?? null);
  return (
    <>
      <div role="status" className={classes.place}>
        <BannerWords state={state} />
      </div>
      <QueueAnnouncer />
    </>
  );
}

function BannerWords({ state }: { state: ReturnType<typeof bannerState> }) {
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
          {state.waiting === 0 ? (
            <Trans>Offline. Your images are here, and what you start now leaves later.</Trans>
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
