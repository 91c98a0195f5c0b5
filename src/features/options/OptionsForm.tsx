import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import {
  asLanguage,
  languageName,
  languages,
  languageTag,
  type Language,
} from '../../domain/languages.ts';
import { InstallEntry } from '../../ui/InstallEntry.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { DeviceModels } from './DeviceModels.tsx';
import { DownloadFormat } from './DownloadFormat.tsx';
import { KeepOriginals } from './KeepOriginals.tsx';
import classes from './OptionsForm.module.css';
import { Volunteers } from './Volunteers.tsx';
import { usePreferences } from './usePreferences.ts';
import { SchemeChoice } from './SchemeChoice.tsx';
import { SendReports } from './SendReports.tsx';
import { SingleModel } from './SingleModel.tsx';
import { TagSuggestions } from './TagSuggestions.tsx';
import { TakeAlong } from './TakeAlong.tsx';
import { TellSettings } from './TellSettings.tsx';

/** Its catalog may still have to be loaded; where that fails, nothing has changed. */
function useLanguageChoice() {
  const { i18n } = useLingui();
  const { changeLanguage } = usePreferences();
  const [wanted, setWanted] = useState<Language | null>(null);
  const [failed, setFailed] = useState(false);
  const last = useRef<Language | null>(null);

  async function choose(language: Language) {
    last.current = language;
    setWanted(language);
    setFailed(false);
    let arrived = true;
    try {
      await changeLanguage(language);
    } catch {
      arrived = false;
    }
    // A later choice has overtaken this one: how it ended is no longer of interest.
    if (last.current !== language) return;
    setWanted(null);
    setFailed(!arrived);
  }

  const shown = asLanguage(i18n.locale);
  return { shown, wanted, failed, choose: (next: Language) => void choose(next) };
}

/** Everything takes effect at once; there is nothing to save. */
export function OptionsForm({
  notifications,
  footer,
}: {
  /** The choice to be told when something is ready. */
  notifications?: ReactNode;
  footer?: ReactNode;
}) {
  const { t } = useLingui();
  const language = useLanguageChoice();

  return (
    <div className={classes.form}>
      <SchemeChoice />
      <Segmented<Language>
        full
        label={t({ message: 'Language', comment: 'Setting' })}
        value={language.shown}
        pending={language.wanted}
        onChange={language.choose}
        options={languages.map((value) => ({
          value,
          label: <span lang={languageTag(value)}>{languageName(value)}</span>,
        }))}
      />
      {language.failed && (
        <Notice tone="warn" announce>
          <Trans>
            This language could not be loaded. Nothing changed; try again when you are online.
          </Trans>
        </Notice>
      )}
      <KeepOriginals />
      <DownloadFormat />
      <TellSettings />
      <TakeAlong />
      <TagSuggestions />
      <SingleModel />
      <Volunteers />
      <DeviceModels />
      <SendReports />
      {notifications}
      <InstallEntry />
      {footer}
    </div>
  );
}
