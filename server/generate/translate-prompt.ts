import { withLarger } from '../../src/domain/larger-parameters.ts';
import type { InputValues } from '../../src/domain/model.ts';
import { fieldsForEnglish } from '../../src/domain/untranslated.ts';
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
 * Chinese words become English for models that want it, the prompt and what to keep out: as the person was shown them,
 * else where a model of language can translate and the person has not refused. Without a good translation in time the
 * words go as they are: a request is not lost for it, and its works say so.
 */
export function createTranslatePrompt(options: {
  chain: Pick<HelperChain, 'abilities' | 'translate'>;
  catalogue: Catalogue;
  safety: Safety;
  log: Log;
}): TranslatePrompt {
  const { chain, catalogue, safety, log } = options;

  /** Null where nobody who knows both languages answers in time. */
  async function inEnglish(text: string, signal: AbortSignal): Promise<string | null> {
    if (chain.abilities().translate !== 'model') return null;
    const told = await chain.translate({ text, from: 'cn', to: 'en' }, signal);
    return told.fallback ? null : told.value.text;
  }

  return async (prepared) => {
    if (prepared.disabledTranslate) return prepared;
    const { model } = prepared.offered;
    const fields = fieldsForEnglish(model, prepared.jobType, prepared.input);
    const schema = catalogue.schema(prepared.offered, 'en');
    if (fields.length === 0 || !schema) return prepared;
    const signal = AbortSignal.timeout(patienceMs);
    const isShown = (field: string) =>
      field === model.filed_mappings.prompt && prepared.translation !== null;
    const translated = await Promise.all(
      fields.map(async (field): Promise<InputValues> => {
        try {
          const text = isShown(field)
            ? prepared.translation
            : await inEnglish(String(prepared.input[field]), signal);
          if (text === null) return {};
          await safety([text]);
          const input = { ...prepared.input, [field]: text };
          const problems = validateInput(withLarger(schema, true), input);
          return problems.length === 0 ? { [field]: text } : {};
        } catch (error) {
          log.warn({ err: error, field }, 'words go to their model untranslated');
          return {};
        }
      }),
    );
    return { ...prepared, input: Object.assign({}, prepared.input, ...translated) as InputValues };
  };
}
