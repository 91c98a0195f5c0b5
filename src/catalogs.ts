import type { Messages } from '@lingui/core';
import type { Language } from './domain/languages.ts';

interface Catalog {
  messages: Messages;
}

/** `first`: the frame and the playground; `rest`: every other page. lingui.config.ts says what is where. */
const catalogs = {
  first: import.meta.glob<Catalog>('../locales/*/messages.po'),
  rest: import.meta.glob<Catalog>('../locales/*/pages.po'),
};

/** @throws when it can't be had */
export async function loadCatalog(part: 'first' | 'rest', language: Language): Promise<Messages> {
  const file = part === 'first' ? 'messages' : 'pages';
  const load = catalogs[part][`../locales/${language}/${file}.po`];
  if (!load) throw new Error(`no catalog of ${language}`);
  return (await load()).messages;
}
