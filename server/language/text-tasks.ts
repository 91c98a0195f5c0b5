import { createHash } from 'node:crypto';

import type { textTasks } from '../../src/api/contract/text-generation.ts';
import { languageOf, promptLanguage } from '../../src/domain/languages.ts';
import type { Language } from '../../src/domain/languages.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Safety } from '../safety/filter.ts';
import type { Told } from './helper-chain.ts';
import { problemOf } from './problems.ts';
import type { LanguageService } from './service.ts';
import type { TextJob } from './text-jobs.ts';

/** Words that somebody wants worked on, and how. */
export interface TextTask {
  prompt: string;
  task: (typeof textTasks)[number];
  lang: Language;
  seed: string;
}

/** What can be done to words while nobody holds a line for it. */
export interface TextTasks {
  /** Asks a helper; what comes back is looked at too, since it was written elsewhere. */
  help: <Value>(
    told: Promise<Told<Value>>,
    textsOf: (value: Value) => readonly string[],
  ) => Promise<Told<Value>>;
  /**
   * @param key the person's own name for it: what was submitted under it before is not begun again
   * @throws Problem 429 or 560
   */
  submit(userId: number, task: TextTask, key?: string): Promise<string>;
  /** Null for a job that is not there, or somebody else's. */
  find(userId: number, id: string): Promise<TextJob | null>;
  cancel(userId: number, id: string): Promise<TextJob | null>;
}

/** The same for the same person and key, in the form of a UUID of version 8. */
function idFor(userId: number, key: string): string {
  const hash = createHash('sha256').update(`text job ${userId} ${key}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/** A text job in the specification's words. */
export function describeTextJob(job: TextJob) {
  const { text, provider, fallback } = job;
  const isDone = job.state === 'done';
  return {
    done: job.state !== 'running',
    faulted: job.state === 'faulted',
    cancelled: job.state === 'cancelled',
    generations: isDone ? [{ text: text ?? '', provider: provider ?? '', fallback }] : [],
    wait_time: job.state === 'running' ? 1 : 0,
    queue_position: 0,
  };
}

export function createTextTasks(options: {
  language: LanguageService;
  safety: Safety;
  limits: RateLimits;
}): TextTasks {
  const { language, safety, limits } = options;
  const { chain, jobs } = language;

  async function help<Value>(
    told: Promise<Told<Value>>,
    textsOf: (value: Value) => readonly string[],
  ): Promise<Told<Value>> {
    try {
      const answer = await told;
      await safety(textsOf(answer.value));
      return answer;
    } catch (error) {
      throw problemOf(error);
    }
  }

  return {
    help,
    async submit(userId, { prompt, task, lang: asked, seed }, key) {
      await limits.language(userId);
      await safety([prompt]);
      const lang = promptLanguage(asked);
      const work = async (signal: AbortSignal): Promise<Told<string>> => {
        if (task === 'expand') {
          return help(chain.expand({ prompt, language: lang, seed }, signal), (text) => [text]);
        }
        const from = languageOf(prompt, lang === 'en' ? 'cn' : 'en');
        if (from === lang) return { value: prompt, provider: 'builtin', fallback: false };
        const told = await help(chain.translate({ text: prompt, from, to: lang }, signal), (to) => [
          to.text,
        ]);
        return { ...told, value: told.value.text };
      };
      return jobs.submit(userId, work, key === undefined ? undefined : idFor(userId, key));
    },
    find: (userId, id) => jobs.find(userId, id),
    cancel: (userId, id) => jobs.cancel(userId, id),
  };
}
