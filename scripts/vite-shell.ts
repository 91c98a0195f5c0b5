import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { rolldown } from 'rolldown';
import { createServer } from 'vite';
import type { Plugin, Rolldown } from 'vite';

import type { Language } from '../src/domain/languages.ts';
import { textFileOf, textPages as textPageNames } from '../src/domain/text-pages.ts';
import {
  writtenPagesFile,
  type WrittenPage,
  type WrittenPageName,
} from '../src/domain/written-pages.ts';
import { translationPlugins, versionLiteral } from './vite-shared.ts';
import { firstWordsOf, textPages } from './vite-text-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = '/src/prerender.tsx';
/** Scripts that index.html names by themselves. */
const classicScripts = ['start-watch', 'first-paint'];

/** What src/prerender.tsx answers. */
interface Prerendered {
  styles: string;
  shell: string;
  pages: PrerenderedPage[];
}
interface PrerenderedPage {
  name: WrittenPageName;
  language: Language;
  page: Omit<WrittenPage, 'style'>;
}

/** Renders src/prerender.tsx by a Vite of its own: it is the same in development and in a build. */
async function renderShell(): Promise<Prerendered> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    define: { __KILN_VERSION__: versionLiteral },
    plugins: [textPages(), translationPlugins(), react()],
    server: { middlewareMode: true, ws: false, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    cacheDir: 'node_modules/.vite-shell',
  });
  try {
    const module = (await server.ssrLoadModule(entry)) as {
      prerender: () => Omit<Prerendered, 'pages'>;
      prerenderPages: () => Promise<PrerenderedPage[]>;
    };
    return { ...module.prerender(), pages: await module.prerenderPages() };
  } finally {
    await server.close();
  }
}

/** An entry as one classic script: modules run only when the whole page is there, which is too late for these. */
async function bundleClassic(entry: string): Promise<string> {
  const bundle = await rolldown({ input: `${root}${entry}`, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}

interface Sheet {
  name: string;
  css: string;
}

const sheetsOf = (bundle: Rolldown.OutputBundle): Sheet[] =>
  Object.values(bundle).flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css')
      ? [{ name: file.fileName, css: String(file.source) }]
      : [],
  );

/** Our own classes in markup. */
function classesIn(markup: string): string[] {
  const names = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  return [...new Set(names)].filter((name) => /^(_|kiln-shell-)/.test(name));
}

/** Our own classes in markup of which these sheets don't know: the build may have dropped their styles. */
const classesWithoutStyle = (markup: string, sheets: readonly Sheet[]): string[] =>
  classesIn(markup).filter((name) => !sheets.some(({ css }) => css.includes(`.${name}`)));

/** By page and language, with what index.html's own sheets don't have of their styles. */
async function writePages(pages: readonly PrerenderedPage[], sheets: readonly Sheet[]) {
  const first = sheets.filter(({ name }) => name.startsWith('assets/first-'));
  const written: Record<string, Record<string, WrittenPage>> = {};
  for (const { name, language, page } of pages) {
    const text = textPageNames.find((each) => each === name);
    const description = text
      ? firstWordsOf(await readFile(`${root}${textFileOf(text, language)}`, 'utf8'))
      : page.description;
    const missing = classesWithoutStyle(page.body, first);
    const style = sheets
      .filter(({ css }) => missing.some((each) => css.includes(`.${each}`)))
      .map(({ css }) => css)
      .join('');
    (written[name] ??= {})[language] = { ...page, description, style };
  }
  return written;
}

/** Puts the prerendered shell where index.html says `<!-- shell -->`. */
export function prerenderedShell(): Plugin {
  let rendered: Promise<Prerendered> | null = null;
  return {
    name: 'kiln-prerendered-shell',
    generateBundle: {
      // Behind the one that writes the styles.
      order: 'post',
      async handler(_options, bundle) {
        if (this.environment.name !== 'client') return;
        const { shell, pages } = await rendered!;
        const sheets = sheetsOf(bundle);
        const missing = classesWithoutStyle(
          shell + pages.map(({ page }) => page.body).join(''),
          sheets,
        );
        if (missing.length > 0) this.error(`The shell has no styles for ${missing.join(', ')}`);
        const written = JSON.stringify(await writePages(pages, sheets));
        this.emitFile({ type: 'asset', fileName: writtenPagesFile, source: written });
        for (const name of classicScripts) {
          const source = await bundleClassic(`src/${name}.ts`);
          this.emitFile({ type: 'asset', fileName: `${name}.js`, source });
        }
      },
    },
    configureServer(server) {
      for (const name of classicScripts) {
        server.middlewares.use(`/${name}.js`, (_request, response, next) => {
          bundleClassic(`src/${name}.ts`).then((code) => {
            response.setHeader('Content-Type', 'text/javascript');
            response.end(code);
          }, next);
        });
      }
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        rendered ??= renderShell();
        const { styles, shell } = await rendered;
        return html
          .replace('<!-- shell -->', () => shell)
          .replace('<!-- styles -->', () => `<style>${styles}</style>`);
      },
    },
  };
}

/**
 * The typeface comes beside the styles and not after them: a text that is drawn in another one first is laid out twice,
 * and moves under the eyes of who reads it.
 */
export function preloadedTypeface(): Plugin {
  return {
    name: 'kiln-preloaded-typeface',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((name) => name.endsWith('.woff2'));
        return fonts.map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `/${name}`,
          },
          injectTo: 'head-prepend' as const,
        }));
      },
    },
  };
}
