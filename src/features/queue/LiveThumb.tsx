import { followPreview } from '../../api/preview.ts';
import type { IntentId, JobId } from '../../domain/ids.ts';
import { useDevicePreview } from '../../live/useDevicePreview.ts';
import { usePreview } from '../../live/usePreview.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './RequestThumb.module.css';

/**
 * How a running request looks so far, over what stands for it; the card's words tell the rest.
 * @param jobId null where this page makes it itself
 */
export function LiveThumb({
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
  const src = useObjectUrl(picture);
  return src && <img className={classes.live} src={src} alt="" />;
}
