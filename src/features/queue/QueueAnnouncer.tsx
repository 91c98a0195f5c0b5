import { useLingui } from '@lingui/react/macro';
import { useObservable } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { calmly } from '../../db/calm.ts';
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

const troubleStages: readonly IntentStage[] = ['failed', 'needs-attention'];

/** More changes than this at once are counted instead of named. */
const oneByOneMax = 2;

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
  const intents = useObservable(() => calmly(['intents', 'settings'], readRequests), []);
  const known = useRef<Map<IntentId, IntentStage> | null>(null);
  const waiting = useRef<Intent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [spoken, setSpoken] = useState('');

  const say = useEffectEvent((changed: readonly Intent[]) => {
    const stateOf = (intent: Intent) => i18n._(stageWords[intent.stage]);
    if (changed.length > oneByOneMax) {
      const counts = Map.groupBy(changed, (intent) => intent.stage);
      return [...counts.values()]
        .map((intents) => {
          const [first] = intents;
          const state = first ? stateOf(first) : '';
          const count = intents.length;
          return t({
            message: `${state}: ${count}.`,
            comment: 'Said aloud; how many requests are in a state',
          });
        })
        .join(' ');
    }
    return changed
      .map((intent) => {
        const state = stateOf(intent);
        const what =
          intent.kind === 'generate'
            ? i18n._(toolWords[intent.payload.jobType].label)
            : t({ message: 'Queue', comment: 'Title of the list of requests' });
        return t({
          message: `${what}: ${state}.`,
          comment: 'Said aloud; a tool and the state of a request',
        });
      })
      .join(' ');
  });

  useEffect(() => {
    if (!intents) return;
    const before = known.current;
    known.current = new Map(intents.map((intent) => [intent.id, intent.stage]));
    // What was there from the start is no news.
    if (!before) return;
    for (const intent of intents) {
      const stage = before.get(intent.id);
      if (stage === undefined || stage === intent.stage) continue;
      // Short calls are worth a word only when they need the person.
      const spoken = intent.kind === 'generate' ? spokenStages : troubleStages;
      if (spoken.includes(intent.stage)) waiting.current.push(intent);
    }
    if (waiting.current.length === 0 || timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setSpoken(say(waiting.current));
      waiting.current = [];
    }, gatherMs);
  }, [intents]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  return (
    <div role="status" aria-live="polite" data-watching={intents ? true : undefined}>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </div>
  );
}
