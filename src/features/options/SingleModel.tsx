import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { currentOwner } from '../../db/account/session.ts';
import { setOwnSetting } from '../../db/settings.ts';
import { useOwnSetting } from '../../live/useSetting.ts';
import classes from './OptionsForm.module.css';

/** Whether the tools that can do with one model show no others. */
export function SingleModel() {
  const { t } = useLingui();
  const isSingle = useOwnSetting('singleModel');
  const [failed, setFailed] = useState(false);
  if (isSingle === undefined) return null;
  async function keep(next: boolean) {
    setFailed(false);
    try {
      await setOwnSetting(await currentOwner(), 'singleModel', next);
    } catch {
      setFailed(true);
    }
  }
  return (
    <div className={classes.choice}>
      <Switch
        size="md"
        checked={isSingle}
        label={t({
          message: 'One model for editing and product pictures',
          comment: 'Setting: two tools show no list of models',
        })}
        onChange={(event) => void keep(event.currentTarget.checked)}
      />
      <p className={classes.hint}>
        {failed ? (
          <Trans>That could not be kept. Make some room on this device and try again.</Trans>
        ) : (
          <Trans>
            Where a picture is redrawn and where a product is staged, Kiln then chooses by itself; a
            link can still name another.
          </Trans>
        )}
      </p>
    </div>
  );
}
