import { useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import type { GenerateIntent } from '../../domain/intent.ts';
import { downloadShare, uploadShare } from '../../domain/progress.ts';
import { useAppActions } from '../../ui/app-actions.ts';
import { KilnMark } from '../../ui/KilnMark.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { formatPercent } from '../../words/intl.ts';
import { stageIcons, stageWords } from '../../words/stages.ts';
import { toolWords } from '../../words/tools.ts';
import classes from './RequestTile.module.css';

/** How far it is, 0…1; null while nothing can be known. */
function shareOf({ stage, progress, upload, download }: GenerateIntent): number | null {
  if (stage === 'running' && progress) return progress.percent / 100;
  if (stage === 'uploading') return uploadShare(upload);
  return stage === 'bringing-home' ? (downloadShare(download) ?? 1) : null;
}

/** A work that is not here yet, in its shape, with the glow rising. Pressing it shows the queue. */
export function RequestTile({ intent }: { intent: GenerateIntent }) {
  const { t, i18n } = useLingui();
  const { openQueue } = useAppActions();
  const { stage } = intent;
  const StageIcon = stageIcons[stage];
  const share = shareOf(intent);
  const words = i18n._(stageWords[stage]);
  const said =
    share !== null && (stage !== 'bringing-home' || downloadShare(intent.download) !== null)
      ? `${words} ${formatPercent(share, i18n.locale)}`
      : words;
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
        <KilnMark size="2rem" progress={share ?? undefined} />
      </span>
      <span aria-hidden>
        {(share !== null || stage === 'uploading') && (
          <ProgressGlow shape="fill" value={share ?? undefined} label="" />
        )}
      </span>
      <span className={classes.state} aria-hidden>
        <StatusPill onPicture icon={<StageIcon stroke={1.75} />}>
          {said}
        </StatusPill>
      </span>
    </UnstyledButton>
  );
}
