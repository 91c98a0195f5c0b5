import type { Browser } from '@playwright/test';

import type { FaultPlatform } from './platform.ts';
import { Story } from './story.ts';
import { verdictOf } from './verdict.ts';

export interface Told {
  seed: number;
  wrong: string[];
  trace: string[];
  tookMs: number;
}

/** Tells one story from its seed and judges it. */
export async function tell(
  seed: number,
  parts: { browser: Browser; platform: FaultPlatform; verbs: string },
): Promise<Told> {
  const startedAtMs = Date.now();
  const story = await Story.begin({ seed, ...parts });
  let wrong: string[];
  try {
    await story.tell();
    const record = await story.settle();
    const account = await parts.platform.account(story.person.userId);
    wrong = verdictOf(story, record, account);
  } catch (error) {
    wrong = [`the harness stumbled: ${error instanceof Error ? error.stack : String(error)}`];
  } finally {
    await story.end();
  }
  return { seed, wrong, trace: story.history(), tookMs: Date.now() - startedAtMs };
}
