import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRequestsUnderWay } from '../../live/useRequestsUnderWay.ts';
import { Banner } from '../../ui/Banner.tsx';
import { longWaitStartMs } from './long-wait.ts';
import { useNotifications } from './useNotifications.ts';

/** Asks once, at the moment it makes sense: something takes long enough to go away meanwhile. */
export function NotifyOffer() {
  const notifications = useNotifications();
  const mayAsk =
    notifications?.choice === 'unasked' &&
    (notifications.permission === 'open' || notifications.permission === 'granted');
  const isLong = useLongWait(mayAsk);
  if (!notifications || !mayAsk || !isLong) return null;
  return (
    <Banner
      actions={
        <>
          <Button size="sm" onClick={() => void notifications.turnOn()}>
            <Trans comment="Button: allow notifications">Tell me</Trans>
          </Button>
          <Button size="sm" variant="subtle" onClick={() => void notifications.postpone()}>
            <Trans comment="Button: no notifications for now">No need</Trans>
          </Button>
        </>
      }
    >
      <Trans>This takes a while. Shall Kiln tell you when it's done?</Trans>
    </Banner>
  );
}

/** True from the moment on that something has been under way for long, or is known to take long. */
function useLongWait(isAsked: boolean): boolean {
  const startMs = longWaitStartMs(useRequestsUnderWay(isAsked) ?? []);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (startMs === null) return;
    const timer = setTimeout(() => setNowMs(Date.now()), Math.max(0, startMs - Date.now()));
    return () => clearTimeout(timer);
  }, [startMs]);
  return startMs !== null && startMs <= nowMs;
}
