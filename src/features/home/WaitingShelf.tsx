import { useLingui } from '@lingui/react/macro';
import type { GenerateIntent } from '../../domain/intent.ts';
import { glowLevel, requestState, type Surroundings } from '../../requests/request-state.ts';
import { stateIcons, stateTone } from '../../requests/state-signs.ts';
import { promptOf } from '../../requests/useRequestTitle.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { Shelf, ShelfItem } from '../../ui/Shelf.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { toolWords } from '../../words/tools.ts';
import classes from './WaitingShelf.module.css';

/** What is waiting and firing, at a glance; the queue itself is one tap away. */
export function WaitingShelf({
  requests,
  onOpen,
}: {
  requests: readonly GenerateIntent[];
  onOpen: () => void;
}) {
  const { t } = useLingui();
  const surroundings = useSurroundings();
  return (
    <Shelf
      label={t({
        message: 'In the kiln',
        comment: 'Heading: requests that are being made or wait',
      })}
      itemWidth="10.5rem"
    >
      {requests.map((request) => (
        <ShelfItem key={request.id}>
          {surroundings && (
            <WaitingCard request={request} surroundings={surroundings} onOpen={onOpen} />
          )}
        </ShelfItem>
      ))}
    </Shelf>
  );
}

function WaitingCard({
  request,
  surroundings,
  onOpen,
}: {
  request: GenerateIntent;
  surroundings: Surroundings;
  onOpen: () => void;
}) {
  const { i18n, t } = useLingui();
  const words = promptOf(request) || i18n._(toolWords[request.payload.jobType].label);
  const state = requestState(request, surroundings);
  const { name, percent } = useStateWords()(state, surroundings.nowMs);
  const Icon = stateIcons[state.kind];
  const level = glowLevel(state);
  const isMoving = state.kind === 'making' || state.kind === 'bringing-home';
  return (
    <button type="button" className={classes.card} onClick={onOpen} aria-haspopup="dialog">
      {isMoving && (
        <ProgressGlow shape="fill" label={t`Progress of: ${words}`} value={level ?? undefined} />
      )}
      <span className={classes.words}>{words}</span>
      <StatusPill tone={stateTone(state)} icon={<Icon stroke={1.75} aria-hidden />} wrap>
        {percent === null ? name : `${name} ${percent}`}
      </StatusPill>
    </button>
  );
}
