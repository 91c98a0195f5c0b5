import { useEffect, useState } from 'react';
import type { Language } from '../../domain/languages.ts';
import type { TextPageName } from '../../domain/text-pages.ts';
import { loadedPageText, loadPageText, type PageText } from './text-page.ts';

/** @returns the text, undefined until it has come, null where it can't; and what asks again */
export function usePageText(
  name: TextPageName,
  language: Language,
): [text: PageText | null | undefined, again: () => void] {
  const [found, setFound] = useState<{ key: string; text: PageText | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = `${name} ${language} ${attempt}`;
  useEffect(() => {
    let left = false;
    const take = (text: PageText | null) => {
      if (!left) setFound({ key, text });
    };
    loadPageText(name, language).then(take, () => take(null));
    return () => {
      left = true;
    };
  }, [name, language, key]);
  const text = found?.key === key ? found.text : loadedPageText(name, language);
  return [text, () => setAttempt((before) => before + 1)];
}
