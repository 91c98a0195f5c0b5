import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput } from '@mantine/core';
import { IconClock, IconCoinOff, IconEye } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { currentOwner } from '../../db/account/session.ts';
import { setAgreesToVolunteers } from '../../db/account/volunteers.ts';
import { setOwnSetting } from '../../db/settings.ts';
import type { ModelPlace } from '../../domain/model.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './VolunteersDialog.module.css';

const registerAddress = 'https://aihorde.net/register';

/** A key is kept by whoever asks the Horde: the platform, or this device itself. */
async function keepKey(place: ModelPlace, key: string): Promise<void> {
  if (place === 'horde') await setOwnSetting(await currentOwner(), 'hordeKey', key);
  else await (await import('./engine-keys.ts')).saveEngineKey('horde', key);
}

/**
 * Asked once, before the first words leave for volunteers' computers.
 * @param onDone whether they may; false when it was closed
 */
export function VolunteersDialog({
  opened,
  place,
  onDone,
}: {
  opened: boolean;
  place: ModelPlace;
  onDone: (agrees: boolean) => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={() => onDone(false)}
      title={
        <Trans comment="Title of the dialog that asks before a request leaves for strangers' computers">
          Made on volunteers' computers
        </Trans>
      }
      width={480}
    >
      <Question place={place} onDone={onDone} />
    </Dialog>
  );
}

function Question({ place, onDone }: { place: ModelPlace; onDone: (agrees: boolean) => void }) {
  const { t } = useLingui();
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<'key' | 'answer' | null>(null);

  async function agree(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailed(null);
    let step: 'key' | 'answer' = 'key';
    try {
      if (key.trim() !== '') await keepKey(place, key.trim());
      step = 'answer';
      await setAgreesToVolunteers(await currentOwner(), true);
      setKey('');
      onDone(true);
    } catch {
      setFailed(step);
    }
    setBusy(false);
  }

  return (
    <form className={classes.body} onSubmit={(event) => void agree(event)}>
      <p className={classes.lead}>
        <Trans>
          The models of the AI Horde run on the computers of volunteers all over the world. Before
          the first request goes there:
        </Trans>
      </p>
      <ul className={classes.facts}>
        <li className={classes.fact}>
          <IconEye size={20} stroke={1.75} aria-hidden />
          <div>
            <strong>
              <Trans>Strangers can see it</Trans>
            </strong>
            <span>
              <Trans>
                Your words, and pictures that you add, go to the AI Horde and from there to a
                volunteer. Send nothing private.
              </Trans>
            </span>
          </div>
        </li>
        <li className={classes.fact}>
          <IconCoinOff size={20} stroke={1.75} aria-hidden />
          <div>
            <strong>
              <Trans>They do it for free</Trans>
            </strong>
            <span>
              {place === 'horde' ? (
                <Trans>Nobody asks you for money or an account.</Trans>
              ) : (
                <Trans>
                  Nobody asks you for money. Credits count here as with every model: Generate says
                  how many.
                </Trans>
              )}
            </span>
          </div>
        </li>
        <li className={classes.fact}>
          <IconClock size={20} stroke={1.75} aria-hidden />
          <div>
            <strong>
              <Trans>It may take a while</Trans>
            </strong>
            <span>
              <Trans>
                Seconds when few are waiting, many minutes when many are. You need not stay.
              </Trans>
            </span>
          </div>
        </li>
      </ul>
      <PasswordInput
        className={classes.key}
        label={t({
          message: 'Your own AI Horde key, if you have one',
          comment: 'Label of a text field that may stay empty',
        })}
        description={
          <Trans>
            With a key of your own you wait less. It is free at{' '}
            <a href={registerAddress} target="_blank" rel="noreferrer">
              aihorde.net
            </a>
            , and can be entered later under “Me”.
          </Trans>
        }
        autoComplete="off"
        maxLength={200}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {failed && (
        <Notice tone="warn" announce>
          {failed === 'key' ? (
            <Trans>
              The key could not be kept just now. Check it and try again, or leave it out for now.
            </Trans>
          ) : (
            <Trans>That couldn't be saved. Free some space and try again.</Trans>
          )}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onDone(false)}>
          <Trans comment="Button: leave a suggestion">Not now</Trans>
        </Button>
        <Button type="submit" loading={busy} data-autofocus>
          <Trans comment="Button: volunteers may see the request, which leaves now">
            Agree and go on
          </Trans>
        </Button>
      </div>
      <p className={classes.small}>
        <Trans>
          You are asked once; the answer can be changed in the options. Until then your request
          stays here.
        </Trans>
      </p>
    </form>
  );
}
