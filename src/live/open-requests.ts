import { listOpenIntents } from '../db/intents/lists.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { sharedQueries } from './shared-query.ts';

/** A person's requests that will become works, in the order in which they will. */
export const openRequestsOf = sharedQueries(async (owner: UserKey) => {
  const open = await listOpenIntents(owner);
  return open.filter(
    (intent): intent is GenerateIntent =>
      intent.kind === 'generate' && intent.cancelRequestedAtMs === null,
  );
});
