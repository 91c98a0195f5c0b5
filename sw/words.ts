import { setupI18n } from '@lingui/core';
import type { I18n, Messages } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { getSetting } from '../src/db/settings.ts';
import type { GenerateIntent } from '../src/domain/intent.ts';
import { languageTag, matchLanguage } from '../src/domain/languages.ts';

const catalogs = import.meta.glob<Messages>('../locales/*/service-worker.po', {
  eager: true,
  import: 'messages',
});

async function speak(): Promise<I18n> {
  const chosen = await getSetting('language').catch(() => null);
  const language = chosen ?? matchLanguage(navigator.languages);
  const messages = catalogs[`../locales/${language}/service-worker.po`] ?? {};
  return setupI18n({
    locale: language,
    locales: languageTag(language),
    messages: { [language]: messages },
  });
}

export interface NotificationWords {
  title: string;
  body: string;
}

/** The first words of what was asked for. */
function promptOf(row: GenerateIntent): string {
  const words = Object.entries(row.payload.input).find(([name]) => name === 'prompt')?.[1];
  const text = typeof words === 'string' ? words.trim().replaceAll(/\s+/g, ' ') : '';
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** @param rows what ended, all that was not seen; none when the device doesn't know it */
export async function endWords(rows: readonly GenerateIntent[]): Promise<NotificationWords> {
  const i18n = await speak();
  const done = rows.filter((row) => row.stage === 'done');
  const count = rows.length;
  const [first] = rows;
  if (!first) {
    return {
      title: i18n._(
        msg({ message: 'Fresh from the kiln', comment: 'Notification: a result is ready' }),
      ),
      body: i18n._(msg`Open Kiln to see it.`),
    };
  }
  if (done.length === 0) {
    return {
      title: i18n._(
        msg`${plural(count, { one: "It couldn't be made", other: "# requests couldn't be made" })}`,
      ),
      body: count === 1 ? promptOf(first) : i18n._(msg`Open the queue to see why.`),
    };
  }
  const ready = done.length;
  return {
    title: i18n._(
      msg`${plural(ready, { one: 'Fresh from the kiln', other: '# works fresh from the kiln' })}`,
    ),
    body: [...new Set(done.map(promptOf).filter(Boolean))].slice(-3).join('\n'),
  };
}
