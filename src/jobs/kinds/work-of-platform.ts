import type { WorkRow } from '../../db/schema.ts';
import { isInLine } from '../../db/works/untold.ts';
import { getWork } from '../../db/works/works.ts';
import { KilnError } from '../../domain/errors.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import type { StepContext } from '../engine/types.ts';

/** How long a wish waits for a work that is itself still on its way to the platform. */
const workWaitMs = 3_000;

/**
 * The work that a wish is about, once the platform has it; until then the wish waits.
 * @returns undefined where the work is gone
 * @throws KilnError for a work that stays on this device alone
 */
export async function workOfPlatform(
  intent: SimpleIntent<'share-work' | 'publish-work'>,
  context: StepContext,
): Promise<WorkRow | undefined | 'on-its-way'> {
  const { workId } = intent.payload;
  const work = await getWork(workId);
  if (!work?.untold) return work;
  if (!(await isInLine(intent.owner, workId))) {
    throw new KilnError('not-found', {
      retryable: false,
      detail: 'The platform has no such work',
    });
  }
  await context.commit((row) => {
    row.nextAttemptAtMs = context.now() + workWaitMs;
  });
  return 'on-its-way';
}
