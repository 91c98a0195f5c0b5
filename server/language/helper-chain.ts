import { setTimeout as sleep } from 'node:timers/promises';

import { EngineError } from '../engines/contract/engine.ts';
import type { LanguageAbilities } from '../../src/domain/language-abilities.ts';
import type { Log } from '../log.ts';
import type {
  Description,
  LanguageHelper,
  Optimized,
  OptimizeRequest,
  Translation,
} from './helper.ts';

/** What a helper said, and who it was. */
export interface Told<Value> {
  value: Value;
  provider: string;
  fallback: boolean;
}

type Asked<Request, Value> = (request: Request, signal: AbortSignal) => Promise<Told<Value>>;
type RequestOf<Name extends 'expand' | 'translate' | 'describe'> = Parameters<
  NonNullable<LanguageHelper[Name]>
>[0];

export interface HelperChain {
  /** By what each kind of help is given right now. */
  abilities: () => LanguageAbilities;
  expand: Asked<RequestOf<'expand'>, string>;
  translate: Asked<RequestOf<'translate'>, Translation>;
  optimize: Asked<OptimizeRequest, Optimized>;
  describe: Asked<RequestOf<'describe'>, Description>;
}

/** One helper's time; a person waits for the answer. */
const patienceMs = { text: 45_000, picture: 75_000 };

/** What another helper cannot make better. */
const isFinal = (error: unknown): boolean =>
  error instanceof EngineError &&
  ['nsfw-content', 'unsupported-media', 'too-large', 'source-missing'].includes(error.code);

/**
 * Asks the helpers in their order, until one answers. A refusal of the content, and a picture that nobody can
 * read, are answers.
 * @param helpers the last one is to have all abilities
 */
export function createHelperChain(helpers: readonly LanguageHelper[], log: Log): HelperChain {
  async function first<Value>(
    waitMs: number,
    signal: AbortSignal,
    ask: (helper: LanguageHelper, signal: AbortSignal) => Promise<Value> | undefined,
  ): Promise<Told<Value>> {
    let last: unknown = null;
    for (const helper of helpers) {
      signal.throwIfAborted();
      const own = new AbortController();
      const abort = () => own.abort(signal.reason);
      signal.addEventListener('abort', abort);
      const settled = new AbortController();
      void sleep(waitMs, undefined, { signal: settled.signal }).then(
        // An engine takes this as: nobody waits for it any more.
        () => own.abort('cancelled'),
        () => undefined,
      );
      try {
        const asked = ask(helper, own.signal);
        if (asked === undefined) continue;
        return { value: await asked, provider: helper.name, fallback: helper.isFallback };
      } catch (error) {
        signal.throwIfAborted();
        if (isFinal(error)) throw error;
        last = error;
        log.warn({ err: error, helper: helper.name }, 'a language helper did not answer');
      } finally {
        settled.abort();
        signal.removeEventListener('abort', abort);
      }
    }
    throw last instanceof Error
      ? last
      : new EngineError('engine-unavailable', 'Nobody can help with that', { retryable: true });
  }

  const isReady = (helper: LanguageHelper) => helper.isReady?.() ?? true;
  const modelFor = (ability: 'expand' | 'translate' | 'optimize' | 'describe') =>
    helpers.find((helper) => helper[ability] && !helper.isFallback && isReady(helper));
  const meansOf = (ability: Parameters<typeof modelFor>[0]) =>
    modelFor(ability) ? 'model' : 'rules';

  const { text, picture } = patienceMs;
  return {
    abilities: () => ({
      expand: meansOf('expand'),
      translate: meansOf('translate'),
      optimize: meansOf('optimize'),
      describe: meansOf('describe'),
      describes_in_public: modelFor('describe')?.isPublic ?? false,
    }),
    expand: (request, signal) =>
      first(text, signal, (helper, own) => helper.expand?.(request, own)),
    translate: (request, signal) =>
      first(text, signal, (helper, own) => helper.translate?.(request, own)),
    optimize: (request, signal) =>
      first(text, signal, (helper, own) => helper.optimize?.(request, own)),
    describe: (request, signal) =>
      first(picture, signal, (helper, own) =>
        helper.isPublic && !request.mayBePublic ? undefined : helper.describe?.(request, own),
      ),
  };
}
