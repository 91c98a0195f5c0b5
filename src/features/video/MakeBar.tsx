import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDownload, IconMovie, IconX } from '@tabler/icons-react';
import { workRouteId, type WorkId } from '../../domain/ids.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { cancelFilm, type FilmRun } from './film-run.ts';
import classes from './VideoPage.module.css';

/** Begins the video, stops it, and leads on from it; stays in the thumb's reach. */
export function MakeBar({
  run,
  facts,
  canMake,
  isAsking,
  onMake,
  onDownload,
}: {
  run: FilmRun;
  /** Length, size and format of what would be made; null where nothing would. */
  facts: string | null;
  canMake: boolean;
  /** It is not known yet how this device writes videos. */
  isAsking: boolean;
  onMake: () => void;
  onDownload: (id: WorkId) => void;
}) {
  const isBusy = run.kind === 'gathering' || run.kind === 'making' || run.kind === 'keeping';
  return (
    <div className={classes.bar}>
      {facts && <p className={classes.figures}>{facts}</p>}
      {isBusy ? (
        <Button
          size="md"
          variant="default"
          leftSection={<IconX size={20} stroke={1.75} aria-hidden />}
          onClick={cancelFilm}
        >
          <Trans comment="Button: stops the making of a video">Cancel</Trans>
        </Button>
      ) : run.kind === 'done' ? (
        <div className={classes.ends}>
          <Button
            size="md"
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            onClick={() => onDownload(run.id)}
          >
            <Trans comment="Button, verb">Download</Trans>
          </Button>
          <ButtonLink
            size="md"
            variant="default"
            to="/work/$id"
            params={{ id: workRouteId(run.id) }}
          >
            <Trans comment="Link from a finished video to its page">Open it</Trans>
          </ButtonLink>
        </div>
      ) : (
        canMake && (
          <Button
            size="md"
            loading={isAsking}
            leftSection={<IconMovie size={20} stroke={1.75} aria-hidden />}
            onClick={onMake}
          >
            <Trans comment="Button">Make the video</Trans>
          </Button>
        )
      )}
      <span className={classes.state} role="status">
        {run.kind === 'done' ? (
          <Trans>It is among your works.</Trans>
        ) : run.kind === 'cancelled' ? (
          <Trans>Cancelled. The pictures and their order are still here.</Trans>
        ) : (
          isBusy && (
            <VisuallyHidden>
              <Trans>The video is being made</Trans>
            </VisuallyHidden>
          )
        )}
      </span>
    </div>
  );
}
