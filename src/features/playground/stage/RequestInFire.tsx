import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { requestCancel } from '../../../db/intents.ts';
import { isOpenStage, type GenerateIntent } from '../../../domain/intent.ts';
import { downloadShare } from '../../../domain/progress.ts';
import { useAppActions } from '../../../ui/app-actions.ts';
import { KilnMark } from '../../../ui/KilnMark.tsx';
import { ProgressGlow } from '../../../ui/ProgressGlow.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { formatPercent } from '../../../words/intl.ts';
import { useMedia } from '../live-data.ts';
import { RequestDetail, RequestTitle } from './request-words.tsx';
import { outputCount } from './outputs.ts';
import classes from './Stage.module.css';

/** Not before an engine has something to show. */
const LivePreview = lazy(() =>
  import('./LivePreview.tsx').then((module) => ({ default: module.LivePreview })),
);

/** The place where the result will be, in its shape, with the glow rising. */
export function RequestInFire({ request, online }: { request: GenerateIntent; online: boolean }) {
  const { t, i18n } = useLingui();
  const { wakeQueue } = useAppActions();
  const { payload, stage, progress, download } = request;
  const source = useMedia(payload.sources[0]?.mediaId ?? null);
  // A film is no picture to look at while one waits.
  const sourceUrl = useObjectUrl(source?.mediaType.startsWith('image/') ? source.blob : null);
  const width = payload.width ?? source?.width ?? 1;
  const height = payload.height ?? source?.height ?? 1;
  const moving = stage === 'running' || stage === 'bringing-home';
  const made = progress ? progress.percent / 100 : 0;
  const fraction = stage === 'bringing-home' ? (downloadShare(download) ?? 1) : made;
  const known = moving && (progress !== null || stage === 'bringing-home');
  const preview = progress?.preview ?? null;
  const cells = Array.from({ length: Math.max(1, outputCount(request)) }, (_, index) => index);
  const percent = formatPercent(progress ? Math.floor(progress.percent) / 100 : 0, i18n.locale);

  return (
    <div className={classes.fire}>
      <div
        className={classes.cells}
        data-count={cells.length}
        style={{ '--ratio': width / height }}
      >
        {cells.map((cell) => (
          <div key={cell} className={classes.cell} style={{ aspectRatio: `${width} / ${height}` }}>
            {sourceUrl && <img className={classes.veiled} src={sourceUrl} alt="" />}
            {isOpenStage(stage) && online && (
              <ProgressGlow
                shape="fill"
                value={known ? fraction : undefined}
                label={t({
                  message: `Progress of output ${cell + 1}`,
                  comment: 'Name of a progress bar',
                })}
              />
            )}
            {/* Over the glow, which would tint it. Of several, engines show the first. */}
            {cell === 0 && stage === 'running' && request.jobId && preview && (
              <Suspense fallback={null}>
                <LivePreview jobId={request.jobId} number={preview} />
              </Suspense>
            )}
          </div>
        ))}
        <div className={classes.sign}>
          <KilnMark size="2.75rem" progress={known ? fraction : stage === 'saved' ? 0.05 : 0.2} />
          <p className={classes.signTitle}>
            <RequestTitle request={request} online={online} />
            {stage === 'running' && progress && <span className={classes.percent}> {percent}</span>}
          </p>
          <p className={classes.signDetail}>
            <RequestDetail request={request} online={online} />
          </p>
          {isOpenStage(stage) && request.cancelRequestedAtMs === null && (
            <Button
              className={classes.cancel}
              variant="default"
              size="sm"
              onClick={() => {
                void requestCancel(request.id).then(() => wakeQueue());
              }}
            >
              <Trans comment="Button: stop making this">Cancel</Trans>
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
