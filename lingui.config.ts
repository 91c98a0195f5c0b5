import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { languages } from './src/domain/languages.ts';

/**
 * Folders whose words come late, and the files in them that stand on the first screen nevertheless. What these import
 * has to stand here as well: tests/node/words/first-words.test.ts follows it.
 */
const lateFolders: Readonly<Record<string, readonly string[]>> = {
  'features/account': ['BalanceBadge'],
  'features/queue': ['QueueAnnouncer', 'WaitingBanner'],
  'features/storage': ['StorageWatch'],
  'features/playground/compare': ['CompareButton'],
  'features/playground/loras': ['LoraCard', 'LoraField', 'LoraPicker'],
  'features/playground/own-words': ['StyleField', 'StylePicker'],
  'features/playground/recall': ['CopyFormLink'],
};
const late = Object.entries(lateFolders);
const lateNames = late.map(([folder]) => folder.split('/').at(-1)).join('|');
/** Files of these folders, the first screen's left out. */
const lateFiles = late.map(([folder, early]) => `**/src/${folder}/!(${early.join('|')}).*`);
const earlyFiles = late.map(([folder, early]) => `**/src/${folder}/@(${early.join('|')}).*`);
/** What src/routes/__root.tsx loads by `lazyWithWords()`. */
const lazyInShell = '(UpdatePrompt)';

export default defineConfig({
  locales: [...languages],
  sourceLocale: 'en',
  catalogs: [
    // What the frame and the playground say: all of it is fetched before anything shows.
    {
      path: '<rootDir>/locales/{locale}/messages',
      include: ['src', 'workers'],
      exclude: [
        `**/src/features/!(shell|playground|${lateNames})/**`,
        ...lateFiles,
        // Parts of the frame that come late, with their words.
        '**/src/words/{CommunityAdvice,KudosWords,RareReasonWords,RefusalWords}.tsx',
        '**/src/words/{compare,origins,parameters,pay,reports,work-titles}.ts',
        '**/src/requests/actions/**',
        '**/src/requests/useRequestTitle.ts',
        '**/src/features/playground/{absent,camera,draw,hints,keywords,kudos,larger,prompt,records,shares,shortcuts,sources,tags,trouble,shell}/**',
        '**/src/features/playground/models/Model@(Details|Examples|Picker).tsx',
        `**/src/features/shell/@${lazyInShell}.tsx`,
        '**/*.gen.ts',
        '**/*.d.ts',
      ],
    },
    // What every other page says; src/words/lazy-words.ts waits for it.
    {
      path: '<rootDir>/locales/{locale}/pages',
      include: [
        'src/features',
        'src/words/CommunityAdvice.tsx',
        'src/words/KudosWords.tsx',
        'src/words/RareReasonWords.tsx',
        'src/words/RefusalWords.tsx',
        'src/words/compare.ts',
        'src/words/origins.ts',
        'src/words/parameters.ts',
        'src/words/pay.ts',
        'src/words/reports.ts',
        'src/words/work-titles.ts',
        'src/requests/actions',
        'src/requests/useRequestTitle.ts',
      ],
      exclude: [
        ...earlyFiles,
        '**/src/features/playground/*.*',
        '**/src/features/playground/!(absent|camera|compare|draw|hints|keywords|kudos|larger|loras|models|own-words|prompt|recall|records|shares|shortcuts|sources|tags|trouble)/**',
        '**/src/features/playground/models/Model@(Card|Price).tsx',
        `**/src/features/shell/!${lazyInShell}.tsx`,
        '**/*.d.ts',
      ],
    },
    // What index.html says before any catalogue is there: read at build time only.
    {
      path: '<rootDir>/locales/{locale}/shell',
      include: ['src/features/playground/shell'],
    },
    // The service worker says little and starts often: it carries no more than its own words.
    { path: '<rootDir>/locales/{locale}/service-worker', include: ['sw'] },
  ],
  // Line numbers would change the catalogs with every edit of a source file.
  format: formatter({ lineNumbers: false }),
});
