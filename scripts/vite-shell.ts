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
  type ShellTool,
  type WrittenPage,
  type WrittenPageName,
  type WrittenPart,
  type WrittenWork,
  writtenWorks,
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
  invitations: PrerenderedInvitation[];
  works: Record<WrittenWork, string>;
}
interface PrerenderedPage {
  name: WrittenPageName;
  language: Language;
  page: Omit<WrittenPage, 'style'>;
}

interface PrerenderedInvitation {
  name: ShellTool;
  language: Language;
  body: string;
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
      prerender: () => Omit<Prerendered, 'pages' | 'invitations' | 'works'>;
      prerenderPages: () => Promise<PrerenderedPage[]>;
      prerenderInvitations: () => PrerenderedInvitation[];
      prerenderWorks: () => Record<WrittenWork, string>;
    };
    return {
      ...module.prerender(),
      pages: await module.prerenderPages(),
      invitations: module.prerenderInvitations(),
      works: module.prerenderWorks(),
    };
  } finally {
    await server.close();
  }
}

/** An entry as one classic script: modules run only when the whole page is there, which is too late for these. */
async function bundleClassic(entry: string): Promise<string> {
  const bundle = await rolldown({
    input: `${root}${entry}`,
    logLevel: 'silent',
    transform: { define: { __KILN_VERSION__: versionLiteral } },
  });
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

/** The rules of a minified sheet, each as it stands; one with others in it is cut into as many as it has. */
function rulesOf(css: string): string[] {
  const rules: string[] = [];
  for (let at = 0; at < css.length;) {
    const opening = css.indexOf('{', at);
    const statement = css.indexOf(';', at);
    if (statement >= 0 && (opening < 0 || statement < opening)) {
      at = statement + 1;
      continue;
    }
    if (opening < 0) break;
    let depth = 1;
    let end = opening + 1;
    for (; depth > 0 && end < css.length; end += 1)
      depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0;
    const head = css.slice(at, opening);
    const body = css.slice(opening + 1, end - 1);
    if (/^@(?:media|supports|container)/.test(head.trim()))
      rules.push(...rulesOf(body).map((rule) => `${head}{${rule}}`));
    else rules.push(css.slice(at, end));
    at = end;
  }
  return rules;
}

/** The rules that a part needs, and index.html's own sheets don't have. */
function styleOf(body: string, sheets: readonly Sheet[]): string {
  const first = sheets.filter(({ name }) => name.startsWith('assets/first-'));
  const missing = classesWithoutStyle(body, first);
  return sheets
    .flatMap(({ css }) => (missing.some((each) => css.includes(`.${each}`)) ? rulesOf(css) : []))
    .filter((rule) => missing.some((each) => rule.includes(`.${each}`)))
    .join('');
}

async function writePages({ pages, invitations, works }: Prerendered, sheets: readonly Sheet[]) {
  const written: Record<string, Record<string, WrittenPage>> = {};
  for (const { name, language, page } of pages) {
    const text = textPageNames.find((each) => each === name);
    const description = text
      ? firstWordsOf(await readFile(`${root}${textFileOf(text, language)}`, 'utf8'))
      : page.description;
    (written[name] ??= {})[language] = {
      ...page,
      description,
      style: styleOf(page.body, sheets),
    };
  }
  const invited: Record<string, Record<string, WrittenPart>> = {};
  for (const { name, language, body } of invitations)
    (invited[name] ??= {})[language] = { body, style: styleOf(body, sheets) };
  return {
    pages: written,
    invitations: invited,
    works: Object.fromEntries(
      writtenWorks.map((kind) => [
        kind,
        { body: works[kind], style: styleOf(works[kind], sheets) },
      ]),
    ),
  };
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
        const parts = await rendered!;
        const { shell, pages, invitations, works } = parts;
        const sheets = sheetsOf(bundle);
        const missing = classesWithoutStyle(
          [
            shell,
            ...pages.map(({ page }) => page.body),
            ...invitations.map(({ body }) => body),
            ...Object.values(works),
          ].join(''),
          sheets,
        );
        if (missing.length > 0) this.error(`The shell has no styles for ${missing.join(', ')}`);
        const written = JSON.stringify(await writePages(parts, sheets));
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
