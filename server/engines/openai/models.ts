import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import type { Language } from '../../../src/domain/languages.ts';
import type { ModelSchema } from '../../../src/domain/model.ts';
import { parseDimensions } from '../../../src/domain/model.ts';
import type { EngineModel } from '../contract/engine.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  pictureChangeFields,
} from '../../../src/domain/schema-fields.ts';
import type { FieldDeclaration, FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import type { OpenaiModelSettings, OpenaiSettings } from './settings.ts';

type Task = OpenaiModelSettings['tasks'][number];

const typeOf: Record<Task, GeneratorType> = {
  generate: 'Text2Img',
  edit: 'Img2Img',
  inpaint: 'Inpainting',
};

/** One tool of a model; each is a model of Kiln, since a form for text shows no pictures to choose. */
export interface OpenaiTool {
  id: string;
  task: Task;
  model: OpenaiModelSettings;
}

export function toolsOf(settings: OpenaiSettings): OpenaiTool[] {
  return settings.models.flatMap((model) =>
    [...new Set(model.tasks)].map((task) => ({
      id: `${settings.name}/${model.id}${task === 'generate' ? '' : `/${task}`}`,
      task,
      model,
    })),
  );
}

/** What is marked is marked on one picture. */
const picturesOf = (task: Task, model: OpenaiModelSettings): number =>
  task === 'edit' ? (model.pictures ?? 1) : 1;

export function describeOpenai(
  settings: OpenaiSettings,
  { id, task, model }: OpenaiTool,
): EngineModel {
  const { host } = new URL(settings.url);
  return describeModel({
    model: id,
    name: model.id,
    label_cn: model.label?.cn ?? model.id,
    label_en: model.label?.en ?? model.id,
    type: typeOf[task],
    mark: settings.paid ? '云端' : '自有引擎',
    mark_en: settings.paid ? 'Hosted' : 'Own server',
    cost: model.cost,
    cost_pixels: model.cost_pixels ?? null,
    description: {
      text: model.description?.cn ?? `由 ${host} 生成。`,
      text_en: model.description?.en ?? `Made by ${host}.`,
    },
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    disable_translate: false,
    allow_dimensions: model.sizes,
    num_outputs: Array.from({ length: model.outputs }, (_, index) => index + 1),
    ...(task !== 'generate' && {
      upload: 'image',
      upload_limit: picturesOf(task, model),
      accept_types: ['png', 'jpg', 'jpeg', 'webp'],
    }),
    ...(task === 'inpaint' && { mask: 'mask' }),
  });
}

export function openaiSchema({ task, model }: OpenaiTool, language: Language): ModelSchema {
  const sizes = model.sizes.flatMap((text) => parseDimensions(text) ?? []);
  const side = (name: 'width' | 'height'): FieldDeclaration => {
    const { title } = commonFields[name];
    const lengths = sizes.map((size) => size[name]);
    return {
      type: 'integer',
      title,
      default: lengths[0] ?? 1_024,
      minimum: Math.min(...lengths),
      maximum: Math.max(...lengths),
      'x-widget': 'dimensions',
    };
  };
  const fields: FieldDeclarations = {
    ...(task !== 'generate' && {
      image: {
        ...(picturesOf(task, model) > 1
          ? {
              type: 'array',
              items: { type: 'string' },
              maxItems: picturesOf(task, model),
              title: { cn: '图片', en: 'Pictures' },
            }
          : { type: 'string', title: { cn: '图片', en: 'Picture' } }),
        format: 'uri',
        'x-widget': 'image',
      } satisfies FieldDeclaration,
    }),
    ...(task === 'inpaint' && {
      mask: pictureChangeFields.mask,
    }),
    prompt: { ...commonFields.prompt, maxLength: model.promptMaxCharacters },
    width: side('width'),
    height: side('height'),
    n: { ...commonFields.n, maximum: model.outputs },
    ...(model.qualities && {
      quality: {
        type: 'string',
        title: { cn: '画质', en: 'Quality' },
        enum: model.qualities,
        default: model.qualities[0] ?? null,
      } satisfies FieldDeclaration,
    }),
  };
  const needed = { generate: [], edit: ['image'], inpaint: ['image', 'mask'] };
  return buildSchema(fields, [...needed[task], 'prompt'], language);
}
