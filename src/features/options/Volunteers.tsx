import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { currentOwner } from '../../db/account/session.ts';
import { setAgreesToVolunteers } from '../../db/account/volunteers.ts';
import { isByVolunteers } from '../../domain/volunteers.ts';
import { useModels } from '../../live/useModels.ts';
import { useOwnSetting } from '../../live/useSetting.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import classes from './OptionsForm.module.css';

type Choice = 'ask' | 'agreed';

/** Whether requests may leave for volunteers' computers; nothing where no model is theirs. */
export function Volunteers() {
  const { t } = useLingui();
  const agrees = useOwnSetting('agreesToVolunteers');
  const models = useModels();
  const [pressed, setPressed] = useState<Choice | null>(null);
  const value: Choice = agrees ? 'agreed' : 'ask';
  if (pressed === value) setPressed(null);
  if (agrees === undefined || !models?.some(({ model }) => isByVolunteers(model))) return null;

  async function choose(next: Choice) {
    setPressed(next);
    try {
      await setAgreesToVolunteers(await currentOwner(), next === 'agreed');
    } catch {
      setPressed(null);
    }
  }

  return (
    <div className={classes.choice}>
      <Segmented<Choice>
        full
        label={t({
          message: "Volunteers' computers",
          comment: 'Setting: whether requests may be made on the computers of strangers',
        })}
        value={value}
        pending={pressed}
        onChange={(next) => void choose(next)}
        options={[
          {
            value: 'ask',
            label: t({
              message: 'Ask me first',
              comment: 'Setting: before a request leaves for volunteers',
            }),
          },
          {
            value: 'agreed',
            label: t({
              message: 'They may see it',
              comment: 'Setting: volunteers may see what they are asked to make',
            }),
          },
        ]}
      />
      <p className={classes.hint}>
        {agrees ? (
          <Trans>
            Requests to models of the AI Horde go to volunteers, who can see your words and
            pictures.
          </Trans>
        ) : (
          <Trans>
            Nothing goes to the volunteers of the AI Horde without your word. A request to one of
            their models waits for it.
          </Trans>
        )}
      </p>
    </div>
  );
}
