import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'vite';
import type { VitePluginPWAAPI, VitePWAOptions } from 'vite-plugin-pwa';

type Transforms = NonNullable<VitePWAOptions['injectManifest']>['manifestTransforms'];
type Transform = NonNullable<Transforms>[number];

/** 48 bits: against chance, not against malice, from which HTTPS protects; all hashes are in every sw.js. */
const hashCharacters = 8;

/**
 * Large, and opened by few, or of no use without a network: sw/late-files.ts fetches them when the app has come to
 * rest, and not for everybody.
 */
const lateParts = [
  'video\\.worker',
  'bundled-vp8',
  'archive-import\\.worker',
  'archive-export\\.worker',
  'tracks',
  'solid\\.worker',
  'PayPage',
  'ManagePage',
  'manage\\._section',
  // The page of workers, what it asks, and what reads their news.
  'workers',
  'network(?:-lists)?',
  'markdown',
  // Training, and what looks into its zip.
  'train',
  'examine-training',
  // What draws plots, for them and for operators.
  'PlotSurface',
  // Pages of text.
  '[a-z]+\\.(?:en|cn)',
  'CHANGELOG(?:\\.zh-CN)?',
];
const lateNames = new RegExp(
  // Beside them what models look like, which a page is whole without.
  `^(?:assets/(?:${lateParts.join('|')})-[\\w-]+\\.js|covers/[\\w-]+\\.webp)$`,
);

/**
 * Notes the hash of every file that the service worker keeps, and which come late; sw/intact.ts holds the files
 * against their hashes.
 */
export function shellHashes(): { plugin: Plugin; transform: Transform } {
  let folder = '';
  let pwa: VitePluginPWAAPI | undefined;
  return {
    plugin: {
      name: 'kiln-shell-hashes',
      apply: 'build',
      configResolved({ root, build, plugins }) {
        folder = path.resolve(root, build.outDir);
        pwa = plugins.find(({ name }) => name === 'vite-plugin-pwa')?.api as typeof pwa;
      },
      buildStart() {
        // The web manifest, which would join the list past the transform below; as a file it is in the list anyway.
        pwa?.extendManifestEntries(() => []);
      },
    },
    async transform(entries) {
      const manifest = entries.map(async (entry) => {
        const content = await readFile(path.join(folder, entry.url));
        const hash = createHash('sha256').update(content).digest('base64').slice(0, hashCharacters);
        return { ...entry, hash, ...(lateNames.test(entry.url) && { late: true }) };
      });
      return { manifest: await Promise.all(manifest), warnings: [] };
    },
  };
}
