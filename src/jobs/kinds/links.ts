import { call } from '../../api/client.ts';
import { revokeLinks, shareWork as shareCall } from '../../api/contract/links.ts';
import { enterStage } from '../../db/intents/rows.ts';
import { readLinks, writeLinks } from '../../db/works/links.ts';
import { toWorkLink } from '../../api/links.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';
import { workOfPlatform } from './work-of-platform.ts';

/** Asks the platform for a link. A work has one at a time, so that a repeat is answered with the same. */
export const shareWork: IntentHandler<SimpleIntent<'share-work'>> = {
  kind: 'share-work',
  lane: () => 'tell',
  async perform(intent, context) {
    const { workId, title, showsPrompt } = intent.payload;
    const work = await workOfPlatform(intent, context);
    if (work === 'on-its-way') return;
    const { data } = work
      ? await call(shareCall, {
          body: { image_id: workId, title, shows_prompt: showsPrompt },
          session: credentialsOf(context.session),
          signal: context.signal,
        })
      : { data: null };
    await context.commit(
      async (row) => {
        const others = (await readLinks(row.owner)).filter((link) => link.workId !== workId);
        await writeLinks(row.owner, data ? [toWorkLink(data), ...others] : others);
        enterStage(row, 'done', context.now(), data ? null : 'the work is gone');
      },
      { tables: ['caches', 'settings'] },
    );
  },
};

/** Tells the platform that a link leads nowhere from now on. */
export const unshareWork: IntentHandler<SimpleIntent<'unshare-work'>> = {
  kind: 'unshare-work',
  lane: () => 'tell',
  async perform(intent, context) {
    const { workId } = intent.payload;
    await call(revokeLinks, {
      body: { image_ids: [workId] },
      session: credentialsOf(context.session),
      signal: context.signal,
    });
    await context.commit(
      async (row) => {
        const others = (await readLinks(row.owner)).filter((link) => link.workId !== workId);
        await writeLinks(row.owner, others);
        enterStage(row, 'done', context.now());
      },
      { tables: ['caches', 'settings'] },
    );
  },
};
