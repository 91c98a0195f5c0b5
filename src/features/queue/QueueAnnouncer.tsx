import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { useNewestRequests } from '../../live/useNewestRequests.ts';
import { requestState, type RequestState } from '../../requests/request-state.ts';
import { useStateWords } from '../../requests/useStateWords.ts';
import { useSurroundings } from '../../requests/useSurroundings.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { toolWords } from '../../words/tools.ts';

/** Only what a person waits for is said aloud: the start of the making and every end, no percentages. */
const spokenStates: readonly RequestState['kind'][] = [
  'making',
  'done',
  'failed',
  'cancelled',
  'needs-you',
];

const troubleStates: readonly RequestState['kind'][] = ['failed', 'needs-you'];

/** What a new request is heard to be. What is held back is told by the line above the page, with its reason. */
const newStates: readonly RequestState['kind'][] = ['leaving', 'uploading', 'in-line'];

interface News {
  intent: Intent;
  /** What it is doing now, in words. */
  words: string;
}

/** More changes than this at once are counted instead of named. */
const oneByOneMax = 2;

/** Several changes within this time are said together. */
const gatherMs = 1_200;

const watchedRequests = 60;

/**
 * Tells screen readers politely how requests get on, wherever in the app one is: the only place that does, because
 * two live regions would say the same thing twice.
 */
export function QueueAnnouncer() {
  const { i18n, t } = useLingui();
  const intents = useNewestRequests(watchedRequests);
  const surroundings = useSurroundings();
  const stateWords = useStateWords();
  /** What was last said of each: a network that comes and goes is no news of the request. */
  const known = useRef<Map<IntentId, RequestState['kind']> | null>(null);
  /** Only the latest of each: what was made at once is done, not saved, being made and done. */
  const waiting = useRef(new Map<IntentId, News>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [spoken, setSpoken] = useState('');
  const [sinceMs] = useState(() => Date.now());

  const newsOf = useEffectEvent((intent: Intent, state: RequestState, nowMs: number): News => {
    return { intent, words: stateWords(state, nowMs).name };
  });

  const say = useEffectEvent((changed: readonly News[]) => {
    if (changed.length > oneByOneMax) {
      const groups = Map.groupBy(changed, ({ words }) => words);
      return [...groups]
        .map(([state, { length: count }]) =>
          t({
            message: `${state}: ${count}.`,
            comment: 'Said aloud; how many requests are in a state',
          }),
        )
        .join(' ');
    }
    return changed
      .map(({ intent, words: state }) => {
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
    if (!intents || !surroundings) return;
    const isFirst = known.current === null;
    // Of whoever was here before, too: who comes back has no news of what was told.
    const states = (known.current ??= new Map<IntentId, RequestState['kind']>());
    for (const intent of intents) {
      const state = requestState(intent, surroundings);
      const last = states.get(intent.id);
      // Short calls are worth a word only when they need the person.
      const isSpoken = (intent.kind === 'generate' ? spokenStates : troubleStates).includes(
        state.kind,
      );
      states.set(intent.id, isSpoken ? state.kind : (last ?? state.kind));
      // What was there from the start is no news.
      const isNew = last === undefined && !isFirst && intent.createdAtMs >= sinceMs;
      const isNews =
        last === undefined
          ? isNew && (isSpoken || (intent.kind === 'generate' && newStates.includes(state.kind)))
          : isSpoken && last !== state.kind;
      if (isNews) waiting.current.set(intent.id, newsOf(intent, state, surroundings.nowMs));
    }
    if (waiting.current.size === 0 || timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = null;
      setSpoken(say([...waiting.current.values()]));
      waiting.current.clear();
    }, gatherMs);
  }, [intents, surroundings, sinceMs]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  return (
    <div role="status" aria-live="polite" data-watching={intents ? true : undefined}>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </div>
  );
}
