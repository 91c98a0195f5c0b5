import type { LanguageHelper } from '../helper.ts';
import { pictureCall } from '../../engines/contract/picture-call.ts';
import type * as Reading from './read-picture.ts';
import { wordsOf } from './facts.ts';
import { expandPrompt } from './expand.ts';
import { optimizeByRules } from './optimize.ts';
import { createDictionary } from './translate.ts';

const readFacts = pictureCall<typeof Reading.readFacts>(
  new URL('./read-picture.ts', import.meta.url),
  'readFacts',
);

/** Helps without any model: phrases, rules, a list of words, and what can be measured of a picture. */
export function createBuiltinHelper(): LanguageHelper {
  const translate = createDictionary();
  return {
    name: 'builtin',
    isFallback: true,
    expand: ({ prompt, language, seed }) => Promise.resolve(expandPrompt(prompt, language, seed)),
    translate: ({ text, from, to }) => Promise.resolve(translate(text, from, to)),
    optimize: (request) => Promise.resolve(optimizeByRules(request)),
    async describe({ picture, language }, signal) {
      const { facts, prompt } = await readFacts([picture], signal);
      return prompt === null
        ? { text: wordsOf(facts, language), basis: 'measured' }
        : { text: prompt, basis: 'metadata' };
    },
  };
}
