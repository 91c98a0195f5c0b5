import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../picture/limits.ts';
import type { BuiltinTool } from '../tool.ts';
import { manners } from './manners.ts';

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '照片', en: 'Photo' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。结果每边最多 2048 像素。',
      en: 'PNG, JPEG, WebP or GIF (its first frame). The result has at most 2048 px a side.',
    },
    'x-widget': 'image',
  },
  style: {
    type: 'string',
    title: { cn: '画法', en: 'Style' },
    enum: [...manners],
    'x-enum-titles': [
      { cn: '水彩', en: 'Watercolour' },
      { cn: '油画', en: 'Oil' },
      { cn: '铅笔', en: 'Pencil' },
      { cn: '水墨', en: 'Ink wash' },
      { cn: '卡通', en: 'Cartoon' },
    ],
    default: 'watercolour',
  },
  detail: {
    type: 'number',
    title: { cn: '细腻程度', en: 'Detail' },
    description: {
      cn: '数值越低，笔触越宽、画面越概括；越高越接近照片。',
      en: 'Low values use a broad brush and leave things out; high values stay close to the photo.',
    },
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    default: 0.5,
  },
  seed: {
    ...commonFields.seed,
    description: {
      cn: '决定笔触、纸纹和水痕。种子和参数相同，画面就相同。',
      en: 'Decides strokes, paper and stains. The same seed and settings give the same picture.',
    },
  },
} satisfies FieldDeclarations;

const secondsPerMegapixel: Readonly<Record<string, number>> = { oil: 8, pencil: 3, cartoon: 5 };

export const styliseTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-stylise',
    name: 'kiln-stylise',
    label_cn: '窑内画风',
    label_en: 'Kiln Photo Styles',
    type: 'PhotoStylization',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    description: {
      text: '把照片重画成水彩、油画、铅笔、水墨或卡通：沿着照片里的边缘走笔，不用模型。油画和铅笔最像手绘；水墨和卡通适合轮廓清楚的画面。它只看明暗和边缘，不认识画里的东西，小脸和细字会糊。',
      text_en:
        'Redraws a photo as watercolour, oil, pencil, ink wash or cartoon, with strokes that follow its edges and no model. Oil and pencil look most like handwork; ink and cartoon need clear outlines. It sees light and edges, not things, so small faces and fine print blur.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: (job) => secondsPerMegapixel[String(job.input['style'])] ?? 6,
};
