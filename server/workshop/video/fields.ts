import { videoSecondsRange } from '../../../src/domain/limits.ts';
import { commonFields, type FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import { moves } from './camera.ts';
import { airs } from './particles.ts';

/** Beyond it one core needs minutes. */
export const filmMaxSide = 1024;

/** What both makers of films ask for. */
export const filmFields = {
  duration: {
    type: 'integer',
    title: { cn: '时长（秒）', en: 'Duration (seconds)' },
    default: 4,
    minimum: videoSecondsRange.min,
    maximum: videoSecondsRange.max,
    multipleOf: videoSecondsRange.step,
  },
  camera: {
    type: 'string',
    title: { cn: '镜头', en: 'Camera' },
    description: {
      cn: '“自动”按文字里的运镜来（推近、拉远、左移、环绕……），没有写就随机。',
      en: '“Automatic” does as the words say (zoom in, pull back, pan left, orbit …), else it picks one.',
    },
    enum: [...moves],
    'x-enum-titles': [
      { cn: '自动', en: 'Automatic' },
      { cn: '推近', en: 'Zoom in' },
      { cn: '拉远', en: 'Zoom out' },
      { cn: '左移', en: 'Pan left' },
      { cn: '右移', en: 'Pan right' },
      { cn: '上移', en: 'Tilt up' },
      { cn: '下移', en: 'Tilt down' },
      { cn: '环绕', en: 'Orbit' },
    ],
    default: 'auto',
  },
  depth: {
    type: 'number',
    title: { cn: '纵深', en: 'Depth' },
    description: {
      cn: '近处比远处多动多少。0 只有平移和缩放；太高时物体会像橡皮一样拉伸。',
      en: 'How much more the near moves than the far. At 0 it only slides and zooms; high values stretch things like rubber.',
    },
    default: 0.5,
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
  },
  atmosphere: {
    type: 'string',
    title: { cn: '飘落', en: 'In the air' },
    description: {
      cn: '“自动”按文字里的天气和季节来。',
      en: '“Automatic” follows the weather and season of the words.',
    },
    enum: ['auto', ...airs],
    'x-enum-titles': [
      { cn: '自动', en: 'Automatic' },
      { cn: '无', en: 'Nothing' },
      { cn: '雪', en: 'Snow' },
      { cn: '雨', en: 'Rain' },
      { cn: '花瓣', en: 'Petals' },
      { cn: '落叶', en: 'Leaves' },
      { cn: '萤火虫', en: 'Fireflies' },
    ],
    default: 'auto',
  },
  seed: {
    ...commonFields.seed,
    description: {
      cn: '种子和参数相同，视频就逐字节相同。留空则每次随机。',
      en: 'The same seed and settings give the same video, byte for byte. Leave empty for a random one.',
    },
  },
} as const satisfies FieldDeclarations;

/** Seconds on one modest core: warping and encoding go by pixels. */
export function filmSeconds(seconds: number, width: number, height: number): number {
  return 1 + (seconds * 24 * width * height) / 12_000_000;
}
