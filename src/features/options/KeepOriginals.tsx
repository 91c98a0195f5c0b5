import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { setKeepOriginals } from '../../db/originals.ts';
import type { Settings } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { getSetting } from '../../db/settings.ts';
import { communityOwner } from '../../domain/community.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './OptionsForm.module.css';

type Choice = Settings['keepOriginals'];

/** Which full-size images come to this device without being asked for. */
export function KeepOriginals() {
  const { t } = useLingui();
  const kept = useLiveQuery(async () => ({
    choice: await getSetting('keepOriginals'),
    owner: (await getSession())?.userKey ?? null,
  }));
  // A radio button that waits for the disk would look as if it did not take the press.
  const [pressed, setPressed] = useState<Choice | null>(null);
  // Without a platform there are no other devices.
  if (!kept || kept.owner === communityOwner) return null;
  const { choice, owner } = kept;
  if (pressed === choice) setPressed(null);
  const shown = pressed ?? choice;

  function choose(next: Choice) {
    setPressed(next);
    setKeepOriginals(owner, next).catch(() => setPressed(null));
  }

  return (
    <div className={classes.choice}>
      <Segmented<Choice>
        full
        label={t({
          message: 'Full size on this device',
          comment: 'Setting: of which images the large version is kept here',
        })}
        value={shown}
        onChange={choose}
        options={[
          {
            value: 'made-here',
            label: t({ message: 'What I make here', comment: 'Setting: which images are kept' }),
          },
          {
            value: 'all',
            label: t({ message: 'Everything', comment: 'Setting: which images are kept' }),
          },
        ]}
      />
      <p className={classes.hint}>
        {shown === 'all' ? (
          <Trans>
            Images from your other devices come in full size too, as long as this device has room
            and you don't save data.
          </Trans>
        ) : (
          <Trans>
            Images from your other devices are here in small. The full size comes when you open one.
          </Trans>
        )}
      </p>
    </div>
  );
}
