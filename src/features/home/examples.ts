import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export interface Example {
  prompt: MessageDescriptor;
  src: string;
  /** Only their ratio counts. */
  width: number;
  height: number;
  thumbhash: string;
}

/**
 * What the built-in painter makes of such words; scripts/paint-examples.mjs painted them. index.html names them before
 * any code is there, so their addresses stay.
 */
export const examples: readonly Example[] = [
  {
    prompt: msg({
      message: 'Ink mountains and a small boat',
      comment: 'Example prompt, written freely in each language',
    }),
    src: '/examples/ink.webp',
    width: 3,
    height: 4,
    thumbhash: 'bAgODQB3eI94l3dIh3l3iHePevao',
  },
  {
    prompt: msg({
      message: 'Northern lights over snowy mountains and a lake',
      comment: 'Example prompt, written freely in each language',
    }),
    src: '/examples/aurora.webp',
    width: 3,
    height: 2,
    thumbhash: 'FrcJBYJYeId0h4hgh0d3iZhwo5v5',
  },
  {
    prompt: msg({
      message: 'A sailboat on the sea at dusk',
      comment: 'Example prompt, written freely in each language',
    }),
    src: '/examples/sail.webp',
    width: 1,
    height: 1,
    thumbhash: 'W0cOHwZYd3h2iHdwiIiHiIeHl2UHeHcA',
  },
  {
    prompt: msg({
      message: 'Red peonies',
      comment: 'Example prompt, written freely in each language',
    }),
    src: '/examples/peonies.webp',
    width: 3,
    height: 4,
    thumbhash: 'LUkGFQb7SHyWxkXnNqNEuieKYMQI',
  },
  {
    prompt: msg({
      message: 'A traveller under the stars',
      comment: 'Example prompt, written freely in each language',
    }),
    src: '/examples/traveller.webp',
    width: 3,
    height: 2,
    thumbhash: '0eYFFYJKdoiHdIeQZqiHg3eGb4j4',
  },
  {
    prompt: msg({
      message: 'Poppies at sunset, oil painting',
      comment: 'Example prompt, written freely in each language',
    }),
    src: '/examples/poppies.webp',
    width: 3,
    height: 2,
    thumbhash: 'nWgKLYZneHd4h4iAd1eIh3dxcCcH',
  },
];
