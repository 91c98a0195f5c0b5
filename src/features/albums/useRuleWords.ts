import { useLingui } from '@lingui/react/macro';
import type { AlbumRule } from '../../domain/albums.ts';
import { useNamedModels } from '../../live/useModels.ts';
import { formatMonth } from '../../words/days.ts';
import { mediaKindWords } from '../../words/media-kinds.ts';
import { modelName } from '../../words/model-names.ts';
import { originWords } from '../../words/origins.ts';
import { ratingFilterWords } from '../../words/rating-filters.ts';
import { toolWords } from '../../words/tools.ts';

/** A rule in plain words: what all of its works have in common. */
export function useRuleWords(): (rule: AlbumRule) => string {
  const { t, i18n } = useLingui();
  const named = useNamedModels();
  return ({ words, marked, tool, model, kind, month, origin, tag }) => {
    const wanted = words.trim();
    const parts = [
      wanted !== '' && t({ message: `“${wanted}”`, comment: 'Words that a work is found by' }),
      marked !== 'all' && i18n._(ratingFilterWords[marked]),
      tool !== null && i18n._(toolWords[tool].label),
      model !== null && modelName({ model, modelLabel: null }, named, i18n.locale),
      kind !== null && i18n._(mediaKindWords[kind]),
      month !== null && formatMonth(month, i18n.locale),
      origin !== null && i18n._(originWords[origin]),
      tag !== null && `#${tag}`,
    ];
    return parts.filter((part) => part !== false).join(' · ');
  };
}
