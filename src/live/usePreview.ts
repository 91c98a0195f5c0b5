import { useEffect, useRef, useState } from 'react';
import { getSession, isSessionUsable } from '../db/account/session.ts';
import type { Session } from '../db/schema.ts';
import type { JobId } from '../domain/ids.ts';

interface Follower {
  /** There is a picture of this number. */
  told(number: number): void;
  stop(): void;
}

/** Fetches pictures of a job as they are told of, for whoever is signed in. */
type Follow = (
  jobId: JobId,
  credentials: () => Promise<Session | null>,
  show: (picture: Blob | null) => void,
) => Follower;

async function credentials(): Promise<Session | null> {
  const session = await getSession();
  return isSessionUsable(session) ? session : null;
}

/**
 * How a job looks so far; null while nothing is here. Fetched by whoever shows it: a page in the background asks for
 * nothing.
 * @param follow the way to the platform, which this floor does not know
 * @param number of the newest picture, as the row tells
 */
export function usePreview(follow: Follow, jobId: JobId, number: number): Blob | null {
  const [picture, setPicture] = useState<Blob | null>(null);
  const follower = useRef<Follower | null>(null);
  useEffect(() => {
    const started = follow(jobId, credentials, setPicture);
    follower.current = started;
    return () => started.stop();
  }, [follow, jobId]);
  useEffect(() => {
    if (document.visibilityState === 'visible') follower.current?.told(number);
  }, [jobId, number]);
  return picture;
}
