import { musicSecondsRange } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { moods, styles, tempos } from './words.ts';

const fields = {
  prompt: {
    ...commonFields.prompt,
    description: {
      cn: '写下曲风、心情和快慢，例如：古风，思念，缓慢；或：欢快的 8-bit 游戏音乐，140 bpm。',
      en: 'Name a style, a mood and a pace: “slow tender piano”, “happy chiptune, 140 bpm”.',
    },
  },
  duration: {
    type: 'integer',
    title: { cn: '时长（秒）', en: 'Duration (seconds)' },
    default: 30,
    minimum: musicSecondsRange.min,
    maximum: musicSecondsRange.max,
    multipleOf: musicSecondsRange.step,
  },
  style: {
    type: 'string',
    title: { cn: '曲风', en: 'Style' },
    enum: ['auto', ...styles],
    'x-enum-titles': [
      { cn: '自动', en: 'Automatic' },
      { cn: '流行', en: 'Pop' },
      { cn: '钢琴', en: 'Piano' },
      { cn: '氛围', en: 'Ambient' },
      { cn: 'Lo-fi', en: 'Lo-fi' },
      { cn: '电子', en: 'Electronic' },
      { cn: '电影配乐', en: 'Cinematic' },
      { cn: '国风', en: 'Chinese' },
      { cn: '民谣', en: 'Folk' },
      { cn: '8-bit', en: 'Chiptune' },
    ],
    default: 'auto',
  },
  mood: {
    type: 'string',
    title: { cn: '心情', en: 'Mood' },
    enum: ['auto', ...moods],
    'x-enum-titles': [
      { cn: '自动', en: 'Automatic' },
      { cn: '欢快', en: 'Happy' },
      { cn: '平静', en: 'Calm' },
      { cn: '忧伤', en: 'Sad' },
      { cn: '激昂', en: 'Epic' },
      { cn: '阴暗', en: 'Dark' },
      { cn: '梦幻', en: 'Dreamy' },
      { cn: '温柔', en: 'Tender' },
    ],
    default: 'auto',
  },
  tempo: {
    type: 'string',
    title: { cn: '速度', en: 'Tempo' },
    enum: ['auto', ...tempos],
    'x-enum-titles': [
      { cn: '自动', en: 'Auto' },
      { cn: '慢', en: 'Slow' },
      { cn: '中', en: 'Medium' },
      { cn: '快', en: 'Fast' },
    ],
    default: 'auto',
  },
  seed: {
    ...commonFields.seed,
    description: {
      cn: '种子和参数相同，曲子就逐字节相同。留空则每次随机。',
      en: 'The same seed and settings give the same piece, byte for byte. Leave empty for a random one.',
    },
  },
} satisfies FieldDeclarations;

export const musicTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-music',
    name: 'kiln-music',
    label_cn: '窑内乐手',
    label_en: 'Kiln Music',
    type: 'GenMusic',
    gen_type: 'music',
    mark: '经典算法',
    mark_en: 'Classical',
    default: true,
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    description: {
      text: '按乐理作曲、用合成器演奏：有前奏、主歌、副歌和尾声，旋律、和弦、贝斯、鼓各有其人。适合做背景音乐和铺底；音色是合成的，没有人声，也不会模仿某首歌或某位歌手。MP3，最长 3 分钟。',
      text_en:
        'Composes by the rules of harmony and plays on synthesisers: intro, verse, chorus and outro, with tune, chords, bass and drums. Good as background music; the instruments are synthetic, nobody sings, and it imitates no song and no artist. MP3, 3 minutes at most.',
    },
  }),
  schema: (language) => buildSchema(fields, ['prompt'], language),
  estimateSeconds: ({ input }) => 1 + Number(input['duration'] ?? 30) * 0.06,
};
