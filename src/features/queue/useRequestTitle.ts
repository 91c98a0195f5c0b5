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
  }
}
