import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What settings are called when they come from elsewhere and the form has no name for them. */
export const settingWords: Readonly<Record<string, MessageDescriptor>> = {
  model: msg({ message: 'Model', comment: 'A setting: what makes the picture' }),
  prompt: msg({ message: 'Prompt', comment: 'A setting: the words' }),
  negative_prompt: msg({ message: 'Keep out', comment: 'A setting: the negative prompt' }),
  seed: msg({ message: 'Seed', comment: 'A setting: number that makes a picture repeatable' }),
  size: msg({ message: 'Size', comment: 'A setting: width × height' }),
  width: msg({ message: 'Width', comment: 'A setting' }),
  height: msg({ message: 'Height', comment: 'A setting' }),
  steps: msg({ message: 'Steps', comment: 'A setting' }),
  cfg_scale: msg({
    message: 'Guidance',
    comment: 'A setting: how closely the picture follows the prompt',
  }),
  sampler_name: msg({ message: 'Sampler', comment: 'A setting' }),
  karras: msg({ message: 'Karras schedule', comment: 'A setting' }),
  denoising_strength: msg({
    message: 'Strength of change',
    comment: 'A setting: how much a source picture is changed',
  }),
  clip_skip: msg({ message: 'CLIP skip', comment: 'A setting' }),
  loras: msg({ message: 'LoRAs', comment: 'A setting: small additions to a model' }),
};
