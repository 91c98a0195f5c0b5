import * as contract from '../../src/api/contract/feedback.ts';
import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import type { FindCaller } from '../http/caller.ts';
import type { Mount } from '../http/mount.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { addFeedback, describeFeedback } from './service.ts';

export interface FeedbackRoutes {
  database: Database;
  findCaller: FindCaller;
  limits: Pick<RateLimits, 'feedback'>;
  /** Whether a host takes it from here. */
  isPassedOn: boolean;
}

export function mountFeedback(
  mount: Mount,
  { database, findCaller, limits, isPassedOn }: FeedbackRoutes,
): void {
  mount(contract.addFeedback, async ({ body, header, idempotencyKey, network }) => {
    await limits.feedback(network);
    const user = await findCaller(header(headerNames.userKey), header(headerNames.userToken));
    return addFeedback(database, user, idempotencyKey, body, isPassedOn);
  });

  mount(contract.listFeedback, async ({ query }) => ({
    status: true as const,
    data: await describeFeedback(database, {
      limit: query.per_page,
      offset: (query.page - 1) * query.per_page,
    }),
  }));
}
