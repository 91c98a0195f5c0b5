import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { setOwnSetting } from '../../../db/settings.ts';
import { useOwnSetting, useSetting } from '../../../live/useSetting.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import classes from './EnglishNote.module.css';
import { Helper } from './Helper.tsx';
import { putInPlace, type AtPrompt } from './put-in-place.ts';
import { useLanguageAbilities } from './useLanguageAbilities.ts';

/**
 * Beneath Chinese words for a model that works best with English: that they are translated on their way, how that
 * reads, and how to have them go as they are; or that nobody translates here. A list of words is nobody.
 */
export function EnglishNote(at: AtPrompt) {
  const { bench, field, promptRef } = at;
  const isOnline = useOnline();
  const community = useSetting('community');
  const hasPlatform = community === undefined ? null : community === null;
  const abilities = useLanguageAbilities(hasPlatform === true && isOnline);
  const isAsWritten = useOwnSetting('sendsAsWritten');
  const [isShown, setIsShown] = useState(false);
  const isNobodyThere = hasPlatform === false || abilities?.translate === 'rules';
  if (isNobodyThere) {
    return (
      <div className={classes.note}>
        <span className={classes.words}>
          <Trans>
            This model works best with English. Nobody here can translate: your words go to it as
            they are.
          </Trans>
        </span>
      </div>
    );
  }
  if (abilities === null || isAsWritten === undefined) return null;
  const refuse = (isRefused: boolean) => {
    setIsShown(false);
    void setOwnSetting(bench.owner, 'sendsAsWritten', isRefused);
  };
  if (isAsWritten) {
    return (
      <div className={classes.note}>
        <span className={classes.words}>
          <Trans>This model works best with English. Your words go to it as they are.</Trans>
        </span>
        <Button variant="subtle" size="sm" className={classes.action} onClick={() => refuse(false)}>
          <Trans comment="Button: let the prompt be translated for the model">
            Translate for it
          </Trans>
        </Button>
      </div>
    );
  }
  return (
    <>
      <div className={classes.note}>
        <span className={classes.words}>
          <Trans>This model works best with English. Your words are translated for it.</Trans>
        </span>
        <span className={classes.actions}>
          {isOnline && (
            <Button
              variant="subtle"
              size="sm"
              className={classes.action}
              aria-expanded={isShown}
              onClick={() => setIsShown((before) => !before)}
            >
              <Trans comment="Button: shows how the prompt reads in English">
                Show the translation
              </Trans>
            </Button>
          )}
          <Button
            variant="subtle"
            size="sm"
            className={classes.action}
            onClick={() => refuse(true)}
          >
            <Trans comment="Button: the prompt is not to be translated">Send as written</Trans>
          </Button>
        </span>
      </div>
      {isShown && (
        <Helper
          kind="to-english"
          bench={bench}
          field={field}
          promptRef={promptRef}
          onUse={(...change) => {
            setIsShown(false);
            return putInPlace(at)(...change);
          }}
          onClose={() => setIsShown(false)}
        />
      )}
    </>
  );
}
