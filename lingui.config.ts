import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** What src/routes/__root.tsx loads by `late()`. */
const lateInShell = '(AccountArea|AccountMenu|UpdatePrompt)';

export default defineConfig({
  locales: ['cn', 'en'],
  sourceLocale: 'en',
  catalogs: [
    // What the frame and the playground say: all of it is fetched before anything shows.
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['src', 'workers'],
      exclude: [
        '**/src/features/!(shell|playground)/**',
        // Parts of the frame that come late, with their words.
        '**/src/words/CommunityAdvice.tsx',
        '**/src/features/playground/{draw,trained}/**',
        `**/src/features/shell/@${lateInShell}.tsx`,
        '**/*.gen.ts',
        '**/*.d.ts',
      ],
    },
    // What every other page says; src/words/late.ts waits for it.
    {
      path: '<rootDir>/locales/{locale}/pages',
      include: ['src/features', 'src/words/CommunityAdvice.tsx'],
      exclude: [
        '**/src/features/playground/*.*',
        '**/src/features/playground/!(draw|trained)/**',
        `**/src/features/shell/!${lateInShell}.tsx`,
        '**/*.d.ts',
      ],
    },
    // The service worker says little and starts often: it carries no more than its own words.
    { path: '<rootDir>/locales/{locale}/service-worker', include: ['sw'] },
  ],
  // Line numbers would change the catalogs with every edit of a source file.
  format: formatter({ lineNumbers: false }),
});
