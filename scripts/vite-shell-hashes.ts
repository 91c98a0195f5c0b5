import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Plugin } from 'vite';
import type { VitePluginPWAAPI, VitePWAOptions } from 'vite-plugin-pwa';

import { isCommunityFile } from './vite-community-worker.ts';

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

/** Of use to who has models on the device, or runs the studio, alone: kept when they were used, like every part. */
const neverAhead =
  /^assets\/(?:start-making|models-here|making\.worker|model-files\.worker|device-models|ManagePage|manage\._section)-/;

const startOfHash = (content: Buffer): string =>
  createHash('sha256').update(content).digest('base64').slice(0, hashCharacters);

/** What every first page has loaded before the service worker comes: it takes these from the browser's own cache. */
const loadedFirst = /^assets\/(?:first|app|react|messages|behind|dexie|rolldown-runtime)-/;

/**
 * What pages begin with, by itself: Chromium keeps no compiled code of an answer that a script has put together, as those
 * are that come out of a pack.
 */
const begunWith =
  /^assets\/(?:ahead|home|shared|work|pages|settings|request|account|api|zod)-[\w-]{8}\.js$/;

/**
 * Code and style, which every host compresses as the text that they are, and which have no headers of their own, as
 * workers have.
 */
const isPacked = (url: string): boolean =>
  /^assets\/.*\.(?:css|js)$/.test(url) &&
  !/\.worker-/.test(url) &&
  !loadedFirst.test(url) &&
  !begunWith.test(url) &&
  !lateNames.test(url) &&
  !isCommunityFile(url);

const packDigits = 8;

/** As sw/shell-pack.ts reads it: how long the list is, the list of names and bytes, the files. */
function packOf(files: readonly { url: string; content: Buffer }[]): Buffer {
  const list = Buffer.from(JSON.stringify(files.map(({ url, content }) => [url, content.length])));
  const digits = Buffer.from(String(list.length).padStart(packDigits));
  return Buffer.concat([digits, list, ...files.map(({ content }) => content)]);
}

/** Of a pack, the files in it. */
export function namesInPack(pack: Buffer): string[] {
  const end = packDigits + Number(pack.toString('utf8', 0, packDigits));
  const list = JSON.parse(pack.toString('utf8', packDigits, end)) as [string, number][];
  return list.map(([name]) => name);
}

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
      const ahead = entries.filter(({ url }) => !neverAhead.test(url));
      const read = await Promise.all(
        ahead.map(async (entry) => ({
          ...entry,
          content: await readFile(path.join(folder, entry.url)),
        })),
      );
      const manifest = read.map(({ content, ...entry }) => ({
        ...entry,
        hash: startOfHash(content),
        ...(lateNames.test(entry.url) && { late: true }),
      }));
      // Like beside like, which compresses better.
      const orderOf = ({ url }: { url: string }) => `${path.extname(url)} ${url}`;
      const packed = read
        .filter(({ url }) => isPacked(url))
        .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
      if (packed.length === 0) return { manifest, warnings: [] };
      const pack = packOf(packed);
      const url = `assets/shell-${createHash('sha256').update(pack).digest('hex').slice(0, 8)}.txt`;
      await writeFile(path.join(folder, url), pack);
      return {
        manifest: [...manifest, { url, revision: null, size: pack.length, pack: true }],
        warnings: [],
      };
    },
  };
}
