import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { rolldown } from 'rolldown';
import { createServer } from 'vite';
import type { Plugin, Rolldown } from 'vite';

import { translationPlugins, versionLiteral } from './vite-shared.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = '/src/prerender.tsx';
/** Scripts that index.html names by themselves. */
const classicScripts = ['start-watch', 'first-paint'];

/** What src/prerender.tsx answers. */
interface Prerendered {
  styles: string;
  shell: string;
}

/** Renders src/prerender.tsx by a Vite of its own: it is the same in development and in a build. */
async function renderShell(): Promise<Prerendered> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    define: { __KILN_VERSION__: versionLiteral },
    plugins: [translationPlugins(), react()],
    server: { middlewareMode: true, ws: false, watch: null, hmr: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    cacheDir: 'node_modules/.vite-shell',
  });
  try {
    const module = (await server.ssrLoadModule(entry)) as {
      prerender: () => Promise<Prerendered>;
    };
    return await module.prerender();
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

/** Our own classes in the shell's markup of which no style sheet of the build knows: the build may have dropped them. */
function classesWithoutStyle(shell: string, bundle: Rolldown.OutputBundle): string[] {
  const sheets = Object.values(bundle).flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  const names = [...shell.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '));
  return [...new Set(names)].filter(
    (name) => /^(_|kiln-shell-)/.test(name) && !sheets.some((sheet) => sheet.includes(`.${name}`)),
  );
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
        const { shell } = await rendered!;
        const missing = classesWithoutStyle(shell, bundle);
        if (missing.length > 0) this.error(`The shell has no styles for ${missing.join(', ')}`);
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
