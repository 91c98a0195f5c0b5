import { useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import type { GenerateIntent } from '../../domain/intent.ts';
import { glowLevel, requestState } from '../../requests/request-state.ts';
import { stateIcons } from '../../requests/state-signs.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { toolWords } from '../../words/tools.ts';
import classes from './RequestTile.module.css';

/** A work that is not here yet, in its shape, with the glow rising. Pressing it shows the queue. */
export function RequestTile({ intent }: { intent: GenerateIntent }) {
  const { t, i18n } = useLingui();
  const { openQueue } = useAppActions();
  const surroundings = useSurroundings();
  const stateWords = useStateWords();
  // Its place is kept while what surrounds it is read.
  if (!surroundings) return <span className={classes.tile} />;
  const state = requestState(intent, surroundings);
  const { name, percent } = stateWords(state, surroundings.nowMs);
  const said = percent === null ? name : `${name} ${percent}`;
  const level = glowLevel(state);
  const share = level === 0 ? null : level;
  const Icon = stateIcons[state.kind];
  const tool = i18n._(toolWords[intent.payload.jobType].label);
  return (
    <UnstyledButton
      className={classes.tile}
      onClick={openQueue}
      aria-label={t({
        message: `${tool}: ${said}. Show the queue`,
        comment: 'Button; a tool and the state of a request',
      })}
    >
      <span className={classes.mark} aria-hidden>
        <KilnLogo size="2rem" progress={share ?? undefined} />
      </span>
      <span aria-hidden>
        {share !== null && <ProgressGlow shape="fill" value={share ?? undefined} label="" />}
      </span>
      <span className={classes.state} aria-hidden>
        <StatusPill onPicture icon={<Icon stroke={1.75} />} wrap>
          {said}
        </StatusPill>
      </span>
    </UnstyledButton>
  );
}
