import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { GeneratorType } from '../../../domain/generator-types.ts';

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

const things = msg({
  message:
    'a sleeping cat, a vase of peonies, a paper lantern, a stack of old books, a bowl of oranges, a bicycle, a small sailing boat, a stone bridge, a flock of cranes, an open window',
  comment:
    'Comma list; one entry is picked at random: what to paint into a marked spot of a picture',
});
const backdrops = msg({
  message:
    'on a marble table, on warm sand, among green leaves, on dark slate, in soft morning light, on a wooden shelf, on rippling water, against plain linen, on fresh snow, in a sunlit kitchen',
  comment: 'Comma list; one entry is picked at random: the backdrop of a photo of a product',
});
const sentences = msg({
  message:
    'The kiln is still warm this morning., Put the idea in and close the door., It was quiet after the rain., Three boats came home before dark., Tea is ready when you are.',
  comment: 'Comma list of short sentences without commas; one is picked at random to be read aloud',
});

const listsOfTool: Partial<Record<GeneratorType, readonly MessageDescriptor[]>> = {
  Txt2Video: [places, moments, motions],
  Img2Video: [motions],
  Img2Img: [moments, manners],
  Inpainting: [things],
  Outpainting: [places],
  ProductImg: [backdrops],
  ModelReplace: [places, moments],
  Txt2Logo: [brands, manners],
  Img2Logo: [manners],
  PhotoStylization: [manners],
  Text2Voice: [sentences],
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

/** Whether the platform's sample prompts, which are whole pictures in words, are of use to a tool. */
export function paintsPlatformPrompts(type: GeneratorType): boolean {
  return type === 'Text2Img' || type === 'Condition' || type === 'Scribbling';
}
