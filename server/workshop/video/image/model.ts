import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../../src/domain/schema-fields.ts';
import { readableExtensions } from '../../picture/limits.ts';
import type { BuiltinTool } from '../../tool.ts';
import { filmFields, filmSeconds } from '../fields.ts';

const { duration, camera, depth, atmosphere, seed } = filmFields;

const fields = {
  image: {
    type: 'string',
    format: 'uri',
    title: { cn: '图片', en: 'Picture' },
    description: {
      cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。太长或太扁的图会裁到 2.4 : 1。',
      en: 'PNG, JPEG, WebP or GIF (its first frame). Very long pictures are cut to 2.4 : 1.',
    },
    'x-widget': 'image',
  },
  prompt: {
    type: 'string',
    title: { cn: '提示词', en: 'Prompt' },
    description: {
      cn: '可不填。能听懂运镜和飘落的东西，例如：缓缓推近，下雪。',
      en: 'Optional. Understands camera moves and what falls: “slow zoom in, snowing”.',
    },
    default: '',
    maxLength: commonFields.prompt.maxLength,
    'x-widget': 'prompt',
  },
  duration,
  resolution: {
    type: 'integer',
    title: { cn: '长边（像素）', en: 'Longer side (px)' },
    enum: [512, 768, 1024],
    default: 768,
  },
  camera,
  depth,
  atmosphere,
  seed,
} satisfies FieldDeclarations;

export const imageFilmTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-motion',
    name: 'kiln-motion',
    label_cn: '窑内动画',
    label_en: 'Kiln Motion',
    type: 'Img2Video',
    gen_type: 'video',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    upload: 'image',
    accept_types: readableExtensions,
    upload_limit: 1,
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    description: {
      text: '让一张图动起来：镜头推、拉、摇、绕，近处比远处动得多，还能下雪、落花。画面里的人和物自己不会动，远近是按构图猜的，猜错的地方会有轻微拉伸。MP4 或 WebM，无声，最长 10 秒。',
      text_en:
        'Moves a camera through one picture: in, out, aside or around, the near more than the far, with snow or petals if you like. People and things do not move by themselves, and depth is guessed from the composition, so wrong guesses stretch a little. MP4 or WebM, silent, 10 seconds at most.',
    },
  }),
  schema: (language) => buildSchema(fields, ['image'], language),
  estimateSeconds: ({ input }) => {
    const side = Number(input['resolution'] ?? 768);
    return filmSeconds(Number(input['duration'] ?? 4), side, side * 0.7);
  },
};
