import { promptMaxCharacters } from '../../src/domain/limits.ts';
import type { Engine } from '../engines/contract/engine.ts';
import type { LanguageHelper, Translation } from './helper.ts';

/**
 * An engine that can say what is to be seen on a picture, as a helper.
 * @param translator from English, since engines speak that only; what it cannot translate wholly stays English
 */
export function createEngineDescriber(
  engine: Engine,
  translator: LanguageHelper,
): LanguageHelper | null {
  if (!engine.describe) return null;
  return {
    name: engine.name,
    isFallback: false,
    isPublic: engine.isPublic ?? false,
    isReady: () => engine.canDescribe?.() ?? true,
    async describe({ picture, language }, signal) {
      const text = (await engine.describe!(picture, signal)).trim().slice(0, promptMaxCharacters);
      if (language === 'en') return { text, basis: 'seen' };
      const told = await translator
        .translate?.({ text, from: 'en', to: language }, signal)
        .catch((): Translation => {
          signal.throwIfAborted();
          return { text, unknown: [] };
        });
      return { text: told && told.unknown.length === 0 ? told.text : text, basis: 'seen' };
    },
  };
}
