import { useEffect, useRef, useState } from 'react';
import type { UserKey } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { AppDraft } from '../../domain/app-draft.ts';
import { noteLeftApp } from '../../db/left-draft.ts';
import { setOwnSetting } from '../../db/settings.ts';
import {
  loadStart,
  nameOfSubject,
  type Start,
  type StartTrouble,
  type Subject,
} from './load-draft.ts';

const keepAfterMs = 300;

/**
 * The app that is being made: every change is kept on the device, until it is saved or given up.
 * @returns undefined until it is read
 */
export function useAppDraft(owner: UserKey, subject: Subject, language: Language) {
  const [start, setStart] = useState<Start | StartTrouble>();
  const [attempt, setAttempt] = useState(0);
  const of = nameOfSubject(subject);
  const { app, work } = subject;
  const unkept = useRef<{ draft: AppDraft; cover: Blob | null } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const leaving = new AbortController();
    void loadStart(owner, { app, work }, language, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setStart(found);
    });
    return () => leaving.abort();
    // A change of language must not throw away what is being written.
    // oxlint-disable-next-line react/exhaustive-deps -- only its first words come in a language
  }, [owner, app, work, attempt]);

  function keepNow() {
    clearTimeout(timer.current);
    const kept = unkept.current;
    unkept.current = null;
    if (kept) void setOwnSetting(owner, 'appDraft', { of, ...kept });
  }

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') keepNow();
    };
    // The last moment in which a page may still write, and the database need not be done with it in time.
    const leave = () => {
      if (unkept.current) noteLeftApp(owner, { of, draft: unkept.current.draft });
      keepNow();
    };
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
      keepNow();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it reads what is newest by itself
  }, [owner, of]);

  function change(draft: AppDraft, cover?: Blob | null) {
    if (start === undefined || typeof start === 'string') return;
    const next = { ...start, draft, ...(cover !== undefined && { cover }) };
    setStart(next);
    unkept.current = { draft, cover: next.cover };
    clearTimeout(timer.current);
    timer.current = setTimeout(keepNow, keepAfterMs);
  }

  /** It is saved, or given up: nothing of it is kept. */
  async function forget() {
    clearTimeout(timer.current);
    unkept.current = null;
    await setOwnSetting(owner, 'appDraft', null);
  }

  return {
    start,
    change,
    forget,
    /** Begins with what it is about, without what was changed. @returns brings that back */
    async startOver(): Promise<() => void> {
      const before = start;
      await forget();
      setStart(undefined);
      setAttempt((now) => now + 1);
      return () => {
        if (before === undefined || typeof before === 'string') return;
        setStart(before);
        unkept.current = { draft: before.draft, cover: before.cover };
        keepNow();
      };
    },
    again: () => {
      setStart(undefined);
      setAttempt((now) => now + 1);
    },
  };
}
