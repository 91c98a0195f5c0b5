import { saveGroup } from '../../../db/intents/groups.ts';
import type { GroupRow } from '../../../db/schema.ts';
import type { GeneratorType } from '../../../domain/generator-types.ts';
import type { GroupId, UserKey } from '../../../domain/ids.ts';
import { seedMax } from '../../../domain/limits.ts';
import { expandWildcards } from '../../../domain/wildcards.ts';
import { inputToSend } from '../form-values.ts';
import { requestOf } from '../keep-request.ts';
import { finishWords, readOwnWords, type WordTrouble } from '../own-words/finish-words.ts';
import {
  fieldOf,
  wordsAt,
  type CompareForm,
  type ComparePlan,
  type PlannedCell,
} from './compare-plan.ts';

const aRandomSeed = () => String(Math.floor(Math.random() * (seedMax + 1)));

/** The seed of the form, else one by chance; null where the models take none. */
function commonSeed(cell: PlannedCell, randomSeed: () => string): string | null {
  const field = fieldOf(cell.form.plan, 'seed');
  if (!field) return null;
  return String(cell.values[field.name] ?? '').trim() || randomSeed();
}

/**
 * Writes all requests of a comparison, or none.
 * @param id of the group: the same press carried out twice is one group
 * @returns the group, or why its words can't be sent
 * @throws KilnError `source-missing`, `storage-full`
 */
export async function saveComparison(
  {
    id,
    type,
    owner,
    form,
    plan,
  }: { id: GroupId; type: GeneratorType; owner: UserKey; form: CompareForm; plan: ComparePlan },
  randomSeed: () => string = aRandomSeed,
): Promise<GroupRow | WordTrouble> {
  const { axes, cells } = plan;
  const own = await readOwnWords(owner);
  const comparesSeeds = axes.some(({ kind }) => kind === 'seed');
  const seed = cells[0] ? commonSeed(cells[0], randomSeed) : null;
  // Words of a list are chosen once for all, or else they would be what differs.
  const wordSeed = seed ?? randomSeed();
  const unknownLists = new Set<string>();
  const resolve = (words: string, place: string) => {
    const chosen = expandWildcards(
      words,
      own.lists,
      place === '0' ? wordSeed : `${wordSeed}/${place}`,
    );
    for (const name of chosen.unknown) unknownLists.add(name);
    return chosen.text;
  };

  const requests = [];
  for (const planned of cells) {
    const { plan: fields, model, draft } = planned.form;
    const values = { ...planned.values };
    const { prompt, negativePrompt } = fields;
    if (prompt) {
      values[prompt.name] = wordsAt(form.prompt, axes, planned.at, 'prompt', resolve);
    }
    if (negativePrompt && Object.hasOwn(draft.input, negativePrompt.name)) {
      const inNegative = (words: string, place: string) => resolve(words, `negative/${place}`);
      values[negativePrompt.name] = wordsAt(
        form.negativePrompt,
        axes,
        planned.at,
        'negativePrompt',
        inNegative,
      );
    }
    const seedField = fieldOf(fields, 'seed');
    if (seedField && seed !== null && !comparesSeeds) values[seedField.name] = seed;
    if (unknownLists.size > 0) continue;
    const finished = finishWords(fields, inputToSend(fields, values), draft.input, own, () =>
      Number(wordSeed),
    );
    if (finished.trouble) return finished.trouble;
    const { input } = finished;
    const wanted = { type, model, draft, values, input };
    requests.push({ cell: planned.cell, ...(await requestOf(wanted, fields, owner)) });
  }
  if (unknownLists.size > 0) return { unknownLists: [...unknownLists] };
  const shape = requests[0]?.payload;
  return saveGroup({
    id,
    owner,
    group: {
      jobType: type,
      axes,
      prompt: form.prompt,
      seed: comparesSeeds ? null : seed,
      width: shape?.width ?? 1,
      height: shape?.height ?? 1,
    },
    requests,
    draft: { type, ...form.draft, model: form.model.model },
  });
}
