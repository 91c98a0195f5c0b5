import { useLingui } from '@lingui/react/macro';
import type { GenerateIntent } from '../../domain/intent.ts';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { Shelf, ShelfItem } from '../../ui/Shelf.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { stageIcons, stageTones, stageWords } from '../../words/stages.ts';
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
          <WaitingCard request={request} onOpen={onOpen} />
        </ShelfItem>
      ))}
    </Shelf>
  );
}

function WaitingCard({ request, onOpen }: { request: GenerateIntent; onOpen: () => void }) {
  const { i18n, t } = useLingui();
  const tool = toolWords[request.payload.jobType];
  const prompt = request.payload.input['prompt'];
  const words = typeof prompt === 'string' && prompt.trim() ? prompt.trim() : i18n._(tool.label);
  const StageIcon = stageIcons[request.stage];
  const firing = request.stage === 'running' || request.stage === 'bringing-home';
  return (
    <button type="button" className={classes.card} onClick={onOpen} aria-haspopup="dialog">
      {firing && (
        <ProgressGlow
          shape="fill"
          label={t`Progress of: ${words}`}
          value={request.progress ? request.progress.percent / 100 : undefined}
        />
      )}
      <span className={classes.words}>{words}</span>
      <StatusPill tone={stageTones[request.stage]} icon={<StageIcon stroke={1.75} aria-hidden />}>
        {i18n._(stageWords[request.stage])}
      </StatusPill>
    </button>
  );
}
