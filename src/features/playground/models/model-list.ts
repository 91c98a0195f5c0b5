import { mediaTypeOf } from '../../../domain/file-kinds.ts';
import { asLanguage, textIn } from '../../../domain/languages.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import { modelStyles, type ModelItem, type ModelStyle } from '../../../domain/model.ts';
import { modelStyleNames } from '../../../domain/model-style-names.ts';

/** A model in the list, with its older versions. */
export interface ModelEntry<Model extends ModelItem = ModelItem> {
  model: Model;
  /** In list order; older versions of this one, which are chosen within its card. */
  older: Model[];
}

export const modelGroups = ['device', 'studio', ...modelStyles, 'others', 'community'] as const;
export type ModelGroup = (typeof modelGroups)[number];

/** A list of volunteers' models that is no longer than this is taken in at a glance. */
const mostAtAGlance = 7;

/**
 * Every model once: a newer version holds its older ones. What is invisible is left out, unless it is in use.
 * @param current the id of the one in use
 */
export function modelEntries<Model extends ModelItem>(
  models: readonly Model[],
  current: string,
): ModelEntry<Model>[] {
  const isShown = (model: Model) => !model.invisible || model.model === current;
  const ids = new Set(models.filter(isShown).map(({ model }) => model));
  const isOwnEntry = (model: Model) => isShown(model) && !ids.has(model.newest_version ?? '');
  return models.filter(isOwnEntry).map((model) => ({
    model,
    older: models.filter((other) => isShown(other) && other.newest_version === model.model),
  }));
}

/** Entries in groups: what this device does by itself, what the studio runs, then volunteers' models by what their pictures are like. */
export function groupEntries<Entry extends ModelEntry>(
  entries: readonly Entry[],
): { group: ModelGroup; entries: Entry[] }[] {
  const community = entries.filter(({ model }) => model.engine === 'horde');
  const groupOf = ({ model }: Entry): ModelGroup => {
    if (model.engine === 'device') return 'device';
    if (model.engine !== 'horde') return 'studio';
    return community.length <= mostAtAGlance ? 'community' : (model.style ?? 'others');
  };
  return modelGroups.flatMap((group) => {
    const members = entries.filter((entry) => groupOf(entry) === group);
    return members.length === 0 ? [] : [{ group, entries: members }];
  });
}

/** What is compared: widths, cases and accents aside. */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('_', ' ');

const styleWords = (style: ModelStyle | null): string =>
  style ? Object.values(modelStyleNames[style]).join(' ') : '';

/**
 * Entries that have every word of the question, in their name before elsewhere. They are found in both languages:
 * a name is often known from a page in the other one.
 */
export function findEntries<Entry extends ModelEntry>(
  entries: readonly Entry[],
  question: string,
): Entry[] {
  const words = plain(question).split(/\s+/).filter(Boolean);
  const ranked = entries.flatMap((entry) => {
    const all = [entry.model, ...entry.older];
    const names = plain(
      all.map(({ label_cn, label_en, name }) => `${label_cn} ${label_en} ${name}`).join(' '),
    );
    const rest = all.map(({ description, mark, mark_en, style }) =>
      [description.text, description.text_en, mark, mark_en, styleWords(style ?? null)].join(' '),
    );
    const everything = `${names} ${plain(rest.join(' '))}`;
    if (!words.every((word) => everything.includes(word))) return [];
    return [{ entry, place: words.every((word) => names.includes(word)) ? 0 : 1 }];
  });
  return ranked.toSorted((left, right) => left.place - right.place).map(({ entry }) => entry);
}

export const styleName = (style: ModelStyle, locale: string): string =>
  textIn(modelStyleNames[style], asLanguage(locale));

/** What plays an example of a model, by its address; null for a picture. */
export function playedKind(src: string): 'audio' | 'video' | null {
  const ending = /\.(\w+)(?:[?#]|$)/.exec(src)?.[1] ?? '';
  const kind = mediaKind(mediaTypeOf(ending) ?? '');
  return kind === 'audio' || kind === 'video' ? kind : null;
}
