import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { setSetting } from '../../db/settings.ts';
import { useChosenSetting } from './useChosenSetting.ts';

/** Whether a picture that leaves carries how it was made: prompts are private, and files travel on. */
export function TellSettings() {
  const { t } = useLingui();
  const { value, choose } = useChosenSetting('tellsSettings', (next) =>
    setSetting('tellsSettings', next),
  );
  if (value === undefined) return null;
  return (
    <Switch
      label={t({ message: 'Keep settings in downloaded pictures', comment: 'Setting: a switch' })}
      description={
        <Trans>
          Prompt, seed, model and the rest, so that Kiln and other programs can take them over.
          Whoever gets the file can read them. Source pictures never go along.
        </Trans>
      }
      checked={value}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}
