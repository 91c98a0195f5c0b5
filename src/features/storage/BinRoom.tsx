import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { UserKey } from '../../domain/ids.ts';
import { binDays } from '../../domain/retention.ts';
import { useBinUse, useSweptBin } from '../../live/useBin.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Section } from '../../ui/Page.tsx';
import { formatBytes } from '../../words/intl.ts';
import classes from './StoragePage.module.css';

/** What lies in the bin takes room, here and with the studio; nothing where it is empty. */
export function BinRoom({ owner }: { owner: UserKey }) {
  const { i18n } = useLingui();
  useSweptBin();
  const use = useBinUse(owner);
  if (!use || use.count === 0) return null;
  const size = formatBytes(use.bytes, i18n.locale);
  return (
    <Section title={<Trans comment="Title of the page with deleted works">Bin</Trans>}>
      <div className={classes.room}>
        <p>
          <Plural
            value={use.count}
            one={`# deleted work still counts, here and with the studio: ${size}. It goes by itself after ${binDays} days.`}
            other={`# deleted works still count, here and with the studio: ${size}. They go by themselves after ${binDays} days.`}
          />
        </p>
        <ButtonLink className={classes.action} variant="default" to="/history/bin">
          <Trans comment="Link to the bin, where everything can be deleted for good">
            Look into the bin
          </Trans>
        </ButtonLink>
      </div>
    </Section>
  );
}
