import { defineKind } from '../kind.ts';
import { sdcppSettings } from './settings.ts';

/** The server of stable-diffusion.cpp (`sd-server`), by its native API `/sdcpp/v1`. */
export const sdcppKind = defineKind(sdcppSettings, async (given, tools) =>
  (await import('./engine.ts')).createSdcppEngine(given, tools),
);
