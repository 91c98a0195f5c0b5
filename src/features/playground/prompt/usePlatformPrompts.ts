import { useEffect, useState } from 'react';
import { jobsPromptsCount, listJobsPrompts } from '../../../api/contract/generate.ts';
import { call } from '../../../api/client.ts';
import { hasAccount } from '../../../db/account/account.ts';
import { getSession } from '../../../db/account/session.ts';
import { promptPageSize } from '../../../domain/limits.ts';
import type { OwnPrompt } from '../../../domain/own-prompts.ts';
import { splitPrompt } from '../../../domain/parameters.ts';

export interface PlatformPrompts {
  prompts: readonly OwnPrompt[];
  /** `rest`: there is more, which `more` fetches. `away`: nobody is signed in, or there is no network. */
  state: 'loading' | 'rest' | 'all' | 'failed' | 'away';
  more: () => void;
}

async function fetchPage(
  page: number,
  signal: AbortSignal,
): Promise<{ prompts: OwnPrompt[]; isLast: boolean } | null> {
  const session = await getSession();
  if (!hasAccount(session)) return null;
  const [{ data: total }, { prompts }] = await Promise.all([
    call(jobsPromptsCount, { session, signal }),
    call(listJobsPrompts, {
      session,
      signal,
      body: { page_size: promptPageSize, page_number: page },
    }),
  ]);
  return {
    prompts: prompts.map(({ prompt, jobtype, create_time }) => ({
      text: splitPrompt(prompt).prompt.trim(),
      jobType: jobtype,
      atMs: Date.parse(create_time),
    })),
    isLast: page * promptPageSize >= total || prompts.length === 0,
  };
}

/** What a person has sent from any device, page by page from the newest. */
export function usePlatformPrompts(isOnline: boolean): PlatformPrompts {
  const [prompts, setPrompts] = useState<readonly OwnPrompt[]>([]);
  const [state, setState] = useState<PlatformPrompts['state']>('loading');
  const [wanted, setWanted] = useState({ page: 1 });
  useEffect(() => {
    if (!isOnline) return;
    const leaving = new AbortController();
    fetchPage(wanted.page, leaving.signal).then(
      (found) => {
        if (leaving.signal.aborted) return;
        if (found)
          setPrompts((known) => (wanted.page === 1 ? found.prompts : [...known, ...found.prompts]));
        setState(found ? (found.isLast ? 'all' : 'rest') : 'away');
      },
      () => {
        if (!leaving.signal.aborted) setState('failed');
      },
    );
    return () => leaving.abort();
  }, [wanted, isOnline]);
  return {
    prompts,
    state: isOnline ? state : 'away',
    more: () => {
      setWanted(({ page }) => ({ page: state === 'failed' ? page : page + 1 }));
      setState('loading');
    },
  };
}
