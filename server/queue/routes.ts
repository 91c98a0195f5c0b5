import {
  cancelAnyJob,
  listEngines,
  listJobs,
  queueHistory,
  retryJob,
} from '../../src/api/contract/oversight.ts';
import { getTrainModels } from '../../src/api/contract/training.ts';
import type { Mount } from '../http/mount.ts';
import {
  cancelAnybodys,
  readAllJobs,
  readEngines,
  readHistory,
  retry,
  type Oversight,
} from './oversight.ts';
import { readTrainings } from './trainings.ts';

/** How long an answer about the last hours holds: everybody may ask for it. */
const historyKeptMs = 15_000;

/** Mounts what operators see and do of the queue, and how it has been, which everybody may see. */
export function mountQueue(mount: Mount, oversight: Oversight): void {
  const kept = new Map<number, { untilMs: number; answer: ReturnType<typeof readHistory> }>();
  const history = (hours: number) => {
    const known = kept.get(hours);
    if (known && known.untilMs > Date.now()) return known.answer;
    const answer = readHistory(oversight.database, hours);
    answer.catch(() => kept.delete(hours));
    kept.set(hours, { untilMs: Date.now() + historyKeptMs, answer });
    return answer;
  };

  mount(listJobs, async ({ query }) => {
    const { search, state, page, per_page: limit } = query;
    const asked = { search, state, limit, offset: (page - 1) * limit };
    return { status: true as const, data: await readAllJobs(oversight, asked) };
  });
  mount(cancelAnyJob, async ({ body }) => ({
    status: true as const,
    data: await cancelAnybodys(oversight, body.id),
  }));
  mount(retryJob, async ({ body }) => ({
    status: true as const,
    data: await retry(oversight, body.id),
  }));
  mount(listEngines, async () => ({ status: true as const, data: await readEngines(oversight) }));
  mount(getTrainModels, async ({ user }) => ({
    data: await readTrainings(oversight.database, user.id),
  }));
  mount(queueHistory, async ({ query }) => ({
    status: true as const,
    data: await history(query.hours),
  }));
}
