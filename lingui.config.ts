import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  locales: ['cn', 'en'],
  sourceLocale: 'en',
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['src', 'sw', 'workers'],
      exclude: ['**/*.gen.ts', '**/*.d.ts'],
    },
  ],
  // Line numbers would change the catalogs with every edit of a source file.
  format: formatter({ lineNumbers: false }),
});
