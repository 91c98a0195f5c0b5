import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { inPassing } from '../../../db/in-passing.ts';
import { setOwnSetting } from '../../../db/settings.ts';
import { languageOf } from '../../../domain/languages.ts';
import { useSession } from '../../../live/useSession.ts';
import { useOwnSetting, useSetting } from '../../../live/useSetting.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import classes from './EnglishNote.module.css';
import { Helper } from './Helper.tsx';
import { putInPlace, type AtPrompt } from './put-in-place.ts';
import { useLanguageAbilities } from './useLanguageAbilities.ts';

/**
 * Beneath Chinese words for a model that works best with English: what becomes of them on their way, how they read in
 * English, and how to have them go as they are; or that nobody translates here. A list of words is nobody, and what
 * this device asks volunteers for leaves as it stands in the form.
 */
export function EnglishNote(at: AtPrompt) {
  const { bench, field, promptRef } = at;
  const isOnline = useOnline();
  const community = useSetting('community');
  const hasPlatform = community === undefined ? null : community === null;
  const abilities = useLanguageAbilities(hasPlatform === true && isOnline);
  const isAsWritten = useOwnSetting('sendsAsWritten');
  const [isShown, setIsShown] = useState(false);
  const isChinese = (name: string | undefined) =>
    name !== undefined && languageOf(String(bench.values[name] ?? ''), 'en') === 'cn';
  const [words, keptOut] = [isChinese(field.name), isChinese(bench.plan?.negativePrompt?.name)];
  const isDirect = bench.model.place === 'horde';
  const session = useSession();
  // Made here, it is translated only while somebody can be asked.
  const isAlone = bench.model.place === 'device' && (!isOnline || session === null);

  if (hasPlatform === false || isAlone || abilities?.translate === 'rules') {
    return (
      <Note>
        <Trans>
          This model works best with English. Nobody here can translate: your words go to it as they
          are.
        </Trans>
      </Note>
    );
  }
  if (!isDirect && (abilities === null || isAsWritten === undefined)) return null;

  const refuse = (isRefused: boolean) => {
    setIsShown(false);
    inPassing(setOwnSetting(bench.owner, 'sendsAsWritten', isRefused));
  };
  const show = words && isOnline && abilities !== null && (
    <Button
      variant="subtle"
      size="sm"
      className={classes.action}
      aria-expanded={isShown}
      onClick={() => setIsShown((before) => !before)}
    >
      <Trans comment="Button: shows how the prompt reads in English">Show the translation</Trans>
    </Button>
  );
  const translation = isShown && (
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
  );
  if (isDirect) {
    return (
      <>
        <Note actions={show}>
          <Trans comment="The model runs on volunteers' machines, which this device asks itself">
            This model works best with English. Your words go straight to it, as they are.
          </Trans>
        </Note>
        {translation}
      </>
    );
  }
  if (isAsWritten) {
    return (
      <Note
        actions={
          <Button
            variant="subtle"
            size="sm"
            className={classes.action}
            onClick={() => refuse(false)}
          >
            <Trans comment="Button: let the prompt be translated for the model">
              Translate for it
            </Trans>
          </Button>
        }
      >
        <Trans>This model works best with English. Your words go to it as they are.</Trans>
      </Note>
    );
  }
  return (
    <>
      <Note
        actions={
          <>
            {show}
            <Button
              variant="subtle"
              size="sm"
              className={classes.action}
              onClick={() => refuse(true)}
            >
              <Trans comment="Button: the prompt is not to be translated">Send as written</Trans>
            </Button>
          </>
        }
      >
        {!words ? (
          <Trans>This model works best with English. What to keep out is translated for it.</Trans>
        ) : keptOut ? (
          <Trans>
            This model works best with English. Your words are translated for it, and so is what to
            keep out.
          </Trans>
        ) : (
          <Trans>This model works best with English. Your words are translated for it.</Trans>
        )}
      </Note>
      {translation}
    </>
  );
}

function Note({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.note}>
      <span className={classes.words}>{children}</span>
      {actions && <span className={classes.actions}>{actions}</span>}
    </div>
  );
}
