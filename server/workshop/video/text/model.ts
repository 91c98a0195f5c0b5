import { promptMaxCharacters } from '../../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../../tool.ts';
import { filmFields, filmMaxSide, filmSeconds } from '../fields.ts';
import { transitions } from '../film.ts';
import { mostShots } from './shots.ts';

const { duration, camera, depth, atmosphere, seed } = filmFields;

const fields = {
  prompt: {
    ...commonFields.prompt,
    description: {
      cn: `写下景色、时辰、天气和运镜。用“；”“然后”或换行分开，就是下一个镜头，最多 ${mostShots} 个。`,
      en: `Name a place, an hour, weather and a camera move. “;”, “then” or a new line begins the next shot, ${mostShots} at most.`,
    },
    maxLength: promptMaxCharacters,
  },
  negative_prompt: commonFields.negative_prompt,
  duration: { ...duration, default: 5 },
  width: { ...commonFields.width, default: 768, maximum: filmMaxSide },
  height: { ...commonFields.height, default: 448, maximum: filmMaxSide },
  camera,
  transition: {
    type: 'string',
    title: { cn: '转场', en: 'Transition' },
    enum: [...transitions],
    'x-enum-titles': [
      { cn: '叠化', en: 'Crossfade' },
      { cn: '黑场', en: 'Through black' },
      { cn: '滑动', en: 'Slide' },
      { cn: '硬切', en: 'Cut' },
    ],
    default: 'crossfade',
  },
  depth,
  atmosphere,
  steps: commonFields.steps,
  cfg_scale: commonFields.cfg_scale,
  seed,
} satisfies FieldDeclarations;

/** Shapes of common screens, small enough for one core. */
const dimensions = ['768x448', '448x768', '640x640', '1024x576', '576x1024', '512x320'];

export const textFilmTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-film',
    name: 'kiln-film',
    label_cn: '窑内影片',
    label_en: 'Kiln Film',
    type: 'Txt2Video',
    gen_type: 'video',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    allow_dimensions: dimensions,
    description: {
      text: '窑内画师先画，镜头再走进画里：推拉摇绕、雨雪落花、镜头之间转场。适合风景和气氛；画里的东西自己不动，没有情节，也不会画人脸和文字。MP4 或 WebM，无声，最长 10 秒。',
      text_en:
        'Kiln Painter paints, then a camera moves through: in, out, aside, around, with rain, snow or petals, and transitions between shots. Good for landscapes and moods; nothing painted moves by itself, there is no story, no faces and no writing. MP4 or WebM, silent, 10 seconds at most.',
    },
  }),
  schema: (language) => buildSchema(fields, ['prompt'], language),
  estimateSeconds: ({ input }) => {
    const width = Number(input['width'] ?? 768);
    const height = Number(input['height'] ?? 448);
    return 4 + filmSeconds(Number(input['duration'] ?? 5), width, height);
  },
};
