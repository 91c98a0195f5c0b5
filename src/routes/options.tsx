import { createFileRoute } from '@tanstack/react-router';
import { NotificationSwitch } from '../features/notifications/NotificationSwitch.tsx';
import { OptionsPage } from '../features/options/OptionsPage.tsx';

export const Route = createFileRoute('/options')({ component: OptionsRoute });

function OptionsRoute() {
  return <OptionsPage notifications={<NotificationSwitch />} />;
}
