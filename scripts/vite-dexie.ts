import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

import { shorten } from './vite-terser.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The build without what browsers of ten years ago need. */
const source = `${root}node_modules/dexie/dist/modern/dexie.mjs`;
const entry = '\0kiln-dexie-script';
const standIn = '\0kiln-dexie';

/** What the app uses of it; its typings are the package's own. */
const parts = '{ Dexie, RangeSet, liveQuery, rangesOverlap }';
/** Only pages watch single rows. */
const partsOf = {
  page: parts,
  worker: '{ Dexie, liveQuery }',
  'service-worker': '{ Dexie, liveQuery }',
};

/**
 * A live query of Dexie 4.4 adds each change that it hears of to those since it was read last, whether they are its own or
 * not: while thousands of works come in, a page with twenty queries does little else and keeps every key twenty times.
 * Only what is heard while a query reads has to be kept; what comes later is held against what it has read (ADR 0061).
 */
const edits = [
  [
    `            extendObservabilitySet(accumMuts, parts);
            if (shouldNotify()) {
                doQuery();
            }`,
    `            if (accumMuts) extendObservabilitySet(accumMuts, parts);
            if (obsSetsOverlap(currentObs, accumMuts ?? parts)) {
                doQuery();
            }`,
  ],
  [
    `                        accumMuts = {};
                        execInGlobalContext(() => !closed && observer.next`,
    `                        accumMuts = null;
                        execInGlobalContext(() => !closed && observer.next`,
  ],
] as const;

/** @throws when Dexie has become another one: then the edits are to be looked at anew */
export function edited(code: string): string {
  return edits.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2) throw new Error(`Dexie has no longer:\n${from}`);
    return before.replace(from, to);
  }, code);
}

interface Script {
  /** Where it is served: its name carries a hash of its content. */
  url: string;
  code: string;
}

/**
 * One script that runs as a module and by importScripts alike: pages and workers can only share the former, a
 * service worker only the latter.
 */
async function bundleScript(): Promise<Script> {
  const bundle = await rolldown({
    input: entry,
    logLevel: 'silent',
    plugins: [
      {
        name: 'kiln-dexie-script',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) =>
          id === entry
            ? `import ${parts} from ${JSON.stringify(source)}; globalThis.kilnDexie = ${parts};`
            : null,
        transform: (code, id) => (id === source ? edited(code) : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const code = await shorten(output[0].code, 'shorten');
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  return { url: `/assets/dexie-${hash}.js`, code };
}

let script: Promise<Script> | null = null;
const theScript = () => (script ??= bundleScript());

/**
 * Page, workers and service worker are separate builds: each would carry a Dexie of its own, the same 25 KB over the
 * line three times. In a build they all load one file, which the browser fetches once.
 */
export function sharedDexie(reader: 'page' | 'worker' | 'service-worker'): Plugin {
  return {
    name: 'kiln-shared-dexie',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id) {
      if (id === 'dexie') return { id: standIn, moduleSideEffects: true };
      if (id === (await theScript()).url) return { id, external: 'absolute' };
      return null;
    },
    async load(id) {
      if (id !== standIn) return null;
      const url = JSON.stringify((await theScript()).url);
      const load = reader === 'service-worker' ? `importScripts(${url});` : `import ${url};`;
      return `${load} export const ${partsOf[reader]} = globalThis.kilnDexie;`;
    },
    async generateBundle() {
      if (reader !== 'page') return;
      const { url, code } = await theScript();
      this.emitFile({ type: 'asset', fileName: url.slice(1), source: code });
    },
    async transformIndexHtml() {
      if (reader !== 'page') return [];
      const { url } = await theScript();
      // It is imported by a script that is asked for first: without this it would come one trip later.
      return [{ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: url } }];
    },
  };
}
