import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ShortcutAction } from '../../../domain/shortcuts.ts';

/** What each shortcut does. */
export const shortcutWords: Readonly<Record<ShortcutAction, MessageDescriptor>> = {
  generate: msg({ message: 'Generate', comment: 'What a keyboard shortcut does' }),
  prompt: msg({ message: 'Go to the prompt', comment: 'What a keyboard shortcut does' }),
  undo: msg({
    message: 'Bring back the words that a helper replaced',
    comment: 'What a keyboard shortcut does',
  }),
  settings: msg({ message: 'Go to the settings', comment: 'What a keyboard shortcut does' }),
  models: msg({ message: 'Choose a model', comment: 'What a keyboard shortcut does' }),
  tools: msg({ message: 'Find a tool', comment: 'What a keyboard shortcut does' }),
  'next-tool': msg({ message: 'Next tool', comment: 'What a keyboard shortcut does' }),
  'previous-tool': msg({ message: 'Previous tool', comment: 'What a keyboard shortcut does' }),
  queue: msg({ message: 'Open the queue', comment: 'What a keyboard shortcut does' }),
  list: msg({ message: 'Show this list', comment: 'What a keyboard shortcut does' }),
};
