import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { glowLevel, type RequestState } from '../../../requests/request-state.ts';
import { useStateWords } from '../../../requests/useStateWords.ts';
import { KilnLogo } from '../../../ui/KilnLogo.tsx';
import { ProgressGlow } from '../../../ui/ProgressGlow.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { lazyWithWords } from '../../../words/lazy-words.ts';
import { outputCount } from './outputs.ts';
import classes from './ResultPane.module.css';
import { StateDetail } from './StateDetail.tsx';
import { useMedia } from '../../../live/useMedia.ts';

/** Not before an engine has something to show. */
const LivePreview = lazy(() =>
  import('./LivePreview.tsx').then((module) => ({ default: module.LivePreview })),
);

/** What can be done with it: a part with words of its own, which the first paint does without. */
const RequestControls = lazyWithWords(
  async () => (await import('../../../requests/actions/RequestControls.tsx')).RequestControls,
);

/** How far the mark glows while nothing is known. */
const restingLevel = 0.1;

/** Under way or about to be: the glow moves. What is held back stands still. */
const glowing: readonly RequestState['kind'][] = [
  'leaving',
  'retrying',
  'uploading',
  'in-line',
  'making',
  'bringing-home',
  'cancelling',
];

/** The place where the result will be, in its shape, with the glow rising. */
export function RequestUnderWay({
  request,
  state,
  nowMs,
}: {
  request: GenerateIntent;
  state: RequestState;
  nowMs: number;
}) {
  const { t } = useLingui();
  const { name, percent, figures } = useStateWords()(state, nowMs);
  const { payload, progress } = request;
  const source = useMedia(payload.sources[0]?.mediaId ?? null);
  // A film is no picture to look at while one waits.
  const sourceUrl = useObjectUrl(source?.mediaType.startsWith('image/') ? source.blob : null);
  const width = payload.width ?? source?.width ?? 1;
  const height = payload.height ?? source?.height ?? 1;
  const level = glowLevel(state);
  const preview = progress?.preview ?? null;
  const cells = Array.from({ length: Math.max(1, outputCount(request)) }, (_, index) => index);

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
            {glowing.includes(state.kind) && (
              <ProgressGlow
                shape="fill"
                value={level === null || state.kind === 'in-line' ? undefined : level}
                label={t({
                  message: `Progress of output ${cell + 1}`,
                  comment: 'Name of a progress bar',
                })}
              />
            )}
            {/* Over the glow, which would tint it. Of several, engines show the first. */}
            {cell === 0 && state.kind === 'making' && preview && (
              <Suspense fallback={null}>
                <LivePreview request={request} number={preview} />
              </Suspense>
            )}
          </div>
        ))}
        <div className={classes.sign}>
          <KilnLogo size="2.75rem" progress={level || restingLevel} />
          <p className={classes.signTitle}>
            {name}
            {state.kind === 'making' && <span className={classes.percent}> {percent}</span>}
          </p>
          <p className={classes.signDetail}>
            <StateDetail state={state} figures={figures} />
          </p>
          <Suspense fallback={<div className={classes.controls} />}>
            <div className={classes.controls}>
              <RequestControls intent={request} state={state} />
            </div>
          </Suspense>
        </div>
      </div>
    </div>
  );
}
