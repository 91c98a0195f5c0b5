import { defineKind } from '../kind.ts';
import { cogSettings } from './settings.ts';

/** A container built by Cog, or a model of Replicate and of whoever speaks like it. */
export const cogKind = defineKind(cogSettings, async (given, tools) =>
  (await import('./engine.ts')).createCogEngine(given, tools),
);
