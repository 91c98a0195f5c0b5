import '@mantine/core/styles/Radio.layer.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { reportWork } from '../../../api/contract/gallery.ts';
import { getSession, isSessionUsable } from '../../../db/account/session.ts';
import { errorCodeOf, KilnError, type ErrorCode } from '../../../domain/errors.ts';
import { reportReasons, type ReportReason } from '../../../domain/gallery.ts';
import type { WorkId } from '../../../domain/ids.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { showToast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/errors.ts';
import classes from './ReportDialog.module.css';
import { reasonWords } from '../../../words/reports.ts';

const wordsMax = 1_000;

/** Asks why a published work should not be shown, and tells whoever runs the studio. */
export function ReportDialog({ id, onClose }: { id: WorkId; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [words, setWords] = useState('');
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<ErrorCode | null>(null);

  async function send() {
    if (reason === null) return;
    setSending(true);
    try {
      const session = await getSession();
      if (!isSessionUsable(session)) throw new KilnError('login-required', { retryable: false });
      await call(reportWork, { body: { id, reason, words }, session });
      showToast({ tone: 'success', message: t`Reported. Whoever runs the studio looks at it.` });
      onClose();
    } catch (error) {
      setTrouble(errorCodeOf(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={t({ message: 'Report this work', comment: 'Title of a dialog' })}
      width={480}
      typing
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Radio.Group
          required
          label={t({ message: 'What is wrong with it?', comment: 'Label of a choice' })}
          value={reason}
          onChange={(value) => setReason(reportReasons.find((known) => known === value) ?? null)}
        >
          <div className={classes.reasons}>
            {reportReasons.map((one) => (
              <Radio
                key={one}
                className={classes.reason}
                required
                value={one}
                label={i18n._(reasonWords[one])}
              />
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t({ message: 'In your words', comment: 'Label of a field; may stay empty' })}
          placeholder={t({ message: 'Optional', comment: 'In an empty field' })}
          maxLength={wordsMax}
          autosize
          minRows={2}
          maxRows={6}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {trouble && (
          <Notice tone="danger" announce title={i18n._(errorWords[trouble].title)}>
            <Trans>Nothing was reported. What you have written is still here.</Trans>
          </Notice>
        )}
        <Button type="submit" loading={isSending}>
          <Trans comment="Button: says why a published work should not be shown">Report</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
