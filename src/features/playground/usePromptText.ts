import { createContext, use } from 'react';

/** What the prompt says. Whoever shows it hears of every key; the rest of the form does not (`isSameButForPrompt`). */
export const PromptTextContext = createContext('');

/** The prompt as it is being written, for settings that say something about its words. */
export const usePromptText = () => use(PromptTextContext);
