import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconCoins,
  IconCopy,
  IconDots,
  IconPencil,
  IconRefresh,
  IconTerminal2,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { createElement, memo, useState } from 'react';
import { workRouteId } from '../../domain/ids.ts';
import { isEndedStage, isOpenStage, type Intent } from '../../domain/intent.ts';
import { ActionMenu, type MenuAction } from '../../ui/ActionMenu.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { formatNumber, formatTime } from '../../words/intl.ts';
import { glowLevel, needsYou, requestState, type Surroundings } from './request-state.ts';
import classes from './RequestCard.module.css';
import { RequestLog } from './RequestLog.tsx';
import { RequestThumb } from './RequestThumb.tsx';
import { RequestTrouble } from './RequestTrouble.tsx';
import { useRequestActions } from './useRequestActions.ts';
import { useRequestTitle } from './useRequestTitle.ts';
import { stateIcon, stateTone, useStateText } from './useStateText.ts';

/** One request, alive: what it is, how it stands, what can be done about it. */
export const RequestCard = memo(function RequestCard({
  intent,
  surroundings,
  onLeave,
}: {
  intent: Intent;
  surroundings: Surroundings;
  /** A link out of the queue was followed. */
  onLeave?: () => void;
}) {
  const { t, i18n } = useLingui();
  const stateText = useStateText();
  const title = useRequestTitle(intent);
  const actions = useRequestActions();
  const navigate = useNavigate();
  const [logShown, setLogShown] = useState(false);
  const state = requestState(intent, surroundings);
  const glow = glowLevel(state);
  const work =
    intent.kind === 'generate' && intent.stage === 'done' ? intent.workIds[0] : undefined;
  const cancellable = isOpenStage(intent.stage) && intent.cancelRequestedAtMs === null;

  const menu: MenuAction[] = [];
  if (intent.stage === 'cancelled') {
    menu.push({
      key: 'retry',
      icon: <IconRefresh stroke={1.75} aria-hidden />,
      label: t({
        message: 'Send it again',
        comment: 'Menu entry: puts a cancelled request back into the queue',
      }),
      onSelect: () => void actions.retry(intent),
    });
  }
  if (intent.kind === 'generate') {
    menu.push({
      key: 'edit',
      icon: <IconPencil stroke={1.75} aria-hidden />,
      label: t({
        message: 'Duplicate and edit',
        comment: 'Menu entry: opens the settings of a request for a new one',
      }),
      onSelect: () => {
        onLeave?.();
        void navigate({
          to: '/generate/{-$type}/{-$model}',
          params: { type: intent.payload.jobType, model: undefined },
          search: { intent: intent.id },
        });
      },
    });
  }
  menu.push(
    {
      key: 'log',
      icon: <IconTerminal2 stroke={1.75} aria-hidden />,
      label: logShown
        ? t({ message: 'Hide log', comment: 'Menu entry' })
        : t({
            message: 'Show log',
            comment: 'Menu entry: what happened to a request, line by line',
          }),
      onSelect: () => setLogShown(!logShown),
    },
    {
      key: 'copy-log',
      icon: <IconCopy stroke={1.75} aria-hidden />,
      label: t({ message: 'Copy log', comment: 'Menu entry' }),
      onSelect: () => void actions.copyLog(intent),
    },
  );
  if (isEndedStage(intent.stage) || intent.stage === 'needs-attention') {
    menu.push({
      key: 'remove',
      icon: <IconTrash stroke={1.75} aria-hidden />,
      label: t({ message: 'Remove from the queue', comment: 'Menu entry' }),
      tone: 'danger',
      onSelect: () => actions.remove(intent),
    });
  }

  const words = stateText(state, surroundings.nowMs);
  return (
    <article
      className={classes.card}
      data-state={state.kind}
      aria-label={`${title.tool}, ${words}`}
    >
      <div className={classes.row}>
        <RequestThumb intent={intent} glow={glow} />
        <div className={classes.words}>
          <div className={classes.head}>
            <h3 className={classes.tool}>
              {work ? (
                <Link
                  to="/work/$id"
                  params={{ id: workRouteId(work) }}
                  className={classes.open}
                  onClick={onLeave}
                >
                  {title.tool}
                </Link>
              ) : (
                title.tool
              )}
            </h3>
            <span className={classes.facts}>
              <time dateTime={new Date(intent.createdAtMs).toISOString()}>
                {formatTime(intent.createdAtMs)}
              </time>
              {title.cost > 0 && (
                <span
                  className={classes.cost}
                  role="img"
                  aria-label={t`${plural(title.cost, { one: '# credit', other: '# credits' })}`}
                >
                  <IconCoins size={14} stroke={1.75} aria-hidden />
                  {formatNumber(title.cost, i18n.locale)}
                </span>
              )}
            </span>
          </div>
          {title.excerpt && <p className={classes.excerpt}>{title.excerpt}</p>}
          <StatusPill
            tone={stateTone(state)}
            icon={createElement(stateIcon(state), { stroke: 1.75, 'aria-hidden': true })}
          >
            {words}
          </StatusPill>
        </div>
        <div className={classes.actions}>
          {cancellable && (
            <IconButton
              label={t({ message: 'Cancel this request', comment: 'Button' })}
              icon={<IconX size={20} stroke={1.75} aria-hidden />}
              onClick={() => void actions.cancel(intent)}
            />
          )}
          <ActionMenu label={t`What to do with this request`} actions={menu}>
            {(trigger) => (
              <IconButton
                {...trigger}
                label={t({ message: 'More actions', comment: 'Button that opens a menu' })}
                icon={<IconDots size={20} stroke={1.75} aria-hidden />}
              />
            )}
          </ActionMenu>
        </div>
      </div>
      {glow !== null && state.kind !== 'in-line' && (
        <ProgressGlow
          value={glow}
          label={t({ message: 'Progress', comment: 'Name of a progress bar' })}
        />
      )}
      {needsYou(intent) && intent.error && (
        <RequestTrouble intent={intent} error={intent.error} actions={actions} onLeave={onLeave} />
      )}
      {logShown && <RequestLog intent={intent} onClose={() => setLogShown(false)} />}
    </article>
  );
});
