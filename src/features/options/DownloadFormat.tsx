import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Settings } from '../../db/schema.ts';
import { setSetting } from '../../db/settings.ts';
import { useSetting } from '../../live/useSetting.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './OptionsForm.module.css';

type Format = Settings['downloadFormat'];

const formats: readonly Format[] = ['PNG', 'JPG', 'WEBP'];

/** In which format a picture leaves as a file (spec 1, section 5, user settings). */
export function DownloadFormat() {
  const { t } = useLingui();
  const choice = useSetting('downloadFormat');
  const [pressed, setPressed] = useState<Format | null>(null);
  if (choice === undefined) return null;
  if (pressed === choice) setPressed(null);

  const choose = (next: Format) => {
    setPressed(next);
    setSetting('downloadFormat', next).catch(() => setPressed(null));
  };

  return (
    <div className={classes.choice}>
      <Segmented<Format>
        full
        label={t({
          message: 'Pictures download as',
          comment: 'Setting: file format of downloaded pictures',
        })}
        value={choice}
        pending={pressed}
        onChange={choose}
        options={formats.map((value) => ({ value, label: value === 'WEBP' ? 'WebP' : value }))}
      />
      <p className={classes.hint}>
        <Trans>
          SVG drawings, GIFs, films, sounds and 3D keep their own format, which loses nothing.
        </Trans>
      </p>
    </div>
  );
}
