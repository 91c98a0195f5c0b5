import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { KilnError } from '../../domain/errors.ts';
import { needsAgreement } from '../../db/account/volunteers.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { inputToSend } from './form-values.ts';
import { keepRequest } from './keep-request.ts';
import { hasOwnWords } from './own-words/has-own-words.ts';
import type { WordTrouble } from './own-words/finish-words.ts';
import { signInFirst } from './sign-in-first.ts';
import type { ShellPress } from './shell/shell-state.ts';
import type { Workbench } from './useWorkbench.ts';

export type GenerateFailure = 'storage-full' | 'source-missing' | 'unknown' | WordTrouble;

/**
 * Keeps a request and wakes the queue. One tap is one request: while it is being written, further presses
 * are the same press; after that they are new requests.
 */
export function useGenerate(bench: Workbench): {
  saving: boolean;
  failure: GenerateFailure | null;
  /**
   * @param earlier a press in the shell, with the words it was about
   * @returns whether a request was kept
   */
  generate: (earlier?: ShellPress) => Promise<boolean>;
} {
  const { t } = useLingui();
  const { requestSignIn, requestVolunteers, wakeQueue } = useAppActions();
  const running = useRef(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<GenerateFailure | null>(null);

  async function keep(earlier: ShellPress | undefined): Promise<boolean> {
    const { plan } = bench;
    if (!plan) return false;
    const why = t({
      message: 'What you wrote is kept. Sign in, and it goes straight into the kiln.',
      comment: 'In the sign-in dialog, after Generate was pressed; holds for new accounts, too',
    });
    const isHere = bench.model.place === 'device';
    const owner = await signInFirst(isHere, bench.flush, () => requestSignIn(why));
    if (owner === null) return false;
    if (await needsAgreement(owner, bench.model.model)) {
      await bench.flush();
      if (!(await requestVolunteers(bench.model.place))) return false;
    }
    const form = earlier ? { ...bench, ...bench.withPrompt(earlier.text) } : bench;
    let input = inputToSend(plan, form.values);
    if (hasOwnWords(form, plan)) {
      const { finishWords, readOwnWords } = await import('./own-words/finish-words.ts');
      const own = await readOwnWords(owner);
      const finished = finishWords(plan, input, form.draft.input, own);
      if (finished.trouble) {
        setFailure(finished.trouble);
        return false;
      }
      input = finished.input;
    }
    await keepRequest({ ...form, input }, plan, owner, earlier?.id);
    wakeQueue();
    return true;
  }

  async function generate(earlier?: ShellPress): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setSaving(true);
    setFailure(null);
    let kept = false;
    try {
      kept = await keep(earlier);
    } catch (error) {
      const code = error instanceof KilnError ? error.code : null;
      setFailure(code === 'storage-full' || code === 'source-missing' ? code : 'unknown');
    }
    running.current = false;
    setSaving(false);
    return kept;
  }

  return { saving, failure, generate };
}
