import { msg } from '@lingui/core/macro';

/** What search engines and chats say below a page's name, where its own text does not begin with such a sentence. */
export const pageDescriptions = {
  '': msg`An AI studio for pictures, video, sound and 3D that works without a network, too: write what you would like to see, put it into the kiln, and find it fired when you come back.`,
  about: msg`What Kiln is, what makes its pictures, and what is kept where.`,
  'smart-apps': msg`Forms in which most is already decided: choose one, put in a picture or a few words, and press Generate.`,
  history: msg`What you make is kept on this device and shown only to you.`,
} as const;

/** Of pages that are no texts, as the app calls them. */
export const pageTitles = {
  about: msg({ message: 'About', comment: 'Page title' }),
  'smart-apps': msg({ message: 'Apps', comment: 'Page title: the tools there are' }),
  history: msg({ message: 'Works', comment: 'Title of the history' }),
} as const;
