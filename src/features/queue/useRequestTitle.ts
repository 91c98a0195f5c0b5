import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Intent } from '../../domain/intent.ts';
import { splitPrompt } from '../../domain/parameters.ts';
import { toolWords } from '../../words/tools.ts';

/** How a request is called in a list: its tool, the beginning of its prompt, its price in credits. */
export function useRequestTitle(intent: Intent): { tool: string; excerpt: string; cost: number } {
  const { t, i18n } = useLingui();
  switch (intent.kind) {
    case 'generate': {
      const { input, jobType, modelLabel, cost } = intent.payload;
      const prompt =
        typeof input['prompt'] === 'string' ? splitPrompt(input['prompt']).prompt.trim() : '';
      return {
        tool: i18n._(toolWords[jobType].label),
        excerpt: prompt || modelLabel[i18n.locale === 'cn' ? 'cn' : 'en'],
        cost,
      };
    }
    case 'delete-works':
      return {
        tool: t`Delete ${plural(intent.payload.workIds.length, { one: '# image', other: '# images' })}`,
        excerpt: t`Already hidden here; the studio is told when there is a network.`,
        cost: 0,
      };
    case 'claim-daily-credits':
      return { tool: t`Claim the free credits`, excerpt: intent.payload.day, cost: 0 };
    case 'set-favourite': {
      const count = intent.payload.works.length;
      return {
        tool:
          intent.payload.value === 1
            ? t`Add ${plural(count, { one: '# image', other: '# images' })} to the favourites`
            : t`Take ${plural(count, { one: '# image', other: '# images' })} out of the favourites`,
        excerpt: t`Already so on this device; the studio is told when there is a network.`,
        cost: 0,
      };
    }
    case 'set-rating':
      return {
        tool: t`Rate ${plural(intent.payload.works.length, { one: '# image', other: '# images' })}`,
        excerpt: t`Already so on this device; the studio is told when there is a network.`,
        cost: 0,
      };
    case 'reorder-jobs':
      return {
        tool: t`Change the order in line`,
        excerpt: t`The studio is told when there is a network.`,
        cost: 0,
      };
    case 'fetch-originals':
      return {
        tool: t`Fetch ${plural(intent.payload.workIds.length, { one: '# full-size image', other: '# full-size images' })}`,
        excerpt: t`The small versions are here, the full ones in the studio.`,
        cost: 0,
      };
    default:
      return { tool: t`Something for the studio`, excerpt: '', cost: 0 };
  }
}
