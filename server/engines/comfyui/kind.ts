import path from 'node:path';

import { z } from 'zod';

import { commonSettings, defineKind } from '../kind.ts';

const settings = commonSettings.extend({
  kind: z.literal('comfyui'),
  /** A folder of own workflows, beside the configuration file if it is not an absolute path. */
  workflows: z.string().trim().min(1).optional(),
});

/** Workflows of a ComfyUI, shipped and own. */
export const comfyKind = defineKind(settings, async ({ workflows, ...given }, { log, folder }) =>
  (await import('./engine.ts')).createComfyEngine({
    ...given,
    log,
    ...(workflows && { workflows: path.resolve(folder, workflows) }),
  }),
);
