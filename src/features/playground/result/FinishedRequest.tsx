import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { GenerateIntent } from '../../../domain/intent.ts';
import { FinishedWork } from './FinishedWork.tsx';
import classes from './ResultPane.module.css';
import { sentenceGap } from '../../../domain/languages.ts';
import { errorWords } from '../../../words/errors.ts';
import { useWorks } from '../../../live/useWorks.ts';

/** What a request became, where it was waited for. */
export function FinishedRequest({
  request,
  onKeepSeed,
}: {
  request: GenerateIntent;
  onKeepSeed: ((seed: string) => void) | null;
}) {
  const { t, i18n } = useLingui();
  const works = useWorks(request.workIds);
  if (!works)
    return (
      <div
        className={classes.cell}
        style={{ aspectRatio: `${request.payload.width ?? 1} / ${request.payload.height ?? 1}` }}
      />
    );
  return (
    <>
      <div
        className={classes.cells}
        data-count={Math.max(1, works.length)}
        // A sound has no sides.
        style={{ '--ratio': (works[0]?.width ?? 1) / (works[0]?.height || 1) || 1 }}
      >
        {works.map((work) => (
          <FinishedWork
            key={work.id}
            work={work}
            sourceId={request.payload.sources[0]?.mediaId ?? null}
            alone={works.length === 1}
            onKeepSeed={onKeepSeed}
          />
        ))}
      </div>
      {works.length === 0 && (
        <p className={classes.quiet}>
          <Trans>What this request made was deleted.</Trans>
        </p>
      )}
      {request.missingOutputs > 0 && (
        <p className={classes.quiet}>
          <Plural
            value={request.missingOutputs}
            one="# output could not be made and was not charged."
            other="# outputs could not be made and were not charged."
          />
          {request.missingCode && (
            <>
              {sentenceGap(i18n.locale)}
              {t({
                message: `Why: ${i18n._(errorWords[request.missingCode].title)}.`,
                comment: 'Why some of the pictures could not be made; an error as a sentence',
              })}
            </>
          )}
        </p>
      )}
    </>
  );
}
