import type { FaultPlatform } from './platform.ts';
import type { Profiles } from './profiles.ts';
import { Story } from './story.ts';
import { verdictOf } from './verdict.ts';

export interface Told {
  seed: number;
  wrong: string[];
  trace: string[];
  tookMs: number;
}

/** Longer than any story may take, on any machine. */
const storyMs = 300_000;
const endMs = 20_000;

/** @throws when it takes longer */
async function within<Result>(ms: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function judge(story: Story): Promise<string[]> {
  await story.tell();
  const record = await story.settle();
  const account = await story.platform.account(story.person.userId);
  const wrong = verdictOf(story, record, account);
  if (wrong.length > 0) {
    for (const row of record?.intents ?? []) story.note(`here: ${JSON.stringify(row)}`);
    for (const job of account.jobs) story.note(`there: ${JSON.stringify(job)}`);
  }
  return wrong;
}

/**
 * Tells one story from its seed and judges it.
 * @throws when it could not be begun or ended: the browser is of no use any more
 */
export async function tell(
  seed: number,
  parts: { platform: FaultPlatform; profiles: Profiles },
): Promise<Told> {
  const startedAtMs = Date.now();
  const story = await within(storyMs, 'the beginning', Story.begin({ seed, ...parts }));
  let wrong: string[];
  try {
    wrong = await within(storyMs, 'the story', judge(story));
  } catch (error) {
    wrong = [`the harness stumbled: ${error instanceof Error ? error.stack : String(error)}`];
  }
  const trace = story.history();
  await within(endMs, 'the end', story.end(wrong.length === 0));
  return { seed, wrong, trace, tookMs: Date.now() - startedAtMs };
}
