import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import {
  contactMaxCharacters,
  feedbackMaxCharacters,
  missingFeedback,
  type FeedbackField,
  type FeedbackType,
} from '../../domain/feedback.ts';
import { feedbackAtom } from '../../requests/actions/feedback.ts';
import { useAtom } from '../../ui/atoms.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { holdUnsaved } from '../../../sw/client-unsaved.ts';
import { sendFeedback } from './send.ts';
import classes from './FeedbackDialog.module.css';

/** What is wrong, could be better or annoys, for whoever runs this (spec 2, sections 3, 5 and 7). */
export function FeedbackDialog() {
  const [opened, setOpened] = useAtom(feedbackAtom);
  return (
    <Dialog
      opened={opened}
      onClose={() => setOpened(false)}
      title={<Trans comment="Title of a request in the queue, and of a dialog">Feedback</Trans>}
      width={480}
      typing
    >
      <FeedbackForm onDone={() => setOpened(false)} />
    </Dialog>
  );
}

function FeedbackForm({ onDone }: { onDone: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { wakeQueue } = useAppActions();
  const [type, setType] = useState<FeedbackType>('fault');
  const [content, setContent] = useState('');
  const [contact, setContact] = useState('');
  /** Fields that were changed, or sent: what is wrong with the others is not said yet. */
  const [looked, setLooked] = useState<ReadonlySet<FeedbackField>>(new Set());
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [busy, setBusy] = useState(false);
  // One key for what is written, however often a guest has to send it.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const contentField = useRef<HTMLTextAreaElement>(null);
  const contactField = useRef<HTMLInputElement>(null);
  const isWritten = content !== '' || contact !== '';
  useEffect(() => (isWritten ? holdUnsaved() : undefined), [isWritten]);

  const missing = missingFeedback({ content, contact });
  const isWrong = (field: FeedbackField) => looked.has(field) && missing.has(field);
  const look = (...fields: FeedbackField[]) => setLooked(new Set([...looked, ...fields]));

  async function submit(event: FormEvent) {
    event.preventDefault();
    look('content', 'contact');
    if (missing.has('content')) contentField.current?.focus();
    else if (missing.has('contact')) contactField.current?.focus();
    if (missing.size > 0 || busy) return;
    setBusy(true);
    setFailure(null);
    try {
      const isQueued = await sendFeedback(
        { type, content, contact, source: location.pathname },
        key,
      );
      if (isQueued) wakeQueue();
      showToast({
        message:
          isQueued && !online
            ? t`Thank you. It is kept here and leaves once you're back online.`
            : t`Thank you. Whoever runs this studio reads it.`,
        tone: 'success',
      });
      setContent('');
      setContact('');
      setLooked(new Set());
      setKey(crypto.randomUUID());
      onDone();
    } catch (error) {
      setFailure(errorCodeOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className={classes.form}
      noValidate
      aria-busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <Segmented
        label={<Trans comment="Label: what kind of feedback it is">What is it about?</Trans>}
        full
        value={type}
        onChange={setType}
        options={[
          { value: 'fault', label: t({ message: 'Fault', comment: 'Kind of feedback' }) },
          { value: 'suggestion', label: t({ message: 'Idea', comment: 'Kind of feedback' }) },
          { value: 'complaint', label: t({ message: 'Complaint', comment: 'Kind of feedback' }) },
        ]}
      />
      <Textarea
        ref={contentField}
        label={t({
          message: 'What happened, or what would you like?',
          comment: 'Label of a field',
        })}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={feedbackMaxCharacters}
        required
        withAsterisk={false}
        value={content}
        onChange={(event) => {
          setContent(event.currentTarget.value);
          look('content');
        }}
        error={isWrong('content') ? t`Write a few words.` : null}
      />
      <TextInput
        ref={contactField}
        label={t({ message: 'How can we answer you?', comment: 'Label of a field' })}
        description={t`An e-mail address, a phone number, or whatever you like.`}
        maxLength={contactMaxCharacters}
        required
        withAsterisk={false}
        autoComplete="email"
        value={contact}
        onChange={(event) => {
          setContact(event.currentTarget.value);
          look('contact');
        }}
        error={isWrong('contact') ? t`Say how you can be reached.` : null}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {failure !== null && (
        <Notice
          tone="warn"
          announce
          title={online ? i18n._(errorWords[failure].title) : <Trans>This needs a network</Trans>}
        >
          <Trans>What you wrote stays here. Send it again when you like.</Trans>
        </Notice>
      )}
      <Button type="submit" size="lg" fullWidth loading={busy}>
        <Trans comment="Button: sends feedback">Send</Trans>
      </Button>
    </form>
  );
}
