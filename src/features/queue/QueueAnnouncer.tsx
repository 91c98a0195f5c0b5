import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { listIntents } from '../../db/intents.ts';
import { getSession } from '../../db/session.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent, IntentStage } from '../../domain/intent.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { stageWords } from '../../words/stages.ts';
import { toolWords } from '../../words/tools.ts';

/** Only what a person waits for is said aloud: the start of the making and every end, no percentages. */
const spokenStages: readonly IntentStage[] = [
  'running',
  'done',
  'failed',
  'cancelled',
  'needs-attention',
];

/** Several changes within this time are said together. */
const gatherMs = 1_200;

const watchedRequests = 60;

async function readRequests(): Promise<Intent[]> {
  const session = await getSession();
  return session ? listIntents(session.userKey, { limit: watchedRequests }) : [];
}

/** Tells screen readers politely how requests get on, wherever in the app one is. */
export function QueueAnnouncer() {
  const { i18n, t } = useLingui();
  const intents = useLiveQuery(readRequests);
  const known = useRef<Map<IntentId, IntentStage> | null>(null);
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    if (!intents) return;
    const before = known.current;
    known.current = new Map(intents.map((intent) => [intent.id, intent.stage]));
    // What was there from the start is no news.
    if (!before) return;
    for (const intent of intents) {
      const stage = before.get(intent.id);
      if (intent.kind !== 'generate' || stage === undefined || stage === intent.stage) continue;
      if (!spokenStages.includes(intent.stage)) continue;
      const tool = i18n._(toolWords[intent.payload.jobType].label);
      const said = i18n._(stageWords[intent.stage]);
      waiting.current.push(
        t({
          message: `${tool}: ${said}.`,
          comment: 'Said aloud; a tool and the state of a request',
        }),
      );
    }
    if (waiting.current.length === 0 || timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setSpoken(waiting.current.join(' '));
      waiting.current = [];
    }, gatherMs);
  }, [intents, i18n, t]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  return (
    <div role="status" aria-live="polite" data-watching={intents ? true : undefined}>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </div>
  );
}
