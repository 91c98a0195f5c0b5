import { Trans, useLingui } from '@lingui/react/macro';
import { IconMinus, IconMusic, IconPhotoOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createElement } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import { workRouteId } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { useThumbnail } from '../../live/useMedia.ts';
import { RequestSteps } from '../../requests/actions/RequestSteps.tsx';
import { needsYou } from '../../requests/actions/permitted.ts';
import { glowLevel, requestState, type Surroundings } from '../../requests/request-state.ts';
import { stateIcons } from '../../requests/state-signs.ts';
import type { GroupCell } from '../../requests/group-state.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { errorWords } from '../../words/errors.ts';
import classes from './ComparePage.module.css';

/** One combination: its work, or how far its request is. */
export function GridCell({
  cell,
  isAsked,
  label,
  ratio,
  surroundings,
}: {
  /** Undefined where nothing is left of it. */
  cell: GroupCell | undefined;
  /** False for a combination that its model does not offer. */
  isAsked: boolean;
  /** Which combination it is. */
  label: string;
  ratio: number;
  surroundings: Surroundings;
}) {
  if (cell?.work) return <WorkCell work={cell.work} label={label} ratio={ratio} />;
  const request = cell?.request ?? null;
  if (request && request.stage !== 'done') {
    return (
      <RequestCell request={request} label={label} ratio={ratio} surroundings={surroundings} />
    );
  }
  return (
    <div className={classes.box} style={{ aspectRatio: ratio }} data-empty>
      {isAsked ? (
        <>
          <IconPhotoOff size={22} stroke={1.5} aria-hidden />
          <span>
            {request && request.missingOutputs > 0 ? (
              <Trans comment="State of a cell: the engine could not make this picture">
                Could not be made
              </Trans>
            ) : (
              <Trans comment="State of a cell: its picture or request was deleted">Deleted</Trans>
            )}
          </span>
        </>
      ) : (
        <>
          <IconMinus size={22} stroke={1.5} aria-hidden />
          <span>
            <Trans comment="Cell of a preview: the model cannot make it">Not offered</Trans>
          </span>
        </>
      )}
    </div>
  );
}

function WorkCell({ work, label, ratio }: { work: WorkRow; label: string; ratio: number }) {
  const { t } = useLingui();
  const thumbnail = useThumbnail(work.id);
  const url = useObjectUrl(thumbnail?.blob);
  return (
    <Link
      to="/work/$id"
      params={{ id: workRouteId(work.id) }}
      className={classes.open}
      aria-label={t({ message: `Open: ${label}`, comment: 'Link to a work; what it differs in' })}
    >
      <AspectPicture
        width={work.width}
        height={work.height}
        boxRatio={ratio}
        fit="contain"
        src={url}
        thumbhash={work.thumbhash}
        alt=""
        eager
        failedLabel={t`This preview is damaged`}
      >
        {thumbnail === null && work.mediaType.startsWith('audio/') && <IconMusic aria-hidden />}
      </AspectPicture>
    </Link>
  );
}

function RequestCell({
  request,
  label,
  ratio,
  surroundings,
}: {
  request: GenerateIntent;
  label: string;
  ratio: number;
  surroundings: Surroundings;
}) {
  const { i18n } = useLingui();
  const state = requestState(request, surroundings);
  const { name, percent } = useStateWords()(state, surroundings.nowMs);
  const level = glowLevel(state);
  const hasStopped = needsYou(request) || request.stage === 'cancelled';
  const reason = needsYou(request)
    ? i18n._(errorWords[request.error?.code ?? 'unknown'].title)
    : '';
  return (
    <div
      className={classes.box}
      style={hasStopped ? undefined : { aspectRatio: ratio }}
      data-stopped={hasStopped || undefined}
      role="group"
      aria-label={label}
    >
      {level !== null && (
        <ProgressGlow
          shape="fill"
          value={state.kind === 'in-line' ? undefined : level}
          label={label}
        />
      )}
      <span className={classes.state}>
        {createElement(stateIcons[state.kind], { size: 20, stroke: 1.75, 'aria-hidden': true })}
        <span>
          {reason || name}
          {percent !== null && ` ${percent}`}
        </span>
      </span>
      {hasStopped && (
        <span className={classes.steps}>
          <RequestSteps intent={request} />
        </span>
      )}
    </div>
  );
}
