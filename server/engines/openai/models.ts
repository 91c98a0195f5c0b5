import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import { modelNameMaxCharacters } from '../../../src/domain/limits.ts';
import type { Language, ModelSchema } from '../../../src/domain/model.ts';
import { parseDimensions } from '../../../src/domain/model.ts';
import type { EngineModel } from '../engine.ts';
import { buildSchema, commonFields, describeModel } from '../schema-fields.ts';
import type { FieldDeclaration, FieldDeclarations } from '../schema-fields.ts';
import type { OpenaiModelSettings, OpenaiSettings } from './kind.ts';

const typeOf: Record<OpenaiModelSettings['tasks'][number], GeneratorType> = {
  generate: 'Text2Img',
  edit: 'Img2Img',
  inpaint: 'Inpainting',
};

/** The model of one of this engine's ids; null when it is none. */
export function modelOf(settings: OpenaiSettings, model: string): OpenaiModelSettings | null {
  return settings.models.find(({ id }) => `${settings.name}/${id}` === model) ?? null;
}

const takesPicture = ({ tasks }: OpenaiModelSettings): boolean =>
  tasks.includes('edit') || tasks.includes('inpaint');

export function describeOpenai(settings: OpenaiSettings, model: OpenaiModelSettings): EngineModel {
  const cut = (text: string) => [...text].slice(0, modelNameMaxCharacters).join('');
  const { host } = new URL(settings.url);
  return describeModel({
    model: `${settings.name}/${model.id}`,
    name: cut(model.id),
    label_cn: cut(model.label?.cn ?? model.id),
    label_en: cut(model.label?.en ?? model.id),
    type: model.tasks.map((task) => typeOf[task]).join(','),
    mark: settings.paid ? '云端' : '自有引擎',
    mark_en: settings.paid ? 'Hosted' : 'Own server',
    cost: model.cost,
    description: {
      text: model.description?.cn ?? `由 ${host} 生成。`,
      text_en: model.description?.en ?? `Made by ${host}.`,
    },
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    disable_translate: false,
    allow_dimensions: model.sizes,
    num_outputs: Array.from({ length: model.outputs }, (_, index) => index + 1),
    ...(takesPicture(model) && {
      upload: 'image',
      upload_limit: 1,
      accept_types: ['png', 'jpg', 'jpeg', 'webp'],
    }),
    ...(model.tasks.includes('inpaint') && { mask: 'mask' }),
  });
}

export function openaiSchema(model: OpenaiModelSettings, language: Language): ModelSchema {
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
  const hasText = model.tasks.includes('generate');
  const fields: FieldDeclarations = {
    ...(takesPicture(model) && {
      image: {
        type: 'string',
        format: 'uri',
        title: { cn: '图片', en: 'Picture' },
        'x-widget': 'image',
      } satisfies FieldDeclaration,
    }),
    ...(model.tasks.includes('inpaint') && {
      mask: {
        type: 'string',
        format: 'uri',
        title: { cn: '蒙版', en: 'Mask' },
        description: { cn: '白色部分会重新画。', en: 'What is white is painted anew.' },
        'x-widget': 'mask',
      } satisfies FieldDeclaration,
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
  return buildSchema(
    fields,
    [...(takesPicture(model) && !hasText ? ['image'] : []), 'prompt'],
    language,
  );
}
