import type { AccountRecord } from './messages.ts';
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
/** What was done at one device is seen at the person's other one, which looks now and then. */
const followWithinMs = 30_000;

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
  let records = await story.settle();
  let accounts = await accountsOf(story);
  let wrong = verdictOf(story, records, accounts);
  const giveUpAtMs = Date.now() + followWithinMs;
  while (records && wrong.length > 0 && story.hasSecondDevice && Date.now() < giveUpAtMs) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    records = await story.lookAgain();
    accounts = await accountsOf(story);
    wrong = verdictOf(story, records, accounts);
  }
  if (wrong.length > 0) {
    for (const [{ person }, { intents }] of records ?? []) {
      for (const row of intents) story.note(`here: ${person.userId} ${JSON.stringify(row)}`);
    }
    for (const [userId, { jobs }] of accounts) {
      for (const job of jobs) story.note(`there: ${userId} ${JSON.stringify(job)}`);
    }
  }
  return wrong;
}

async function accountsOf(story: Story): Promise<Map<number, AccountRecord>> {
  const accounts = new Map<number, AccountRecord>();
  for (const { person } of story.seats) {
    accounts.set(person.userId, await story.platform.account(person.userId));
  }
  return accounts;
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
