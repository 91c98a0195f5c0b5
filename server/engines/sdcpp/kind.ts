import { z } from 'zod';

import { bilingual, commonSettings, defineKind } from '../kind.ts';

const settings = commonSettings.extend({
  kind: z.literal('sdcpp'),
  /** Instead of the model file's name. */
  label: bilingual.optional(),
  /** Credits per picture. */
  cost: z.number().min(0).max(1_000_000).default(1),
});
export type SdcppSettings = z.output<typeof settings>;

/** The server of stable-diffusion.cpp (`sd-server`), by its native API `/sdcpp/v1`. */
export const sdcppKind = defineKind(settings, async (given, tools) =>
  (await import('./engine.ts')).createSdcppEngine(given, tools),
);
