import { followPreview } from '../../api/preview.ts';
import type { JobId } from '../../domain/ids.ts';
import { usePreview } from '../../live/usePreview.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './RequestThumb.module.css';

/** How a running request looks so far, over what stands for it; the card's words tell the rest. */
export function LiveThumb({ jobId, number }: { jobId: JobId; number: number }) {
  const src = useObjectUrl(usePreview(followPreview, jobId, number));
  return src && <img className={classes.live} src={src} alt="" />;
}
