import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { UnstyledButton } from '@mantine/core';
import {
  IconBrush,
  IconCamera,
  IconDeviceGamepad2,
  IconDots,
  IconPalette,
  IconSchool,
  IconShoppingBag,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { currentOwner } from '../../db/account/session.ts';
import { getOwnSetting } from '../../db/settings.ts';
import { careers, opensSurvey, surveyDelayMs, type Career } from '../../domain/careers.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { fetchCareer, noteClosed, tellCareer } from './survey.ts';
import classes from './SurveyDialog.module.css';

/** Spec 2, section 3: identity1 to identity7. */
const options: Readonly<Record<Career, { words: MessageDescriptor; icon: Icon }>> = {
  1: {
    words: msg({ message: 'Artist or illustrator', comment: 'What somebody does' }),
    icon: IconBrush,
  },
  2: { words: msg({ message: 'Designer', comment: 'What somebody does' }), icon: IconPalette },
  3: { words: msg({ message: 'Photographer', comment: 'What somebody does' }), icon: IconCamera },
  4: {
    words: msg({ message: 'Games and video', comment: 'What somebody does' }),
    icon: IconDeviceGamepad2,
  },
  5: {
    words: msg({ message: 'Shop or marketing', comment: 'What somebody does' }),
    icon: IconShoppingBag,
  },
  6: {
    words: msg({ message: 'Student or teacher', comment: 'What somebody does' }),
    icon: IconSchool,
  },
  7: { words: msg({ message: 'Something else', comment: 'What somebody does' }), icon: IconDots },
};

/**
 * Asks once what somebody does (spec 2, sections 2 and 4): whoever closes it is left alone for thirty days. Mounted
 * where somebody is signed in and the deployment asks at all.
 * @param isOccupied something else is open; it waits
 */
export function SurveyDialog({ isOccupied }: { isOccupied: boolean }) {
  const { i18n, t } = useLingui();
  const online = useOnline();
  const [isAsked, setAsked] = useState(false);
  const [chosen, setChosen] = useState<Career | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    async function decide() {
      const closedAtMs = await getOwnSetting(await currentOwner(), 'surveyClosedAtMs');
      if (!opensSurvey(closedAtMs, null, Date.now())) return;
      const career = await fetchCareer(leaving.signal);
      if (!leaving.signal.aborted) setAsked(opensSurvey(closedAtMs, career, Date.now()));
    }
    // Spec 2, section 8: nobody is told that it could not be asked.
    const timer = setTimeout(() => void decide().catch(() => undefined), surveyDelayMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [online]);

  async function rest() {
    setAsked(false);
    await noteClosed();
  }

  async function choose(career: Career) {
    setChosen(career);
    setFailure(null);
    try {
      await tellCareer(career);
      await rest();
      showToast({ message: t`Thank you. We'll keep that in mind.`, tone: 'success' });
    } catch (error) {
      setFailure(errorCodeOf(error));
    } finally {
      setChosen(null);
    }
  }

  return (
    <Dialog
      opened={isAsked && !isOccupied}
      onClose={() => void rest()}
      width={900}
      title={<Trans comment="Title of a question with seven answers">What do you do?</Trans>}
    >
      <p className={classes.why}>
        <Trans>It helps whoever runs this studio choose what comes next. You can close this.</Trans>
      </p>
      <div className={classes.options}>
        {careers.map((career) => {
          const { words, icon: OptionIcon } = options[career];
          return (
            <UnstyledButton
              key={career}
              className={classes.option}
              disabled={chosen !== null}
              aria-busy={chosen === career || undefined}
              onClick={() => void choose(career)}
            >
              <OptionIcon size={28} stroke={1.5} aria-hidden />
              <span className={classes.words}>{i18n._(words)}</span>
            </UnstyledButton>
          );
        })}
      </div>
      {failure !== null && (
        <div className={classes.note}>
          <Notice
            tone="warn"
            announce
            title={online ? i18n._(errorWords[failure].title) : <Trans>This needs a network</Trans>}
          >
            <Trans>Choose again when you like, or close this.</Trans>
          </Notice>
        </div>
      )}
    </Dialog>
  );
}
