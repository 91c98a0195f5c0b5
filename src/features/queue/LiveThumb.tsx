import { useEffect, useRef, useState } from 'react';
import { followPreview } from '../../api/preview.ts';
import type { PreviewFollower } from '../../api/preview.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import type { JobId } from '../../domain/ids.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './RequestThumb.module.css';

async function credentials() {
  const session = await getSession();
  return isSessionUsable(session) ? session : null;
}

/** How a running request looks so far, over what stands for it; the card's words tell the rest. */
export function LiveThumb({ jobId, number }: { jobId: JobId; number: number }) {
  const [picture, setPicture] = useState<Blob | null>(null);
  const follower = useRef<PreviewFollower | null>(null);
  useEffect(() => {
    const started = followPreview(jobId, credentials, setPicture);
    follower.current = started;
    return () => started.stop();
  }, [jobId]);
  useEffect(() => {
    if (document.visibilityState === 'visible') follower.current?.told(number);
  }, [jobId, number]);
  const src = useObjectUrl(picture);
  return src && <img className={classes.live} src={src} alt="" />;
}
