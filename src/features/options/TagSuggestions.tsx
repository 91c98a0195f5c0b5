import { Trans, useLingui } from '@lingui/react/macro';
import { setSetting } from '../../db/settings.ts';
import { tagLists, type TagList, type TagSource } from '../../domain/tags.ts';
import { useSetting } from '../../live/useSetting.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './OptionsForm.module.css';
import { useChosenSetting } from './useChosenSetting.ts';

/** As the boards write themselves. */
const boardNames: Readonly<Record<TagList, string>> = { danbooru: 'Danbooru', e621: 'e621' };

/** Whose tags are suggested while a prompt is written; nothing where the deployment has no list of them. */
export function TagSuggestions() {
  const { t } = useLingui();
  const addresses = useSetting('tagLists');
  const { value, pending, choose } = useChosenSetting('tagSource', (next) =>
    setSetting('tagSource', next),
  );
  const offered = tagLists.filter((list) => addresses?.[list] !== undefined);
  if (value === undefined || offered.length === 0) return null;
  return (
    <div className={classes.choice}>
      <Segmented<TagSource>
        full
        label={t({
          message: 'Tag suggestions',
          comment: 'Setting: whose tags are offered while a prompt is written',
        })}
        value={offered.some((list) => list === value) ? value : 'none'}
        pending={pending}
        onChange={choose}
        options={[
          {
            value: 'none',
            label: t({ message: 'None', comment: 'Setting: no tags are suggested' }),
          },
          ...offered.map((list) => ({ value: list, label: boardNames[list] })),
        ]}
      />
      <p className={classes.hint}>
        <Trans>
          While you write a prompt, tags of that site are offered, for models that have learned from
          them. The list stays on this device.
        </Trans>
      </p>
    </div>
  );
}
