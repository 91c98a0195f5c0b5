import { Plural, useLingui } from '@lingui/react/macro';
import { IconCheck, IconClockHour4 } from '@tabler/icons-react';
import { memo } from 'react';
import type { WorkId } from '../../domain/ids.ts';
import { binDaysLeft } from '../../domain/retention.ts';
import { useWorkWithThumbnail } from '../../live/useWorkWithThumbnail.ts';
import { WallPicture } from '../../ui/wall/WallPicture.tsx';
import { workTitle } from '../../words/work-titles.ts';
import classes from './BinTile.module.css';

/** A work in the bin: how long it is still there, and the way to choose it. */
export const BinTile = memo(function BinTile({
  id,
  binnedAtMs,
  nowMs,
  selected,
  onSelect,
}: {
  id: WorkId;
  binnedAtMs: number;
  nowMs: number;
  selected: boolean;
  /** @param isRange from the one before up to this one */
  onSelect: (id: WorkId, isRange?: boolean) => void;
}) {
  const { t, i18n } = useLingui();
  const found = useWorkWithThumbnail(id);
  const work = found?.work ?? null;
  const name = work ? workTitle(work, i18n) : '';
  const days = binDaysLeft(binnedAtMs, nowMs);
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      aria-label={t({ message: `Select: ${name}`, comment: 'Checkbox on a picture; its prompt' })}
      className={classes.tile}
      data-work={id}
      data-selected={selected || undefined}
      onClick={(event) => onSelect(id, event.shiftKey)}
    >
      <WallPicture
        width={work?.width ?? 1}
        height={work?.height ?? 1}
        boxRatio={1}
        picture={found?.thumbnail}
        thumbhash={work?.thumbhash}
        alt=""
        failedLabel={t`This preview is damaged`}
      />
      <span className={classes.left}>
        <IconClockHour4 size={14} stroke={2} aria-hidden />
        <span>
          <Plural value={days} one="# day left" other="# days left" />
        </span>
      </span>
      <span className={classes.check} aria-hidden>
        {selected && <IconCheck size={18} stroke={2.5} />}
      </span>
    </button>
  );
});
