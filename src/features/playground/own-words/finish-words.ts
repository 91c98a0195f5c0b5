import type { UserKey } from '../../../domain/ids.ts';
import { getOwnSetting } from '../../../db/settings.ts';
import { seedMax } from '../../../domain/limits.ts';
import type { InputValues } from '../../../domain/model.ts';
import { inOwnStyle, type OwnStyle } from '../../../domain/own-styles.ts';
import { ownStyleKey } from '../../../domain/own-style-key.ts';
import { publishedStyles } from './published-styles.ts';
import { expandWildcards, wildcardsIn, type WildcardList } from '../../../domain/wildcards.ts';
import type { FormField, FormPlan } from '../form-plan.ts';

/** Why the words of a form can't be sent. */
export type WordTrouble =
  /** Lists that the person does not have. */
  | { unknownLists: string[] }
  /** With style and lists the prompt has more characters than the model takes. */
  | { most: number };

/** A person's own words. */
export interface OwnWords {
  styles: readonly Pick<OwnStyle, 'id' | 'prompt' | 'negativePrompt'>[];
  lists: readonly WildcardList[];
}

function wordsOf(input: InputValues, field: FormField | null): string {
  return field ? String(input[field.name] ?? '') : '';
}

/**
 * A request's input with the person's style laid around its words and their lists' entries in them, so that what is
 * sent, and what the work will say of itself, is what was made.
 * @param randomSeed for a request without one: its words have to be found again under the seed that it is made with
 */
export function finishWords(
  plan: FormPlan,
  input: InputValues,
  draft: InputValues,
  { styles, lists }: OwnWords,
  randomSeed: () => number = () => Math.floor(Math.random() * (seedMax + 1)),
): { input: InputValues; trouble: null } | { input: null; trouble: WordTrouble } {
  const { prompt: promptField, negativePrompt: negativeField } = plan;
  const style = styles.find(({ id }) => id === draft[ownStyleKey]);
  let prompt = wordsOf(input, promptField);
  let negativePrompt = wordsOf(input, negativeField);
  if (style) ({ prompt, negativePrompt } = inOwnStyle(style, prompt, negativePrompt));

  const finished = { ...input };
  if (wildcardsIn(`${prompt}\n${negativePrompt}`).length > 0) {
    const seedField = plan.fields.find(({ role }) => role === 'seed');
    const given = seedField ? input[seedField.name] : undefined;
    const seed = given === undefined || given === '' ? String(randomSeed()) : String(given);
    const chosen = expandWildcards(prompt, lists, seed);
    const chosenAgainst = expandWildcards(negativePrompt, lists, `${seed}/negative`);
    const unknownLists = [...new Set([...chosen.unknown, ...chosenAgainst.unknown])];
    if (unknownLists.length > 0) return { input: null, trouble: { unknownLists } };
    prompt = chosen.text;
    negativePrompt = chosenAgainst.text;
    if (seedField) {
      finished[seedField.name] = seedField.property.type === 'string' ? seed : Number(seed);
    }
  }
  for (const [field, words] of [
    [promptField, prompt],
    [negativeField, negativePrompt],
  ] as const) {
    if (!field) continue;
    const most = field.property.maxLength;
    if (most !== undefined && [...words].length > most) {
      return { input: null, trouble: { most } };
    }
    if (words.trim() === '') delete finished[field.name];
    else finished[field.name] = words.trim();
  }
  return { input: finished, trouble: null };
}

/** What a person has of their own, as the device keeps it. */
export async function readOwnWords(owner: UserKey): Promise<OwnWords> {
  const [styles, lists] = await Promise.all([
    getOwnSetting(owner, 'ownStyles'),
    getOwnSetting(owner, 'wildcards'),
  ]);
  return { styles: [...styles, ...publishedStyles], lists };
}
