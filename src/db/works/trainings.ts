import type { UserKey } from '../../domain/ids.ts';
import { triggerWords } from '../../domain/loras.ts';
import { db } from '../database.ts';
import type { WorkRow } from '../schema.ts';

/** More than anybody chooses from; older ones are in the history. */
const listedMax = 60;

/** A style the person trained: the work that is its card, by the name that was given. */
export interface Training {
  work: WorkRow;
  name: string;
  /** Words of a prompt that it answers to, as whoever trained it says. */
  triggers: string[];
}

/**
 * Styles this person trained that fit a base (spec 2, section 4), newest first. Only what succeeded is a work.
 * @param base a model's `lorabase`
 */
export async function listTrainings(owner: UserKey, base: string): Promise<Training[]> {
  const works = await db.works
    .where('[owner+createdAtMs]')
    .between([owner, -Infinity], [owner, Infinity])
    .reverse()
    .filter(
      ({ jobType, parameters }) => jobType === 'Train' && parameters['finetune_base'] === base,
    )
    .limit(listedMax)
    .toArray();
  return works.map((work) => {
    const { model_name: name, trigger_word: trigger } = work.parameters;
    return {
      work,
      name: typeof name === 'string' && name.trim() ? name.trim() : work.model,
      triggers: typeof trigger === 'string' ? triggerWords(trigger) : [],
    };
  });
}
