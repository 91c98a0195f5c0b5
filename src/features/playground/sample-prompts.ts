import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

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
