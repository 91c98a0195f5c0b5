import { textIn, type LocalizedText } from '../../../src/domain/languages.ts';
import type { ModelSchema } from '../../../src/domain/model.ts';
import { logoTool } from '../logo/model.ts';
import { posterProTool } from '../poster/model.ts';
import { restoreTool } from '../restore/model.ts';
import { styliseTool } from '../stylise/model.ts';
import type { BuiltinTool } from '../tool.ts';
import { appRecipes, type AppId, type AppRecipe } from './recipes.ts';

interface AppWords {
  label_cn: string;
  label_en: string;
  description: { text: string; text_en: string };
  /** What stands beside a field, where the tool's own hint speaks of what the app does not ask. */
  hints?: Readonly<Record<string, LocalizedText>>;
}

const words: Record<AppId, AppWords> = {
  'kiln-app-postcard': {
    label_cn: '风景明信片',
    label_en: 'Landscape Postcard',
    description: {
      text: '写下想去的地方和一句话，得到一张横版明信片：上面是窑内画师的风景，下面是你的字。',
      text_en:
        'Name a place and a line to say: a postcard with a scene by the built-in painter, and your words below it.',
    },
    hints: { text: { cn: '印在明信片上的那句话。', en: 'The line on the postcard.' } },
  },
  'kiln-app-seal': {
    label_cn: '名字印章',
    label_en: 'Name Seal',
    description: {
      text: '写下名字，刻成一枚红印章。中文二到四字最好看。',
      text_en: 'Carves a name into a red seal. Two to four Chinese characters look best.',
    },
    hints: {
      text: {
        cn: '刻在印章上的字，如“山月”。',
        en: 'What the seal says, such as “山月” or “Ada”.',
      },
    },
  },
  'kiln-app-old-photo': {
    label_cn: '老照片翻新',
    label_en: 'Old Photo, Refreshed',
    description: {
      text: '给发灰、有噪点的老照片去噪、提亮、加锐。补不了划痕和缺角，也不会重画人脸。',
      text_en:
        'Takes grain and haze from an old photo. Scratches and missing corners stay, and no face is redrawn.',
    },
  },
  'kiln-app-sketch': {
    label_cn: '铅笔素描',
    label_en: 'Pencil Sketch',
    description: {
      text: '上传一张照片，画成铅笔素描。轮廓清楚的照片最合适。',
      text_en: 'Turns a photo into a pencil drawing. Photos with clear outlines work best.',
    },
  },
};

const bases = new Map(
  [posterProTool, logoTool, restoreTool, styliseTool].map((tool) => [tool.model.model, tool]),
);

/** The tool's schema with what the app has decided as hidden defaults (spec 1, section 3: x-hidden). */
function appSchema(
  base: ModelSchema,
  { shown, settings }: AppRecipe,
  hintOf: (field: string) => string | undefined,
): ModelSchema {
  const properties = Object.entries(base.properties).map(([name, property]) => {
    const value = settings[name];
    const hint = hintOf(name);
    const decided = {
      ...property,
      ...(value !== undefined && { default: value }),
      ...(hint !== undefined && { description: hint }),
    };
    return [name, shown.includes(name) ? decided : { ...decided, 'x-hidden': true }] as const;
  });
  // A title that the tool takes from elsewhere when it is missing is all that an app has to go by.
  const required = shown.filter((name) => name === 'text' || base.required.includes(name));
  return { properties: Object.fromEntries(properties), required };
}

function createApp(recipe: AppRecipe & { id: AppId }): BuiltinTool {
  const base = bases.get(recipe.base);
  if (!base) throw new Error(`${recipe.id} has no tool ${recipe.base}`);
  const { filed_mappings: mappings } = base.model;
  // What its fields say belongs into the schema, not into the list of models.
  const { hints, ...named } = words[recipe.id];
  const asked = (field: string | null) => (field && recipe.shown.includes(field) ? field : null);
  return {
    model: {
      ...base.model,
      ...named,
      model: recipe.id,
      // What its tool is listed as is not what it is listed as.
      gen_type: 'image',
      name: recipe.id,
      schema: recipe.id,
      label_default: named.label_en,
      type: 'Apps',
      default: false,
      lora: false,
      filed_mappings: {
        prompt: asked(mappings.prompt) ?? asked('text'),
        negative_prompt: asked(mappings.negative_prompt),
      },
      num_outputs: [1],
      default_num_outputs: 1,
    },
    schema: (language) =>
      appSchema(base.schema(language), recipe, (field) => {
        const hint = hints?.[field];
        return hint && textIn(hint, language);
      }),
    estimateSeconds: (job) => base.estimateSeconds(job),
  };
}

/** Ready-made apps, which `/api/v2/templates` lists too. */
export const appTools: readonly BuiltinTool[] = appRecipes.map(createApp);
