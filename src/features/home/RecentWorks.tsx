import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { WorkRow } from '../../db/schema.ts';
import { workRouteId } from '../../domain/ids.ts';
import { useGoOn } from '../../requests/actions/useGoOn.tsx';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { workTitle } from '../../words/work-titles.ts';
import classes from './RecentWorks.module.css';
import type { RecentWork } from '../../live/useHomeShelves.ts';

/** Rows of equal height, every picture in its own shape. */
export function RecentWorks({ works }: { works: readonly RecentWork[] }) {
  const { t, i18n } = useLingui();
  const goOn = useGoOn();
  const labelOf = (work: WorkRow) => {
    const name = workTitle(work, i18n);
    return t({ message: `Actions: ${name}`, comment: 'Button that opens a menu; a prompt' });
  };
  return (
    <ul className={classes.rows}>
      {works.map(({ work, thumbnail }) => (
        <li
          key={work.id}
          className={classes.item}
          style={{ '--ratio': clampRatio(work.width / work.height || 1) }}
        >
          <RecentPicture work={work} thumbnail={thumbnail} />
          <div className={classes.over}>
            <ActionMenu label={t`What to do with this work`} actions={goOn.goOnActions(work)}>
              {(trigger) => (
                <IconButton
                  {...trigger}
                  onPicture
                  label={labelOf(work)}
                  tooltip={false}
                  icon={<IconDots size={20} stroke={1.75} aria-hidden />}
                />
              )}
            </ActionMenu>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Banners and towers are cropped a little, so that they neither eat a row nor vanish in it. */
function clampRatio(ratio: number): number {
  return Number.isFinite(ratio) && ratio > 0 ? Math.min(2.2, Math.max(0.6, ratio)) : 1;
}

function RecentPicture({ work, thumbnail }: RecentWork) {
  const { t } = useLingui();
  const url = useObjectUrl(thumbnail?.blob);
  const prompt = work.prompt.trim();
  return (
    <Link
      to="/work/$id"
      params={{ id: workRouteId(work.id) }}
      className={classes.link}
      aria-label={prompt ? t`Open: ${prompt}` : t`Open this work`}
    >
      <AspectPicture
        width={work.width}
        height={work.height}
        boxRatio={clampRatio(work.width / work.height || 1)}
        src={url}
        thumbhash={work.thumbhash}
        alt=""
      />
    </Link>
  );
}
