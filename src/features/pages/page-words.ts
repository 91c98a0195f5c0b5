import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { TextPageName } from '../../domain/text-pages.ts';

/** What pages of text are called; their files begin with the same words. */
export const textPageWords: Readonly<Record<TextPageName, MessageDescriptor>> = {
  terms: msg({ message: 'Terms of use', comment: 'Page of text' }),
  privacy: msg({ message: 'Privacy', comment: 'Page of text' }),
  disclaimer: msg({ message: 'Disclaimer', comment: 'Page of text' }),
  PayProtection: msg({ message: 'Credits and payments', comment: 'Page of text' }),
  resources: msg({ message: 'Resources', comment: 'Page of text' }),
  updates: msg({ message: 'Updates', comment: 'Page of text: what has become new' }),
};
