import { type FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import { timbres, voices } from './say.ts';

/** How a text is spoken. */
export const voiceFields = {
  voice: {
    type: 'string',
    title: { cn: '语言', en: 'Language' },
    enum: [...voices],
    'x-enum-titles': [
      { cn: '自动', en: 'Automatic' },
      { cn: '普通话', en: 'Mandarin' },
      { cn: '粤语', en: 'Cantonese' },
      { cn: '美式英语', en: 'American English' },
      { cn: '英式英语', en: 'British English' },
    ],
    default: 'auto',
  },
  timbre: {
    type: 'string',
    title: { cn: '音色', en: 'Timbre' },
    enum: [...timbres],
    'x-enum-titles': [
      { cn: '男声', en: 'Male' },
      { cn: '女声', en: 'Female' },
      { cn: '年轻', en: 'Young' },
      { cn: '低沉', en: 'Deep' },
    ],
    default: 'female',
  },
  speed: {
    type: 'number',
    title: { cn: '语速', en: 'Speed' },
    default: 1,
    minimum: 0.5,
    maximum: 2,
    multipleOf: 0.05,
  },
  pitch: {
    type: 'integer',
    title: { cn: '音高', en: 'Pitch' },
    default: 50,
    minimum: 0,
    maximum: 99,
    multipleOf: 1,
    'x-advanced': true,
  },
} as const satisfies FieldDeclarations;

/** Said where eSpeak NG is not to be found. */
export const espeakMissing = {
  cn: '朗读要用 eSpeak NG（自由软件，GPL-3.0），这里没有装。在 Kiln 的文件夹里运行 npm ci，或在这台机器上安装 espeak-ng，再重启 Kiln 就能用。',
  en: 'Reading aloud takes eSpeak NG (free software, GPL-3.0), which was left out here. Run npm ci in the folder of Kiln, or install espeak-ng on this machine, and start Kiln again.',
};
