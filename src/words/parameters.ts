import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/**
 * What settings are called where no form is at hand to say it: of a work whose model is gone, of a picture from
 * elsewhere, beside a grid. By the specification's names; `model`, `prompt`, `size` and `loras` stand for more than one.
 */
export const parameterWords = {
  model: msg({ message: 'Model', comment: 'Parameter: what makes the picture' }),
  prompt: msg({ message: 'Prompt', comment: 'Parameter: the words' }),
  negative_prompt: msg({ message: 'Keep out', comment: 'Parameter: the negative prompt' }),
  seed: msg({ message: 'Seed', comment: 'Parameter: number that makes a picture repeatable' }),
  size: msg({ message: 'Size', comment: 'Parameter of a picture: width × height' }),
  dimensions: msg({ message: 'Size', comment: 'Parameter of a picture: width × height' }),
  width: msg({ message: 'Width', comment: 'Parameter of a picture' }),
  height: msg({ message: 'Height', comment: 'Parameter of a picture' }),
  n: msg({ message: 'How many', comment: 'Parameter' }),
  num_outputs: msg({ message: 'How many', comment: 'Parameter' }),
  steps: msg({ message: 'Steps', comment: 'Parameter of an image generator' }),
  cfg_scale: msg({
    message: 'Guidance',
    comment: 'Parameter of an image generator: how closely it follows the prompt',
  }),
  sampler_name: msg({ message: 'Sampler', comment: 'Parameter of an image generator' }),
  denoising_strength: msg({
    message: 'Strength of change',
    comment: 'Parameter: how much a source picture is changed',
  }),
  seed_variation: msg({ message: 'Seed variation', comment: 'Parameter of an image generator' }),
  karras: msg({ message: 'Karras schedule', comment: 'Parameter of an image generator' }),
  tiling: msg({
    message: 'Seamless tile',
    comment: 'Parameter: the picture repeats without a seam',
  }),
  hires_fix: msg({ message: 'Hires fix', comment: 'Parameter of an image generator' }),
  clip_skip: msg({ message: 'CLIP skip', comment: 'Parameter of an image generator' }),
  control_type: msg({
    message: 'Guided by',
    comment: 'Parameter: lines, depth or pose that guide the picture',
  }),
  post_processing: msg({ message: 'Post-processing', comment: 'Parameter' }),
  loras: msg({ message: 'LoRAs', comment: 'Parameter: small additions to a model' }),
  style: msg({ message: 'Style', comment: 'Parameter' }),
  trained_style: msg({
    message: 'Trained style',
    comment: 'Parameter: a style the person trained',
  }),
  pictures: msg({ message: 'Pictures', comment: 'Parameter of a video: how many it shows' }),
  initial_framerate: msg({
    message: 'Pictures a second',
    comment: 'Parameter of a video: initial frame rate',
  }),
  final_framerate: msg({
    message: 'Frames a second',
    comment: 'Parameter of a video: final frame rate',
  }),
  duration: msg({ message: 'Seconds', comment: 'Parameter of a video: how long it is' }),
  scale: msg({ message: 'Enlarged by', comment: 'Parameter: how many times larger' }),
} as const satisfies Record<string, MessageDescriptor>;

/** The same for any name; null for one that only its model knows. */
export function parameterWord(name: string): MessageDescriptor | null {
  return Object.hasOwn(parameterWords, name)
    ? parameterWords[name as keyof typeof parameterWords]
    : null;
}
