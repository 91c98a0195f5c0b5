import { useLiveQuery } from './useLiveQuery.ts';
import { countUnseenEnds } from '../db/intents/unseen.ts';
import { countInTransit, countQueue } from '../db/intents/lists.ts';
import { getSession } from '../db/account/session.ts';

/** How many requests of who is signed in have not left this device; undefined until read. */
export function useWaitingCount(): number | undefined {
  return useLiveQuery(async () => {
    const session = await getSession();
    return session ? (await countQueue(session.userKey)).waiting : 0;
  }, []);
}

/** How many requests are between device and platform just now; undefined until read. */
export function useInTransitCount(): number | undefined {
  return useLiveQuery(countInTransit, []);
}

/** How many ends nobody has looked at; undefined until read. */
export function useUnseenEndCount(): number | undefined {
  return useLiveQuery(countUnseenEnds, []);
}
