import { artBotFormat } from './artbot.ts';
import type { ArchiveFormat } from './format.ts';
import { kilnFormat } from './kiln.ts';
import { looseFormat } from './loose.ts';
import { stableUiFormat } from './stable-ui.ts';

/** Asked in this order; the last one takes everything. */
export const allFormats: readonly ArchiveFormat[] = [
  kilnFormat,
  artBotFormat,
  stableUiFormat,
  looseFormat,
];
