import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCheck, IconCoins, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createElement, memo, useState, type PointerEvent } from 'react';
import { workRouteId, type IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { formatTime } from '../../words/days.ts';
import { formatNumber } from '../../words/intl.ts';
import { canCancel, needsYou } from '../../requests/actions/permitted.ts';
import { RequestLog } from '../../requests/actions/RequestLog.tsx';
import { RequestMenu } from '../../requests/actions/RequestMenu.tsx';
import { useRequestActions } from '../../requests/actions/useRequestActions.ts';
import { glowLevel, requestState, type Surroundings } from '../../requests/request-state.ts';
import { stateIcons, stateTone } from '../../requests/state-signs.ts';
import { useRequestTitle } from '../../requests/useRequestTitle.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { MoveHandle } from './MoveHandle.tsx';
import classes from './RequestCard.module.css';
import type { InLine } from './shelf.ts';
import { RequestThumb } from './RequestThumb.tsx';
import { RequestTrouble } from './RequestTrouble.tsx';
import type { DropSide, Step } from './useReorder.ts';

/** One request, alive: what it is, how it stands, what can be done about it. */
export const RequestCard = memo(function RequestCard({
  intent,
  surroundings,
  line,
  dragged,
  drop,
  selection,
  onDrag,
  onStep,
  onLeave,
}: {
  intent: Intent;
  surroundings: Surroundings;
  /** Null when it does not wait in a line. */
  line: InLine | null;
  dragged: boolean;
  /** Where a request that is dragged over it would go. */
  drop: DropSide | null;
  /** Null while nothing is being selected. */
  selection: { selected: boolean; onToggle: (id: IntentId) => void } | null;
  onDrag: (event: PointerEvent<HTMLElement>, id: IntentId) => void;
  onStep: (id: IntentId, to: Step, keepFocus: boolean) => void;
  /** A link out of the queue was followed. */
  onLeave?: () => void;
}) {
  const { t, i18n } = useLingui();
  const stateWords = useStateWords();
  const title = useRequestTitle(intent);
  const actions = useRequestActions();
  const [logShown, setLogShown] = useState(false);
  const state = requestState(intent, surroundings);
  const glow = glowLevel(state);
  const work =
    intent.kind === 'generate' && intent.stage === 'done' ? intent.workIds[0] : undefined;
  const cancellable = canCancel(intent);

  const words = stateWords(state, surroundings.nowMs).phrase;
  return (
    <article
      className={classes.card}
      data-state={state.kind}
      data-intent={intent.id}
      data-line={line?.group}
      data-dragged={dragged || undefined}
      data-drop={drop ?? undefined}
      data-selected={selection?.selected || undefined}
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
            icon={createElement(stateIcons[state.kind], { stroke: 1.75, 'aria-hidden': true })}
          >
            {words}
          </StatusPill>
          {state.kind === 'retrying' && (
            <Button variant="default" size="sm" onClick={() => void actions.tryNow(intent)}>
              <Trans comment="Button: try a request again at once">Try now</Trans>
            </Button>
          )}
        </div>
        {selection ? (
          <label className={classes.select}>
            <input
              type="checkbox"
              checked={selection.selected}
              onChange={() => selection.onToggle(intent.id)}
              aria-label={t({
                message: `Select: ${title.excerpt || title.tool}`,
                comment: 'Checkbox on a request; its prompt',
              })}
            />
            <IconCheck size={18} stroke={2.5} aria-hidden />
          </label>
        ) : (
          <div className={classes.actions}>
            {cancellable && (
              <IconButton
                label={t({ message: 'Cancel this request', comment: 'Button' })}
                icon={<IconX size={20} stroke={1.75} aria-hidden />}
                onClick={() => void actions.cancel([intent])}
              />
            )}
            <RequestMenu
              intent={intent}
              actions={actions}
              line={line && { ...line, onStep: (to) => onStep(intent.id, to, false) }}
              log={{ shown: logShown, onShow: setLogShown }}
              {...(onLeave && { onLeave })}
            />
            {line && line.of > 1 && (
              <MoveHandle
                line={line}
                onBegin={(event) => onDrag(event, intent.id)}
                onStep={(to) => onStep(intent.id, to, true)}
              />
            )}
          </div>
        )}
      </div>
      {glow !== null && state.kind !== 'in-line' && (
        <ProgressGlow
          value={glow}
          label={t({ message: 'Progress', comment: 'Name of a progress bar' })}
        />
      )}
      {needsYou(intent) && intent.error && (
        <RequestTrouble intent={intent} error={intent.error} onLeave={onLeave} />
      )}
      {logShown && (
        <RequestLog
          intent={intent}
          onCopy={() => void actions.copyLog(intent)}
          onClose={() => setLogShown(false)}
        />
      )}
    </article>
  );
});
