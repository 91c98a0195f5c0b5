import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Labels for parameters whose schema this device has never seen. */
export const builtInLabels: Readonly<Record<string, MessageDescriptor>> = {
  width: msg({ message: 'Width', comment: 'Parameter of a picture' }),
  height: msg({ message: 'Height', comment: 'Parameter of a picture' }),
  dimensions: msg({ message: 'Size', comment: 'Parameter of a picture: width × height' }),
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
  style: msg({ message: 'Style', comment: 'Parameter' }),
  trained_style: msg({
    message: 'Trained style',
    comment: 'Parameter: a style the person trained',
  }),
  scale: msg({ message: 'Enlarged by', comment: 'Parameter: how many times larger' }),
};
