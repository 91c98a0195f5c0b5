import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../src/db/database.ts';
import { fieldReasonCodes } from '../../../src/domain/field-reasons.ts';
import { languages } from '../../../src/domain/languages.ts';
import { activateLanguage } from '../../../src/i18n.ts';
import { QueuePage } from '../../../src/features/queue/QueuePage.tsx';
import { RefusalWords } from '../../../src/words/RefusalWords.tsx';
import { freshDevice, request } from '../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../fixtures/screen.tsx';

/** Names that are the same in every language. */
const names = /AI Horde|kudos/g;

async function wordsOf(element: React.ReactNode): Promise<string> {
  const host = document.createElement('div');
  const root = createRoot(host);
  flushSync(() => root.render(<I18nProvider i18n={i18n}>{element}</I18nProvider>));
  // Words that few need come when they are needed.
  await expect.poll(() => host.textContent).not.toBe('');
  const words = host.textContent;
  root.unmount();
  return words;
}

beforeEach(async () => {
  await freshDevice();
  // At the start a language's later words come behind; a change of language brings all of them.
  await activateLanguage('en');
  await activateLanguage('cn');
});
afterEach(closeScreen);

describe('every reason why an input is refused', () => {
  test.each(fieldReasonCodes)('%s has words in every language', async (reason) => {
    for (const language of languages) {
      await activateLanguage(language);
      for (const values of [[], [4, 2, 8]]) {
        const words = await wordsOf(
          <RefusalWords reason={{ field: 'x', reason, values }} title="8" />,
        );
        const foreign = language === 'cn' ? /[A-Za-z]{2,}/ : /\p{Script=Han}/u;
        expect(words.length).toBeGreaterThan(4);
        expect(words.replaceAll(names, '')).not.toMatch(foreign);
      }
    }
  });
});

test('a refused request says which setting and why in Chinese, and nothing of the platform’s English', async () => {
  const intent = await request('a harbour');
  await db.intents.put({
    ...intent,
    stage: 'failed',
    error: {
      code: 'invalid-input',
      httpStatus: 400,
      detail: 'loras - nobody here has zorn',
      reasons: [{ field: 'loras', reason: 'unknown-name', values: ['zorn'] }],
      atMs: Date.now(),
    },
  });
  openScreen({ path: '/queue', component: QueuePage });
  await activateLanguage('cn');
  const card = page.getByRole('article');
  await expect.element(card).toMatchTextContent(/这里没有 zorn。/);
  expect(card.element().textContent).not.toContain('nobody here');
});
