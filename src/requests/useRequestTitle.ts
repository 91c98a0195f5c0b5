import { useNamedModels } from '../live/useModels.ts';
import { modelName } from '../words/model-names.ts';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { tagOfCollection } from '../domain/albums.ts';
import { isEndedStage, type GenerateIntent, type Intent } from '../domain/intent.ts';
import { splitPrompt } from '../domain/parameters.ts';
import { toolWords } from '../words/tools.ts';

/** What a person asked for in their own words; empty where the tool takes none. */
export function promptOf({ payload }: GenerateIntent): string {
  const prompt = payload.input['prompt'];
  return typeof prompt === 'string' ? splitPrompt(prompt).prompt.trim() : '';
}

/** How a request is called in a list: its tool, the beginning of its prompt, its price in credits. */
export function useRequestTitle(intent: Intent): { tool: string; excerpt: string; cost: number } {
  const { t, i18n } = useLingui();
  const models = useNamedModels();
  // What this device did ahead of the studio was undone with it.
  const isUndone = isEndedStage(intent.stage) && intent.stage !== 'done';
  switch (intent.kind) {
    case 'generate': {
      const { jobType, cost } = intent.payload;
      return {
        tool: i18n._(toolWords[jobType].label),
        excerpt: promptOf(intent) || modelName(intent.payload, models, i18n.locale),
        cost,
      };
    }
    case 'delete-works':
      return {
        tool: t`Delete ${plural(intent.payload.workIds.length, { one: '# work', other: '# works' })}`,
        excerpt: isUndone
          ? t({ message: 'Shown again: not deleted.', comment: 'Of works; the studio refused' })
          : t`Already hidden here; the studio is told when there is a network.`,
        cost: 0,
      };
    case 'set-binned': {
      const count = intent.payload.works.length;
      return {
        tool:
          intent.payload.value === 1
            ? t`Put ${plural(count, { one: '# work', other: '# works' })} into the bin`
            : t`Take ${plural(count, { one: '# work', other: '# works' })} out of the bin`,
        excerpt: isUndone
          ? t({ message: 'As it was before.', comment: 'A rating that the studio refused' })
          : t`Already so on this device; the studio is told when there is a network.`,
        cost: 0,
      };
    }
    case 'claim-daily-credits':
      return { tool: t`Claim the free credits`, excerpt: intent.payload.day, cost: 0 };
    case 'send-feedback':
      return {
        tool: t({
          message: 'Feedback',
          comment: 'Title of a request in the queue, and of a dialog',
        }),
        excerpt: intent.payload.content,
        cost: 0,
      };
    case 'set-favourite': {
      const count = intent.payload.works.length;
      return {
        tool:
          intent.payload.value === 1
            ? t`Add ${plural(count, { one: '# work', other: '# works' })} to the favourites`
            : t`Take ${plural(count, { one: '# work', other: '# works' })} out of the favourites`,
        excerpt: isUndone
          ? t({ message: 'As it was before.', comment: 'A rating that the studio refused' })
          : t`Already so on this device; the studio is told when there is a network.`,
        cost: 0,
      };
    }
    case 'set-rating':
      return {
        tool: t`Rate ${plural(intent.payload.works.length, { one: '# work', other: '# works' })}`,
        excerpt: isUndone
          ? t({ message: 'As it was before.', comment: 'A rating that the studio refused' })
          : t`Already so on this device; the studio is told when there is a network.`,
        cost: 0,
      };
    case 'change-album': {
      const { name, isDeleted } = intent.payload.change;
      return {
        tool: isDeleted
          ? t({ message: 'Delete album', comment: 'Menu entry' })
          : name === undefined
            ? t`Change an album`
            : t`Change the album “${name}”`,
        excerpt: isUndone
          ? t({ message: 'As it was before.', comment: 'A rating that the studio refused' })
          : t`Already so on this device; the studio is told when there is a network.`,
        cost: 0,
      };
    }
    case 'collect-works': {
      const { works, isIn, collection } = intent.payload;
      const count = works.length;
      const tag = tagOfCollection(collection);
      return {
        tool:
          tag === null
            ? isIn
              ? t`Add ${plural(count, { one: '# work', other: '# works' })} to an album`
              : t`Take ${plural(count, { one: '# work', other: '# works' })} out of an album`
            : isIn
              ? t`Tag ${plural(count, { one: '# work', other: '# works' })} with “${tag}”`
              : t`Take the tag “${tag}” from ${plural(count, { one: '# work', other: '# works' })}`,
        excerpt: isUndone
          ? t({ message: 'As it was before.', comment: 'A rating that the studio refused' })
          : t`Already so on this device; the studio is told when there is a network.`,
        cost: 0,
      };
    }
    case 'reorder-jobs':
      return {
        tool: t`Change the order in line`,
        excerpt: t`The studio is told when there is a network.`,
        cost: 0,
      };
    case 'fetch-originals':
      return {
        tool: t`Fetch ${plural(intent.payload.workIds.length, { one: '# full-size work', other: '# full-size works' })}`,
        excerpt: t`The small versions are here, the full ones in the studio.`,
        cost: 0,
      };
    case 'keep-work':
      return {
        tool: t`Have the studio keep ${plural(intent.payload.workIds.length, { one: '# work', other: '# works' })}`,
        excerpt: t`On this device in any case; your other devices get what the studio keeps.`,
        cost: 0,
      };
    case 'share-work':
      return {
        tool: t({ message: 'Give a link to a work', comment: 'Title of a request in the queue' }),
        excerpt: intent.payload.title,
        cost: 0,
      };
    case 'unshare-work':
      return {
        tool: t({ message: 'Take a link back', comment: 'Title of a request in the queue' }),
        excerpt: t`It leads nowhere as soon as the studio is told.`,
        cost: 0,
      };
    case 'publish-work':
      return {
        tool: t({ message: 'Publish a work', comment: 'Title of a request in the queue' }),
        excerpt: intent.payload.title,
        cost: 0,
      };
    case 'unpublish-work':
      return {
        tool: t({
          message: 'Take a work out of the gallery',
          comment: 'Title of a request in the queue',
        }),
        excerpt: t`Nobody sees it any more as soon as the studio is told.`,
        cost: 0,
      };
    default:
      return { tool: t`Something for the studio`, excerpt: '', cost: 0 };
  }
}
