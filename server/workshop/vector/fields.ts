import { commonFields, type FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import { vectorFormats } from './formats.ts';

/** What every tool that draws outlines asks for. */
export const vectorFields = {
  transparent: {
    type: 'boolean',
    title: { cn: '透明背景', en: 'Transparent background' },
    default: false,
  },
  output_format: {
    type: 'string',
    title: { cn: '格式', en: 'Format' },
    description: {
      cn: 'SVG 放多大都清晰，只含路径，不需要装字体。',
      en: 'An SVG stays sharp at any size; it holds paths only and needs no fonts.',
    },
    enum: [...vectorFormats],
    'x-enum-titles': [
      { cn: 'PNG（位图）', en: 'PNG (pixels)' },
      { cn: 'SVG（矢量）', en: 'SVG (vector)' },
    ],
    default: 'png',
  },
} satisfies FieldDeclarations;

export const logoSize = {
  width: { ...commonFields.width, default: 1024 },
  height: { ...commonFields.height, default: 1024 },
} satisfies FieldDeclarations;
