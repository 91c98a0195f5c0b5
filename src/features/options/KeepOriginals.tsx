import { Trans, useLingui } from '@lingui/react/macro';
import { setKeepOriginals } from '../../db/works/originals.ts';
import type { Settings } from '../../db/schema.ts';
import { communityOwner } from '../../domain/community.ts';
import { useOwner } from '../../live/useSession.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './OptionsForm.module.css';
import { useChosenSetting } from './useChosenSetting.ts';

type Choice = Settings['keepOriginals'];

/** Which full-size images come to this device without being asked for. */
export function KeepOriginals() {
  const { t } = useLingui();
  const owner = useOwner();
  const { value, pending, choose } = useChosenSetting('keepOriginals', (next) =>
    setKeepOriginals(owner ?? null, next),
  );
  // Without a platform there are no other devices.
  if (value === undefined || owner === undefined || owner === communityOwner) return null;

  return (
    <div className={classes.choice}>
      <Segmented<Choice>
        full
        label={t({
          message: 'Full size on this device',
          comment: 'Setting: of which works the large version is kept here',
        })}
        value={value}
        pending={pending}
        onChange={choose}
        options={[
          {
            value: 'made-here',
            label: t({ message: 'What I make here', comment: 'Setting: which works are kept' }),
          },
          {
            value: 'all',
            label: t({ message: 'Everything', comment: 'Setting: which works are kept' }),
          },
        ]}
      />
      <p className={classes.hint}>
        {value === 'all' ? (
          <Trans>
            Works from your other devices come in full size too, as long as this device has room and
            you don't save data.
          </Trans>
        ) : (
          <Trans>
            Works from your other devices are here in small. The full size comes when you open one.
          </Trans>
        )}
      </p>
    </div>
  );
}
