import { makesSound } from '../../src/domain/generator-types.ts';
import { withLarger } from '../../src/domain/larger-parameters.ts';
import { languageOf } from '../../src/domain/languages.ts';
import { validateInput } from '../../src/domain/validate-input.ts';
import type { HelperChain } from '../language/helper-chain.ts';
import type { Log } from '../log.ts';
import type { Catalogue } from '../models/catalogue.ts';
import type { Safety } from '../safety/filter.ts';
import type { PreparedJob } from './prepare.ts';

/** A device waits for its answer to a submission, and would send it again. */
const patienceMs = 8_000;

/**
 * The job with the words that its model works best with. What the person wrote stays the prompt of the job and of its
 * works; what the engine gets stands among their parameters.
 */
export type TranslatePrompt = (prepared: PreparedJob) => Promise<PreparedJob>;

/**
 * Chinese words become English for models that want it, where a model of language can translate and the person has
 * not refused. Without a good translation in time the words go as they are: a request is not lost for it.
 */
export function createTranslatePrompt(options: {
  chain: Pick<HelperChain, 'abilities' | 'translate'>;
  catalogue: Catalogue;
  safety: Safety;
  log: Log;
}): TranslatePrompt {
  const { chain, catalogue, safety, log } = options;
  return async (prepared) => {
    const { disable_translate: isAtHome, filed_mappings: fields } = prepared.offered.model;
    const { prompt: field } = fields;
    const written = field === null ? undefined : prepared.input[field];
    if (prepared.disabledTranslate || isAtHome || chain.abilities().translate !== 'model') {
      return prepared;
    }
    // What is said or sung is meant in its own language.
    if (makesSound(prepared.jobType)) return prepared;
    if (field === null || typeof written !== 'string' || languageOf(written, 'en') === 'en') {
      return prepared;
    }
    try {
      const told = await chain.translate(
        { text: written, from: 'cn', to: 'en' },
        AbortSignal.timeout(patienceMs),
      );
      if (told.fallback) return prepared;
      await safety([told.value.text]);
      const input = { ...prepared.input, [field]: told.value.text };
      const schema = catalogue.schema(prepared.offered, 'en');
      return schema && validateInput(withLarger(schema, true), input).length === 0
        ? { ...prepared, input }
        : prepared;
    } catch (error) {
      log.warn({ err: error }, 'a prompt goes to its model untranslated');
      return prepared;
    }
  };
}
