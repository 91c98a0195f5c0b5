import { z } from 'zod';

import { bilingual, commonSettings } from '../kind.ts';

export const sdcppSettings = commonSettings.extend({
  kind: z.literal('sdcpp'),
  /** Instead of the model file's name. */
  label: bilingual.optional(),
  /** Credits per picture. */
  cost: z.number().min(0).max(1_000_000).default(1),
});
export type SdcppSettings = z.output<typeof sdcppSettings>;
