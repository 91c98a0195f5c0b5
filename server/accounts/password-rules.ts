import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

import type { FieldReasonCode } from '../../src/domain/field-reasons.ts';

/** What stands on every page of the app is the first thing that is tried. */
const productNames = ['kiln', '窑'];

/** A shorter nickname is in most passwords by chance. */
const nameMinCharacters = 3;

/** Estimating takes time that grows with the square of the length; what begins so long is judged by its beginning. */
const examinedCharacters = 40;

/** What Chinese passwords are put together from and the list lacks: woaini, I love you; 520 sounds like it. */
const chineseHabits = ['woaini', 'aini', '520', '1314', '521', '168', '666', '888'];

/** Of the library's marks from 0 to 4: fewer than a million guesses find what is below. */
const markMin = 2;

let estimator: Promise<ZxcvbnFactory> | null = null;

/** Read at the first registration: the list of 49,000 passwords that were stolen elsewhere takes a while. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Estimator({
    dictionary: { ...common.dictionary, 'chinese-habits': chineseHabits },
    graphs: common.adjacencyGraphs,
    // Each substitution is looked up by itself: more of them would stop everybody else for tenths of a second.
    l33tMaxSubstitutions: 8,
  });
}

/**
 * Why nobody may choose a password: it holds a name that everybody sees, or is among those that are tried first, such
 * as stolen ones, rows of keys and dates. Asked only when a password is chosen, so that no rule locks anybody out.
 * @param names of the person, as account and nickname
 * @returns null when it may be chosen
 */
export async function refusedPassword(
  password: string,
  names: readonly string[],
): Promise<FieldReasonCode | null> {
  const plain = (text: string) => text.normalize('NFKC').toLowerCase();
  const own = names.map(plain).filter((name) => [...name].length >= nameMinCharacters);
  const known = [...productNames, ...own];
  const chosen = password.normalize('NFKC');
  if (known.some((name) => plain(chosen).includes(name))) return 'name-in-password';
  estimator ??= loadEstimator();
  const { score } = (await estimator).check(chosen.slice(0, examinedCharacters), known);
  return score < markMin ? 'guessable-password' : null;
}
