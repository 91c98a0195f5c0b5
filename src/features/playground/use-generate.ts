import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { KilnError } from '../../domain/errors.ts';
import type { MediaRow, Session } from '../../db/schema.ts';
import { saveGenerateIntent } from '../../db/intents.ts';
import { getMedia } from '../../db/media.ts';
import { getSession, isSessionUsable } from '../../db/session.ts';
import { useAppActions } from '../../ui/app-actions.ts';
import { isFileField } from './form-plan.ts';
import { inputToSend, resultShape } from './form-values.ts';
import type { Workbench } from './use-workbench.ts';

export type GenerateFailure = 'storage-full' | 'source-missing' | 'unknown';

/** Whether this person may send, as far as the device knows. Offline the platform's word has to wait. */
function mayGoOn(session: Session | null): session is Session {
  return isSessionUsable(session) || (session !== null && !navigator.onLine);
}

/**
 * Keeps a request and wakes the queue. One tap is one request: while it is being written, further presses
 * are the same press; after that they are new requests.
 */
export function useGenerate(bench: Workbench): {
  saving: boolean;
  failure: GenerateFailure | null;
  /** @returns whether a request was kept */
  generate: () => Promise<boolean>;
} {
  const { t } = useLingui();
  const { requestSignIn, wakeQueue } = useAppActions();
  const running = useRef(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<GenerateFailure | null>(null);

  async function keep(): Promise<boolean> {
    const { plan, model, type, draft, values } = bench;
    if (!plan) return false;
    let session = await getSession();
    if (!mayGoOn(session)) {
      await bench.flush();
      const why = t({
        message: 'What you wrote is kept. Sign in, and it goes straight into the kiln.',
        comment: 'In the sign-in dialog, after Generate was pressed; holds for new accounts, too',
      });
      if (!(await requestSignIn(why))) return false;
      session = await getSession();
      if (!mayGoOn(session)) return false;
    }
    // What the form no longer shows must not travel: another model may have other picture fields.
    const fields = new Set(plan.fields.filter(isFileField).map((field) => field.name));
    const sources = draft.sources.filter((source) => fields.has(source.field));
    const first = sources.find(({ field }) => field === bench.model.upload) ?? sources[0];
    const picture: MediaRow | undefined = first ? await getMedia(first.mediaId) : undefined;
    const shape = resultShape(plan, values, picture ?? null);
    await saveGenerateIntent({
      owner: session.userKey,
      payload: {
        jobType: type,
        model: model.model,
        modelLabel: { cn: model.label_cn, en: model.label_en },
        input: inputToSend(plan, values),
        cost: bench.cost,
        width: shape?.width ?? null,
        height: shape?.height ?? null,
      },
      sources,
      draft: { type, ...draft, model: model.model },
    });
    wakeQueue();
    return true;
  }

  async function generate(): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setSaving(true);
    setFailure(null);
    let kept = false;
    try {
      kept = await keep();
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
