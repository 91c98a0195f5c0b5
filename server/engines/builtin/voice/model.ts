import { speechMaxCharacters } from '../../../../src/domain/limits.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../../schema-fields.ts';
import type { BuiltinTool } from '../tool.ts';
import { findEspeak } from './espeak.ts';
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
      text: '实验性：用这台机器上的 eSpeak NG 朗读文字，普通话、粤语、英语都行。听得清，但一听就是机器：没有感情，也不能模仿谁的声音。MP3。',
      text_en:
        'Experimental: reads a text aloud with the eSpeak NG of this machine, in Mandarin, Cantonese or English. Clear, but plainly a machine: no feeling, and no voice is imitated. MP3.',
    },
  }),
  schema: (language) => buildSchema(fields, ['prompt'], language),
  estimateSeconds: ({ input }) => 1 + String(input['prompt'] ?? '').length * 0.01,
  unavailableReason: () => (findEspeak() ? null : espeakMissing),
};
