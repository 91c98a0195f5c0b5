import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { followPreview } from '../../../api/preview.ts';
import type { PreviewFollower } from '../../../api/preview.ts';
import { getSession, isSessionUsable } from '../../../db/account/session.ts';
import type { JobId } from '../../../domain/ids.ts';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import classes from './ResultPane.module.css';

async function credentials() {
  const session = await getSession();
  return isSessionUsable(session) ? session : null;
}

/** How the picture looks so far. Fetched by whoever shows it: a page in the background asks for nothing. */
export function LivePreview({ jobId, number }: { jobId: JobId; number: number }) {
  const { t } = useLingui();
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
