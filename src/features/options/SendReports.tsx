import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { setSetting } from '../../db/settings.ts';
import { communityOwner } from '../../domain/community.ts';
import { useOwner } from '../../live/useSession.ts';
import { useChosenSetting } from './useChosenSetting.ts';

/** Whether the studio is told of what ended badly on this device. */
export function SendReports() {
  const { t } = useLingui();
  const owner = useOwner();
  const { value, choose } = useChosenSetting('sendsReports', (next) =>
    setSetting('sendsReports', next),
  );
  // An AI Horde is told nothing.
  if (value === undefined || owner === undefined || owner === communityOwner) return null;
  return (
    <Switch
      label={t({ message: 'Report errors to the studio', comment: 'Setting: a switch' })}
      description={
        <Trans>Which tool and model failed, and how. Never your words or pictures.</Trans>
      }
      checked={value}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}
