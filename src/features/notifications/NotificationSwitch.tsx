import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useNotifications, type Notifications } from './useNotifications.ts';

/** Whether this device says when something is ready. Nothing where the browser has no notifications. */
export function NotificationSwitch() {
  const { t } = useLingui();
  const notifications = useNotifications();
  if (!notifications || notifications.permission === 'unsupported') return null;
  const { permission, choice, turnOn, turnOff } = notifications;
  const isOn = choice === 'on' && permission === 'granted';

  return (
    <Switch
      label={t({
        message: "Tell me when it's done",
        comment: 'Setting: a notification when a result is ready',
      })}
      description={<Description {...notifications} />}
      checked={isOn}
      disabled={permission === 'denied'}
      onChange={(event) => void (event.currentTarget.checked ? turnOn() : turnOff())}
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
