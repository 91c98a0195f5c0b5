import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  locales: ['cn', 'en'],
  sourceLocale: 'en',
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['src', 'workers'],
      exclude: ['**/*.gen.ts', '**/*.d.ts'],
    },
    // The service worker says little and starts often: it carries no more than its own words.
    { path: '<rootDir>/locales/{locale}/service-worker', include: ['sw'] },
  ],
  // Line numbers would change the catalogs with every edit of a source file.
  format: formatter({ lineNumbers: false }),
});
