import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import type { PluginOption } from 'vite';

/** What the platform's document says of a call is the platform's to tell: a device needs no sentence of it. */
function withoutSummaries(): PluginOption {
  const summary = /^(\s*summary: )(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`),$/gm;
  return {
    name: 'kiln-without-summaries',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/src/api/contract/')
        ? { code: code.replaceAll(summary, "$1'',"), map: null }
        : undefined,
  };
}

/**
 * Page, workers and service worker are separate builds, and plugins keep state: one set for each.
 * @param descriptorFields `all` keeps the English words in the code, for tests that load no catalogue
 */
export function translationPlugins(descriptorFields: 'auto' | 'all' = 'auto'): PluginOption[] {
  return [
    withoutSummaries(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields })] }),
  ];
}

/** `0.1.0+3c72f79`, or the bare version where there is no repository (an unpacked archive). */
function buildVersion(): string {
  // Builds made side by side from the same sources still have to know themselves apart.
  if (process.env.KILN_VERSION) return process.env.KILN_VERSION;
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  try {
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${version}+${commit.trim()}`;
  } catch {
    return version;
  }
}

/** What `__KILN_VERSION__` stands for, as source text. */
export const versionLiteral = JSON.stringify(buildVersion());
