import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { PluginOption } from 'vite';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { communityWorker, noteCommunityFiles } from './scripts/vite-community-worker.ts';
import { sharedDexie } from './scripts/vite-dexie.ts';
import { plainCounts } from './scripts/vite-lingui.ts';
import { preloadedTypeface, prerenderedShell } from './scripts/vite-shell.ts';
import { shellHashes } from './scripts/vite-shell-hashes.ts';
import { textPages } from './scripts/vite-text-pages.ts';
import { createPollerGroup, createWaves } from './scripts/vite-waves.ts';
import { translationPlugins, versionLiteral } from './scripts/vite-shared.ts';
import { terserFirst } from './scripts/vite-terser.ts';
import { manifest } from './src/manifest.ts';

/** Vite hands `define` to pages and workers in development, but not to the service worker. */
function versionInDevelopment(): PluginOption {
  return {
    name: 'kiln-version',
    apply: 'serve',
    transform: (code, id) =>
      id.includes('/sw/') ? code.replaceAll('__KILN_VERSION__', versionLiteral) : undefined,
  };
}

/** What the platform answers; everything else is the app's. */
const platformPaths = [
  '/a/',
  '/api',
  '/files',
  '/g/',
  '/healthz',
  '/lora.json',
  '/openapi.json',
  '/pgmodels.json',
  '/prompts-en.json',
  '/prompts.json',
  '/robots.txt',
  '/s/',
  '/sitemap',
];

/** Schemas of calls that a build never makes are left out of it: making one has no effect. */
const treeshake = {
  manualPureFunctions: ['z', 'orElse', 'defineEndpoint', 'statusEnvelope', 'listOf'],
};

const hashes = shellHashes();

// `npm run dev` starts the platform on a port of its own and tells it here.
const platformUrl = process.env.KILN_PLATFORM_URL;

const community = communityWorker({
  plugins: () => [sharedDexie('service-worker'), translationPlugins()],
  treeshake,
});

export default defineConfig(({ command }) => ({
  define: { __KILN_VERSION__: versionLiteral },
  plugins: [
    // The order matters: routes are split before macros are expanded, macros before React's compiler.
    // Its other settings are in tsr.config.json, which scripts/routes.mjs shares.
    tanstackRouter({ autoCodeSplitting: true }),
    translationPlugins(),
    plainCounts(),
    textPages(),
    // Memoising everything costs the first load 15 KB; components that show many rows ask for it ('use memo').
    react({ compiler: { compilationMode: 'annotation' } }),
    versionInDevelopment(),
    prerenderedShell(),
    preloadedTypeface(),
    sharedDexie('page'),
    terserFirst('page'),
    noteCommunityFiles(),
    hashes.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      // While developing there is one for everything.
      filename: command === 'serve' ? 'sw-community.ts' : 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      // The browser fetches them when it installs the app; no page shows them.
      includeManifestIcons: false,
      injectManifest: {
        buildPlugins: {
          vite: [
            sharedDexie('service-worker'),
            translationPlugins(),
            terserFirst('service-worker'),
          ],
        },
        rollupOptions: { treeshake },
        // After one visit every route opens without a network, so every chunk is fetched ahead.
        globPatterns: [
          '*.{html,ico,js,svg,webmanifest}',
          'assets/**/*.{js,css,webp,woff2}',
          'looks/*.webp',
          'styles/*.webp',
          'covers/*.webp',
          'examples/*.webp',
        ],
        // Their names carry a hash of their content.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [hashes.transform, community.splitManifest],
      },
      devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
    }),
    community.plugin,
  ],
  worker: {
    format: 'es',
    plugins: () => [
      sharedDexie('worker'),
      noteCommunityFiles(),
      translationPlugins(),
      terserFirst('poller'),
    ],
    rolldownOptions: {
      treeshake,
      output: {
        // A worker's script has to say COEP where its page does. One that was cached before it did has another name.
        entryFileNames: 'assets/[name]-[hash]-coep.js',
        // Pages are built without them by default; a bundler that reads them has read them by now.
        comments: { annotation: false, jsdoc: false, legal: true },
        codeSplitting: { groups: createPollerGroup() },
      },
    },
  },
  build: {
    target: ['chrome122', 'firefox127', 'safari17.4'],
    rolldownOptions: { treeshake, output: { codeSplitting: { groups: createWaves() } } },
    // The content security policy allows neither inline scripts nor data: URLs as code.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Pages get what they import in one go, and so does the app, which index.html's own code brings. For a dialog
      // within a page one more hop is worth less than the list of hashed names, which nothing compresses, in every
      // first load.
      resolveDependencies: (_file, dependencies, { hostId, hostType }) =>
        hostType === 'html' || /^assets\/(index|first)-/.test(hostId)
          ? dependencies
          : dependencies.filter((name) => name.endsWith('.css')),
    },
  },
  server: {
    proxy: platformUrl
      ? Object.fromEntries(platformPaths.map((path) => [path, { target: platformUrl, ws: true }]))
      : {},
  },
}));
