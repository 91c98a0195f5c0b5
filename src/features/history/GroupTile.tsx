import { Plural, useLingui } from '@lingui/react/macro';
import { IconGridDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { WorkEntry } from '../../domain/work-entry.ts';
import type { GroupId, UserKey } from '../../domain/ids.ts';
import { useGroup } from '../../live/useGroup.ts';
import { useWorkWithThumbnail } from '../../live/useWorkWithThumbnail.ts';
import { groupProgress } from '../../requests/group-state.ts';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { WallPicture } from '../../ui/wall/WallPicture.tsx';
import classes from './GroupTile.module.css';
import { askForPreview } from './previews.ts';

/** A comparison on the wall: one entry for all that one press asked for. It leads to the grid. */
export function GroupTile({
  owner,
  id,
  entry,
  ratio,
}: {
  owner: UserKey;
  id: GroupId;
  /** The work that stands for it; null before the first is there. */
  entry: WorkEntry | null;
  ratio: number;
}) {
  const { t } = useLingui();
  const members = useGroup(owner, id);
  const progress = members ? groupProgress(members) : null;
  const isOpen = progress !== null && progress.underWay > 0;
  const done = progress?.done ?? 0;
  const total = progress?.total ?? 0;
  const prompt = members?.group.prompt.trim() ?? '';
  const state = t({
    message: `${done} of ${total} done`,
    comment: 'How many pictures of a comparison are done',
  });
  return (
    <Link
      to="/compare/$id"
      params={{ id }}
      className={classes.tile}
      aria-label={t({
        message: `Compare: ${prompt}. ${state}`,
        comment: 'Link to a grid of pictures (X/Y plot); its prompt, and how many are done',
      })}
    >
      {entry ? <Picture entry={entry} ratio={ratio} /> : <span className={classes.empty} />}
      {isOpen && total > 0 && (
        <span aria-hidden>
          <ProgressGlow shape="fill" value={done / total} label="" />
        </span>
      )}
      <span className={classes.state} aria-hidden>
        <StatusPill onPicture icon={<IconGridDots stroke={1.75} />}>
          {isOpen ? state : <Plural value={total} one="# work" other="# works" />}
        </StatusPill>
      </span>
    </Link>
  );
}

function Picture({ entry, ratio }: { entry: WorkEntry; ratio: number }) {
  const found = useWorkWithThumbnail(entry.id);
  const isPreviewMissing = found?.work?.thumbnailWanted === 1;
  useEffect(() => {
    if (isPreviewMissing) askForPreview(entry.id);
  }, [entry.id, isPreviewMissing]);
  return (
    <WallPicture
      width={entry.width}
      height={entry.height}
      boxRatio={ratio}
      picture={found?.thumbnail}
      thumbhash={found?.work?.thumbhash}
      alt=""
    />
  );
}
