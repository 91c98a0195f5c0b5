import { z } from 'zod';

import { modelDefaults } from '../../src/api/contract/models.ts';
import { isGeneratorType } from '../../src/domain/generator-types.ts';
import { uploadMaxPixels } from '../../src/domain/limits.ts';
import type { ModelDefaults } from '../../src/domain/model.ts';
import type { Log } from '../log.ts';
import type { Engine, EngineModel } from './contract/engine.ts';

/** What an engine of `KILN_ENGINES` gets besides its own settings. */
export interface EngineTools {
  log: Log;
  /** Where engines reach this process for their webhooks; null: they can't. */
  webhookUrl: string | null;
  /** Paths in the settings start here: the configuration file's folder. */
  folder: string;
}

/** A kind of engine that `KILN_ENGINES` may name; one folder, one line in `registry.ts`. */
export interface EngineKind {
  /**
   * Holds one entry against the kind's settings.
   * @returns how to create the engine, or what is wrong with the entry
   */
  read(entry: unknown): { create: (tools: EngineTools) => Promise<Engine> } | z.core.$ZodIssue[];
}

/** @param create usually imports the engine first: only those load it who use it */
export function defineKind<Settings extends z.ZodType<CommonSettings>>(
  settings: Settings,
  create: (settings: z.output<Settings>, tools: EngineTools) => Promise<Engine>,
): EngineKind {
  return {
    read(entry) {
      const parsed = settings.safeParse(entry);
      if (!parsed.success) return parsed.error.issues;
      const { data } = parsed;
      return {
        create: async (tools) => withDefaults(await create(data, tools), data.defaults),
      };
    },
  };
}

/** Choosing its models puts into a form what the deployment says. */
function withDefaults(engine: Engine, defaults: CommonSettings['defaults']): Engine {
  if (!defaults) return engine;
  const listed = engine.models.bind(engine);
  const ofModel = (model: EngineModel): EngineModel => {
    const own = model.model.slice(engine.name.length + 1);
    const record = { ...defaults[everyModel], ...(Object.hasOwn(defaults, own) && defaults[own]) };
    const { use_default_prompt: usesPrompt = model.use_default_prompt, ...params } = record;
    const said = Object.entries(params).filter(([, value]) => value !== undefined);
    return {
      ...model,
      use_default_prompt: usesPrompt,
      params: { ...model.params, ...(Object.fromEntries(said) as ModelDefaults) },
    };
  };
  engine.models = () => listed().map(ofModel);
  return engine;
}

/** Without user, query or trailing slash: paths are put behind it. */
export const engineUrl = z
  .string()
  .trim()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && username + password + search + hash === '';
  }, 'must be an address such as http://127.0.0.1:5000, without a user, password or query')
  .transform((text) => text.replace(/\/+$/, ''));

export const bilingual = z.strictObject({
  cn: z.string().min(1).max(2_000),
  en: z.string().min(1).max(2_000),
});

/** Pixels of work that an engine's `cost` is good for (`ModelItem.cost_pixels`); left out, its price knows no size. */
export const costPixels = z.int().min(4_096).max(uploadMaxPixels).optional();

export const generatorType = z
  .string()
  .refine(isGeneratorType, 'must be a generator type such as Text2Img');

/** In the place of a model's name. */
const everyModel = '*';

/** What the entries of all kinds share; a kind extends it. */
export const commonSettings = z.strictObject({
  kind: z.string(),
  /** The first part of its models' ids; jobs remember it, so it should not change. */
  name: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,30}$/,
      'must be lower-case letters, digits and hyphens, at most 31',
    ),
  url: engineUrl,
  /** A secret that requests carry. */
  key: z.string().trim().min(1).max(1_000).optional(),
  /** Jobs that it is given at once. */
  concurrency: z.int().min(1).max(64).optional(),
  /** Jobs that may start in any minute, in all processes together. */
  startsPerMinute: z.int().min(1).max(10_000).optional(),
  /** Model defaults records (spec 1, section 3), by what a model's id has behind the engine's name. */
  defaults: z
    .record(
      z.string().min(1).max(200),
      z.strictObject({ ...modelDefaults.shape, use_default_prompt: z.boolean().optional() }),
    )
    .optional(),
});
type CommonSettings = z.output<typeof commonSettings>;
