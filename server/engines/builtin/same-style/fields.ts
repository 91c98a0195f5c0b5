import type { FieldDeclarations } from '../../schema-fields.ts';

/**
 * A trained style, where a tool takes one beside its words. Hidden: forms offer it through Same Style, and a
 * place for trained styles of their own will fill it in.
 */
export const styleImageFields = {
  style_image: {
    type: 'string',
    format: 'uri',
    title: { cn: '风格卡', en: 'Style card' },
    'x-widget': 'image',
    'x-hidden': true,
  },
  style_strength: {
    type: 'number',
    title: { cn: '风格强度', en: 'Style strength' },
    // Spec 2, section 9: trained 0.6.
    default: 0.6,
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    'x-hidden': true,
  },
} satisfies FieldDeclarations;
