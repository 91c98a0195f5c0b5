import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { deleteAccount, exportAddress, isLost } from './accounts.ts';
import { ProvenButton } from './ProvenButton.tsx';
import classes from './SecurityDialog.module.css';
import { useHasPassword } from './useHasPassword.ts';

/** What the studio knows of a person: to be taken along, and to be deleted. */
export function DataDialog({
  name,
  opened,
  onClose,
}: {
  name: string;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      width={440}
      title={<Trans comment="Title of a dialog">Your account and its data</Trans>}
    >
      <TakeAlong />
      <Leave key={String(opened)} name={name} isAsked={opened} onLeft={onClose} />
    </Dialog>
  );
}

function TakeAlong() {
  const { i18n } = useLingui();
  const online = useOnline();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);

  async function take() {
    setAsking(true);
    setFailure(null);
    try {
      const link = document.createElement('a');
      link.href = await exportAddress();
      // The platform names the file; the browser shows how far it is, and goes on with it by itself.
      link.download = '';
      link.click();
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setAsking(false);
  }

  return (
    <section className={classes.part}>
      <h3 className={classes.title}>
        <Trans comment="Heading: download all of one's data">Take everything along</Trans>
      </h3>
      <p className={classes.about}>
        <Trans>
          One archive with all that the studio knows of you, in a form that programs read, and every
          original that it keeps. To bring works into another Kiln, use "Archives".
        </Trans>
      </p>
      {failure !== null && (
        <Notice
          tone="warn"
          announce
          title={online ? i18n._(errorWords[failure].title) : <Trans>This needs a network</Trans>}
        >
          <Trans>Nothing has changed. Try again.</Trans>
        </Notice>
      )}
      <Button
        variant="default"
        loading={isAsking}
        disabled={!online}
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        onClick={() => void take()}
      >
        <Trans comment="Button: all of one's data as an archive">Download my data</Trans>
      </Button>
    </section>
  );
}

function Leave({ name, isAsked, onLeft }: { name: string; isAsked: boolean; onLeft: () => void }) {
  const { t } = useLingui();
  const hasPassword = useHasPassword(isAsked);
  const [isSure, setSure] = useState(false);
  const [wasLost, setLost] = useState(false);

  async function leave(password?: string) {
    try {
      await deleteAccount(password, wasLost);
    } catch (error) {
      if (isLost(error)) setLost(true);
      throw error;
    }
    onLeft();
    showToast({ message: t`Your account is deleted.`, tone: 'success' });
  }

  return (
    <section className={classes.part}>
      <h3 className={classes.title}>
        <Trans comment="Heading">Delete the account</Trans>
      </h3>
      <p className={classes.about}>
        <Trans>
          Your works, requests, albums and what you published go, at the studio and from this
          device, and credits that are left are lost. Nobody can bring them back. What you paid
          stays in the books, without your name.
        </Trans>
      </p>
      <Switch
        label={t`Yes, delete ${name} and everything of it`}
        checked={isSure}
        onChange={({ currentTarget }) => setSure(currentTarget.checked)}
      />
      <ProvenButton
        hasPassword={hasPassword}
        danger
        disabled={!isSure}
        act={leave}
        tell={(code) =>
          code === 'network' || code === 'timeout' ? (
            <Trans>Nobody answered, so it may be done already. Try again to be sure.</Trans>
          ) : undefined
        }
      >
        <Trans comment="Button">Delete for good</Trans>
      </ProvenButton>
    </section>
  );
}
