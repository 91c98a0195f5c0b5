import { call } from '../../api/client.ts';
import { publishWork as publishCall, unpublishWorks } from '../../api/contract/gallery.ts';
import { toPublication } from '../../api/gallery.ts';
import { enterStage } from '../../db/intents/rows.ts';
import { readPublications, writePublications } from '../../db/works/publications.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { credentialsOf } from '../engine/types.ts';
import type { IntentHandler } from '../engine/types.ts';
import { workOfPlatform } from './work-of-platform.ts';

/** Asks for a place in the gallery. A work has one, so that a repeat is answered with the same. */
export const publishWork: IntentHandler<SimpleIntent<'publish-work'>> = {
  kind: 'publish-work',
  lane: () => 'tell',
  async perform(intent, context) {
    const { workId, title, categoryId } = intent.payload;
    const work = await workOfPlatform(intent, context);
    if (work === 'on-its-way') return;
    const { data } = work
      ? await call(publishCall, {
          body: { image_id: workId, title, category_id: categoryId, consent: true },
          session: credentialsOf(context.session),
          signal: context.signal,
        })
      : { data: null };
    await context.commit(
      async (row) => {
        const known = await readPublications(row.owner);
        const others = known.filter((place) => place.workId !== workId);
        await writePublications(row.owner, data ? [toPublication(data), ...others] : others);
        enterStage(row, 'done', context.now(), data ? data.state : 'the work is gone');
      },
      { tables: ['caches', 'settings'] },
    );
  },
};

/** Tells the platform that a work is to be shown no longer. */
export const unpublishWork: IntentHandler<SimpleIntent<'unpublish-work'>> = {
  kind: 'unpublish-work',
  lane: () => 'tell',
  async perform(intent, context) {
    const { workId } = intent.payload;
    await call(unpublishWorks, {
      body: { image_ids: [workId] },
      session: credentialsOf(context.session),
      signal: context.signal,
    });
    await context.commit(
      async (row) => {
        const known = await readPublications(row.owner);
        await writePublications(
          row.owner,
          known.filter((place) => place.workId !== workId),
        );
        enterStage(row, 'done', context.now());
      },
      { tables: ['caches', 'settings'] },
    );
  },
};
