import { rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';
import type { Plugin, PluginOption, ResolvedConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Page and poller load it on a device that asks the AI Horde by itself, and on no other. */
const communityEntry = path.join(root, 'src/community/platform.ts');
const source = 'sw/sw-community.ts';
const fileName = 'sw-community.js';

/** A file to be fetched ahead, as Workbox lists it. */
interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

const communityFiles = new Set<string>();

/** Whether only the community mode loads a file of the build. */
export const isCommunityFile = (url: string): boolean => communityFiles.has(url);

/** Notes which files of a build only the community mode loads. */
export function noteCommunityFiles(): Plugin {
  return {
    name: 'kiln-community-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.facadeModuleId === communityEntry) {
          communityFiles.add(chunk.fileName);
        }
      }
    },
  };
}

interface CommunityWorker {
  plugin: Plugin;
  /** For Workbox, of sw.js: leaves out what only the community mode loads. */
  splitManifest: (entries: Entry[]) => { manifest: Entry[] };
}

/**
 * Builds sw/sw-community.ts beside sw.js, which is of the PWA plugin: the same service worker with the community mode
 * in it, and in what it fetches ahead.
 */
export function communityWorker(options: {
  plugins: () => PluginOption[];
  treeshake: { manualPureFunctions: string[] };
}): CommunityWorker {
  let config: ResolvedConfig | null = null;
  let all: Entry[] | null = null;
  return {
    splitManifest(entries) {
      all = entries;
      // A build that failed before it wrote its files has an error of its own to tell.
      if (!entries.some(({ url }) => url.startsWith('assets/'))) return { manifest: entries };
      const manifest = entries.filter(({ url }) => !communityFiles.has(url));
      if (manifest.length === entries.length) throw new Error(`No chunk of ${communityEntry}`);
      return { manifest };
    },
    plugin: {
      name: 'kiln-community-worker',
      apply: 'build',
      configResolved(resolved) {
        config = resolved;
      },
      closeBundle: {
        sequential: true,
        order: 'post',
        async handler(error) {
          if (error || !config || !all) return;
          const folder = path.resolve(root, config.build.outDir);
          const manifest = all.map(({ size: _size, ...entry }) => entry);
          await build({
            root,
            configFile: false,
            logLevel: 'warn',
            publicDir: false,
            define: { ...config.define, 'self.__WB_MANIFEST': JSON.stringify(manifest) },
            plugins: options.plugins(),
            build: {
              outDir: folder,
              emptyOutDir: false,
              modulePreload: false,
              rolldownOptions: {
                treeshake: options.treeshake,
                input: path.join(root, source),
                output: { entryFileNames: `${fileName}.part`, codeSplitting: false },
              },
            },
          });
          await rename(path.join(folder, `${fileName}.part`), path.join(folder, fileName));
        },
      },
    },
  };
}
