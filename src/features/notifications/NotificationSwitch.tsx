import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useNotifications, type Notifications } from './useNotifications.ts';

/** Whether this device says when something is ready. Nothing where the browser has no notifications. */
export function NotificationSwitch() {
  const { t } = useLingui();
  const notifications = useNotifications();
  // What was just pressed, until it has come true: the browser may ask first.
  const [pressed, setPressed] = useState<boolean | null>(null);
  if (!notifications || notifications.permission === 'unsupported') return null;
  const { permission, choice, turnOn, turnOff } = notifications;
  const isOn = choice === 'on' && permission === 'granted';
  if (pressed === isOn) setPressed(null);

  async function press(on: boolean) {
    setPressed(on);
    if (!on) await turnOff();
    else if (!(await turnOn())) setPressed(null);
  }

  return (
    <Switch
      label={t({
        message: "Tell me when it's done",
        comment: 'Setting: a notification when a result is ready',
      })}
      description={<Description {...notifications} />}
      checked={pressed ?? isOn}
      disabled={permission === 'denied'}
      onChange={(event) => void press(event.currentTarget.checked)}
    />
  );
}

function Description({ permission, choice, reachable }: Notifications) {
  if (permission === 'denied') {
    return (
      <Trans>
        This browser blocks notifications from Kiln. Allow them in its settings for this site.
      </Trans>
    );
  }
  if (choice !== 'on' || permission !== 'granted') {
    return <Trans>A notification on this device when a result is ready or something failed.</Trans>;
  }
  if (reachable === 'by-nobody') return <Trans>As long as this browser runs.</Trans>;
  return reachable === false ? (
    <Trans>
      As long as this browser runs. Its push service can't be reached from here, so a closed browser
      stays silent.
    </Trans>
  ) : (
    <Trans>Also while Kiln is closed.</Trans>
  );
}
