import { speechMaxCharacters } from '../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { canSpeak } from './espeak.ts';
import { espeakMissing, voiceFields } from './fields.ts';

const fields = {
  prompt: {
    ...commonFields.prompt,
    title: { cn: '文字', en: 'Text' },
    description: {
      cn: '要念的文字，中文、英文或夹杂着写。',
      en: 'What is to be said, in Chinese, English or both.',
    },
    maxLength: speechMaxCharacters,
  },
  ...voiceFields,
} satisfies FieldDeclarations;

export const voiceTool: BuiltinTool = {
  model: describeModel({
    model: 'kiln-voice',
    name: 'kiln-voice',
    label_cn: '窑内朗读',
    label_en: 'Kiln Voice',
    type: 'Text2Voice',
    gen_type: 'voice',
    mark: '实验',
    mark_en: 'Experimental',
    default: true,
    filed_mappings: { prompt: 'prompt', negative_prompt: null },
    description: {
      text: '实验性：用 eSpeak NG（自由软件，GPL-3.0，可选）朗读文字，普通话、粤语、英语都行，不联网。字字清楚，但一听就是机器：没有感情，多音字会念错，也不能模仿谁的声音。MP3。',
      text_en:
        'Experimental: reads a text aloud with eSpeak NG (free software, GPL-3.0, optional), in Mandarin, Cantonese or English, without a network. Clear, but plainly a machine: no feeling, characters with several readings may get the wrong one, and no voice is imitated. MP3.',
    },
  }),
  schema: (language) => buildSchema(fields, ['prompt'], language),
  estimateSeconds: ({ input }) => 1 + String(input['prompt'] ?? '').length * 0.01,
  unavailableReason: () => (canSpeak() ? null : espeakMissing),
};
