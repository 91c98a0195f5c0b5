import { z } from 'zod';

import { uploadsPerField } from '../../../src/domain/limits.ts';
import { bilingual, commonSettings, costPixels } from '../kind.ts';

export const sdcppSettings = commonSettings.extend({
  kind: z.literal('sdcpp'),
  /** Instead of the model file's name. */
  label: bilingual.optional(),
  /** Credits per picture. */
  cost: z.number().min(0).max(1_000_000).default(1),
  cost_pixels: costPixels,
  /** Pictures that its model can be shown beside the words; the server says of every model that it takes some. */
  references: z.int().min(1).max(uploadsPerField).optional(),
});
export type SdcppSettings = z.output<typeof sdcppSettings>;
