import { useLingui } from '@lingui/react/macro';
import { followPreview } from '../../../api/preview.ts';
import type { IntentId, JobId } from '../../../domain/ids.ts';
import { useDevicePreview } from '../../../live/useDevicePreview.ts';
import { usePreview } from '../../../live/usePreview.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import classes from './ResultPane.module.css';

/**
 * How the picture looks so far.
 * @param jobId null where this page makes it itself
 */
export function LivePreview({
  id,
  jobId,
  number,
}: {
  id: IntentId;
  jobId: JobId | null;
  number: number;
}) {
  return jobId === null ? <FromHere id={id} /> : <FromJob jobId={jobId} number={number} />;
}

function FromJob({ jobId, number }: { jobId: JobId; number: number }) {
  return <Look picture={usePreview(followPreview, jobId, number)} />;
}

function FromHere({ id }: { id: IntentId }) {
  return <Look picture={useDevicePreview(id)} />;
}

function Look({ picture }: { picture: Blob | null }) {
  const { t } = useLingui();
  const src = useObjectUrl(picture);
  if (!src) return null;
  return (
    <img
      className={classes.preview}
      src={src}
      alt={t({
        message: 'How it looks so far',
        comment: 'Alternative text of an unfinished picture while it is being made',
      })}
    />
  );
}
