import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { getSession, isSessionUsable } from '../db/account/session.ts';
import type { Session } from '../db/schema.ts';
import type { JobId } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { devicePreviewOf, watchDevicePreviews } from './device-previews.ts';

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
 * How a request looks so far; null while nothing is here. Fetched by whoever shows it: a page in the background asks for
 * nothing.
 * @param follow the way to the platform, which this floor does not know
 * @param request without a job, it is one that this page makes itself
 * @param number of the newest picture, as the row tells
 */
export function usePreview(
  follow: Follow,
  { id, jobId }: Pick<GenerateIntent, 'id' | 'jobId'>,
  number: number,
): Blob | null {
  const own = useSyncExternalStore(watchDevicePreviews, () => devicePreviewOf(id));
  const [picture, setPicture] = useState<Blob | null>(null);
  const follower = useRef<Follower | null>(null);
  useEffect(() => {
    if (jobId === null) return;
    const started = follow(jobId, credentials, setPicture);
    follower.current = started;
    return () => started.stop();
  }, [follow, jobId]);
  useEffect(() => {
    if (document.visibilityState === 'visible') follower.current?.told(number);
  }, [jobId, number]);
  return jobId === null ? own : picture;
}
