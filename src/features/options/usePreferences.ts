import { createContext, use } from 'react';
import type { Language } from '../../domain/languages.ts';

/** Provided by main.tsx, which alone knows how catalogs are loaded. */
export interface Preferences {
  /** Stores the choice and switches at once, without a reload. */
  changeLanguage: (language: Language) => Promise<void>;
}

export const PreferencesContext = createContext<Preferences | null>(null);

export function usePreferences(): Preferences {
  const preferences = use(PreferencesContext);
  if (!preferences) throw new Error('PreferencesContext is missing above this component');
  return preferences;
}
