import { Trans, useLingui } from '@lingui/react/macro';
import type { Settings } from '../../db/schema.ts';
import { setSetting } from '../../db/settings.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './OptionsForm.module.css';
import { useChosenSetting } from './useChosenSetting.ts';

type Format = Settings['downloadFormat'];

const formats: readonly Format[] = ['PNG', 'JPG', 'WEBP'];

/** In which format a picture leaves as a file (spec 1, section 5, user settings). */
export function DownloadFormat() {
  const { t } = useLingui();
  const { value, pending, choose } = useChosenSetting('downloadFormat', (next) =>
    setSetting('downloadFormat', next),
  );
  if (value === undefined) return null;
  return (
    <div className={classes.choice}>
      <Segmented<Format>
        full
        label={t({
          message: 'Pictures download as',
          comment: 'Setting: file format of downloaded pictures',
        })}
        value={value}
        pending={pending}
        onChange={choose}
        options={formats.map((format) => ({
          value: format,
          label: format === 'WEBP' ? 'WebP' : format,
        }))}
      />
      <p className={classes.hint}>
        <Trans>
          SVG drawings, GIFs, videos, sounds and 3D keep their own format, which loses nothing.
        </Trans>
      </p>
    </div>
  );
}
