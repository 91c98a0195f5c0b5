import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { GeneratorType } from '../../domain/generator-types.ts';

/** Whole prompts for the first time here; written anew in each language, not translated word by word. */
export const samplePrompts: readonly MessageDescriptor[] = [
  msg({
    message: 'A lighthouse above a sea of fog at first light',
    comment: 'Sample prompt; a free rendering is welcome',
  }),
  msg({
    message: 'Tea fields after rain, mist between the hills',
    comment: 'Sample prompt; a free rendering is welcome',
  }),
  msg({
    message: 'Red dunes under a very large moon',
    comment: 'Sample prompt; a free rendering is welcome',
  }),
  msg({
    message: 'A birch forest in October, low sun',
    comment: 'Sample prompt; a free rendering is welcome',
  }),
  msg({
    message: 'Northern lights over a frozen lake',
    comment: 'Sample prompt; a free rendering is welcome',
  }),
  msg({
    message: 'A harbour at dusk, lanterns on the water',
    comment: 'Sample prompt; a free rendering is welcome',
  }),
];

const places = msg({
  message:
    'mountains in mist, a quiet lake, red dunes, a harbour at dusk, a birch forest, tea fields, a rocky coast, a city at night, a field of poppies, a frozen river, terraced hills, an island in fog',
  comment: 'Comma list; one entry is picked at random for a prompt',
});
const moments = msg({
  message:
    'first light, after the rain, under a full moon, golden hour, a storm coming, the first snow, northern lights, late autumn, a clear cold morning, deep blue night',
  comment: 'Comma list; one entry is picked at random for a prompt, after a place',
});
const manners = msg({
  message:
    'soft colours, ink and paper, bold shapes, watercolour, muted palette, warm light, high contrast, a single red accent, fine grain, poster style',
  comment: 'Comma list; one entry is picked at random for a prompt, after a time of day',
});
const motions = msg({
  message:
    'slow pan, gentle zoom, drifting clouds, falling snow, waves rolling in, lanterns swaying',
  comment: 'Comma list; one entry is picked at random for a video prompt',
});
const brands = msg({
  message: 'a paper crane, a fox, a mountain, a tea leaf, a lantern, a wave, a kiln, a swallow',
  comment: 'Comma list; subjects of a logo, one is picked at random',
});
const moods = msg({
  message: 'calm piano, slow strings, light rain, a distant drum, warm synthesizer, morning birds',
  comment: 'Comma list; one entry is picked at random for a piece of music',
});

const listsOfTool: Partial<Record<GeneratorType, readonly MessageDescriptor[]>> = {
  Txt2Video: [places, moments, motions],
  Img2Video: [motions],
  Txt2Logo: [brands, manners],
  Img2Logo: [manners],
  PhotoStylization: [manners],
  GenMusic: [moods],
  VideoVoice: [moods],
};

/** Spec 1, section 4: random tag text is picked per tool from comma lists, in the reader's language. */
export function ideaLists(type: GeneratorType): readonly MessageDescriptor[] {
  return listsOfTool[type] ?? [places, moments, manners];
}

/**
 * One entry of each comma list, joined. Both the Latin and the Chinese comma part a list.
 * @param random gives numbers in [0, 1)
 */
export function pickIdea(lists: readonly string[], random: () => number, joiner: string): string {
  return lists
    .map((list) => {
      const entries = list.split(/[,\uFF0C、]/).map((entry) => entry.trim());
      return entries[Math.floor(random() * entries.length)] ?? '';
    })
    .filter((entry) => entry !== '')
    .join(joiner);
}
