import type { FieldDeclarations } from '../../../src/domain/schema-fields.ts';

/** A trained style, where a tool takes one beside its words; the tool's model names its `lorabase`. */
export const styleImageFields = {
  style_image: {
    type: 'string',
    format: 'uri',
    title: { cn: '训练的风格', en: 'Trained style' },
    description: {
      cn: '画面带上你训练的风格：色彩、明暗和颗粒。',
      en: 'The picture takes the colours, tones and grain of a style you trained.',
    },
    'x-widget': 'trained-style',
    'x-advanced': true,
  },
  style_strength: {
    type: 'number',
    title: { cn: '风格强度', en: 'Style strength' },
    // Spec 2, section 9: trained 0.6.
    default: 0.6,
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    'x-advanced': true,
    'x-needs': 'style_image',
  },
} satisfies FieldDeclarations;
