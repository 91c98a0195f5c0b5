import { useLingui } from '@lingui/react/macro';
import { IconCoins, IconGridDots, IconTrash, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GroupWithMembers } from '../../db/intents/groups.ts';
import type { GroupId, UserKey } from '../../domain/ids.ts';
import { useGroup } from '../../live/useGroup.ts';
import { GroupWords } from '../../requests/actions/GroupWords.tsx';
import { useGroupActions } from '../../requests/actions/useGroupActions.ts';
import { groupProgress } from '../../requests/group-state.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { formatTime } from '../../words/days.ts';
import { formatNumber } from '../../words/intl.ts';
import classes from './RequestCard.module.css';
import groupClasses from './GroupCard.module.css';

/** All requests of one press in compare mode as one entry: how far they are, and what can be done with all. */
export function GroupCard({
  owner,
  id,
  onLeave,
}: {
  owner: UserKey;
  id: GroupId;
  /** A link out of the queue was followed. */
  onLeave?: () => void;
}) {
  const members = useGroup(owner, id);
  if (!members) return <article className={classes.card} aria-hidden />;
  return <FilledCard members={members} onLeave={onLeave} />;
}

function FilledCard({
  members,
  onLeave,
}: {
  members: GroupWithMembers;
  onLeave: (() => void) | undefined;
}) {
  const { t, i18n } = useLingui();
  const actions = useGroupActions(members);
  const { group, requests } = members;
  const progress = groupProgress(members);
  const { total, done, underWay, trouble } = progress;
  const cost = requests.reduce((sum, { payload }) => sum + payload.cost, 0);
  const name = t({ message: 'Compare', comment: 'Title of a grid of pictures (X/Y plot)' });
  return (
    <article className={classes.card} data-group={group.id} aria-label={name}>
      <div className={classes.row}>
        <span className={groupClasses.mark} aria-hidden>
          <IconGridDots size={26} stroke={1.5} />
        </span>
        <div className={classes.words}>
          <div className={classes.head}>
            <h3 className={classes.tool}>
              <Link
                to="/compare/$id"
                params={{ id: group.id }}
                className={classes.open}
                onClick={onLeave}
              >
                {name}
              </Link>
            </h3>
            <span className={classes.facts}>
              <time dateTime={new Date(group.createdAtMs).toISOString()}>
                {formatTime(group.createdAtMs)}
              </time>
              {cost > 0 && (
                <span className={classes.cost}>
                  <IconCoins size={14} stroke={1.75} aria-hidden />
                  {formatNumber(cost, i18n.locale)}
                </span>
              )}
            </span>
          </div>
          {group.prompt.trim() && <p className={classes.excerpt}>{group.prompt.trim()}</p>}
          <StatusPill
            tone={trouble > 0 ? 'warn' : underWay > 0 ? 'active' : done > 0 ? 'success' : 'quiet'}
          >
            <GroupWords progress={progress} />
          </StatusPill>
        </div>
        <div className={classes.actions}>
          {actions.canCancel ? (
            <IconButton
              label={t({
                message: 'Cancel all of this comparison',
                comment: 'Button: cancels all requests of a comparison',
              })}
              icon={<IconX size={20} stroke={1.75} aria-hidden />}
              onClick={() => void actions.cancelAll()}
            />
          ) : (
            <IconButton
              label={t({
                message: 'Delete the comparison',
                comment: 'Menu entry: its pictures stay among the works',
              })}
              icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
              onClick={() => void actions.remove()}
            />
          )}
        </div>
      </div>
      {underWay > 0 && (
        <ProgressGlow
          value={total === 0 ? undefined : done / total}
          label={t({ message: 'Progress', comment: 'Name of a progress bar' })}
        />
      )}
    </article>
  );
}
