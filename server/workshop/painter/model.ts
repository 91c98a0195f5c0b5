import { painterModel } from '../../../src/domain/painter.ts';
import { imageCountRange } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { lookFields } from '../looks/fields.ts';
import { styleImageFields } from '../same-style/fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { trainedFor } from '../train/options.ts';
import { styleField } from './style-field.ts';

const fields = {
  prompt: {
    ...commonFields.prompt,
    description: {
      cn: '写下景物、时辰、天气、颜色和画法，例如：雪山湖泊，日落，水彩。',
      en: 'Name the scene, the hour, the weather and a style: “snowy mountain lake, sunset, watercolour”.',
    },
  },
  negative_prompt: {
    ...commonFields.negative_prompt,
    description: {
      cn: '不想出现的东西，例如：云、树。',
      en: 'What to leave out, e.g. “clouds, trees”.',
    },
  },
  ...styleField,
  width: commonFields.width,
  height: commonFields.height,
  n: commonFields.n,
  steps: {
    ...commonFields.steps,
    description: {
      cn: '步数越多，地形越细，笔触越密。',
      en: 'Level of detail: more steps give finer terrain and more strokes.',
    },
  },
  cfg_scale: {
    ...commonFields.cfg_scale,
    description: {
      cn: '数值越高，色彩越贴合文字；越低，变化越自由。',
      en: 'High values keep the colours close to your words; low values let them wander.',
    },
  },
  ...lookFields,
  ...styleImageFields,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const painterTool: BuiltinTool = {
  model: describeModel({
    model: painterModel,
    name: 'kiln-painter',
    label_cn: '窑内画师',
    label_en: 'Kiln Painter',
    type: 'Text2Img',
    mark: '演示',
    mark_en: 'Demo',
    default: true,
    lora: true,
    civit_lora_not_supported: true,
    lorabase: trainedFor,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: '内置的演示画师：按你的文字用程序作画，不用模型、显卡和网络。擅长山水、大海、沙漠、城市夜景、星空、花卉、水墨、水彩和抽象画；不会画人脸、文字和具体物件。',
      text_en:
        'The built-in demo painter: a program paints from your words, with no model, GPU or network. Good at mountains, seas, deserts, city nights, skies, flowers, ink, watercolour and abstracts; it cannot draw faces, text or particular objects.',
    },
  }),
  schema: (language) => buildSchema(fields, ['prompt'], language),
  estimateSeconds: (job) => {
    const megapixels =
      (Number(job.input['width'] ?? 512) * Number(job.input['height'] ?? 512)) / 1e6;
    return job.outputs * (0.3 + 2 * megapixels);
  },
};
