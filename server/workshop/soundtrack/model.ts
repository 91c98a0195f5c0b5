import { textIn } from '../../../src/domain/languages.ts';
import { soundtrackMaxSeconds } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { canSpeak } from '../voice/espeak.ts';
import { espeakMissing, voiceFields } from '../voice/fields.ts';

/** How it is read, for those who want something read. */
const onlyWithNarration = Object.fromEntries(
  Object.entries(voiceFields).map(([name, field]) => [
    name,
    { ...field, 'x-only-with': { field: 'sound', values: ['voice'] } },
  ]),
);

const fields = {
  video: {
    type: 'string',
    format: 'uri',
    title: { cn: '视频', en: 'Video' },
    description: {
      cn: `MP4 或 WebM，最长 ${soundtrackMaxSeconds / 60} 分钟。画面原样保留，原来的声音会被替换。`,
      en: `MP4 or WebM, ${soundtrackMaxSeconds / 60} minutes at most. What is seen stays as it is, its own sound is replaced.`,
    },
    'x-widget': 'image',
  },
  prompt: {
    ...commonFields.prompt,
    title: { cn: '旁白或配乐', en: 'Narration or music' },
    description: {
      cn: '配乐：写曲风和心情；旁白：写要念的话，比画面长的部分会截掉。',
      en: 'For music its style and mood, for a narration what is said. What is longer than the video is cut.',
    },
    maxLength: 1_000,
  },
  sound: {
    type: 'string',
    title: { cn: '声音', en: 'Sound' },
    description: {
      cn: '旁白由 eSpeak NG（GPL-3.0，可选）来念。',
      en: 'A narration is read by eSpeak NG (GPL-3.0, optional).',
    },
    enum: ['music', 'voice'],
    'x-enum-titles': [
      { cn: '配乐', en: 'Music' },
      { cn: '旁白', en: 'Narration' },
    ],
    default: 'music',
  },
  ...onlyWithNarration,
  seed: commonFields.seed,
} satisfies FieldDeclarations;

export const soundtrackTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-soundtrack',
    name: 'kiln-soundtrack',
    label_cn: '窑内配音',
    label_en: 'Kiln Soundtrack',
    type: 'VideoVoice',
    gen_type: 'video',
    mark: '实验',
    mark_en: 'Experimental',
    default: true,
    upload: 'video',
    accept_types: ['video/mp4', 'video/webm'],
    upload_limit: 1,
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    description: {
      text: `实验性：给一段视频（MP4 或 WebM）配上窑内乐手的音乐，或窑内朗读的旁白（由 eSpeak NG 来念，GPL-3.0，可选）。声音不会对口型，也不看画面；原声会被替换。`,
      text_en:
        'Experimental: puts music by Kiln Music, or a narration by Kiln Voice (by eSpeak NG, GPL-3.0, optional), under a video (MP4 or WebM). It does not follow lips and does not see what is shown; any sound the video had is replaced.',
    },
  }),
  schema(language) {
    const schema = buildSchema(fields, ['video', 'prompt'], language);
    if (!canSpeak()) schema.properties['sound']!.description = textIn(espeakMissing, language);
    return schema;
  },
  estimateSeconds: () => 6,
};
