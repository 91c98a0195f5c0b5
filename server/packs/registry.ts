import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PackFailure } from './failure.ts';

const run = promisify(execFile);

const isAddress = (text: string): boolean =>
  /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text);

/**
 * Where packages come from: what the setting says, else where this machine's npm fetches them.
 * @returns an address that ends with a slash
 * @throws PackFailure `no-registry`
 */
export async function registryAddress(setting: string | null): Promise<string> {
  const named = setting ?? process.env['npm_config_registry'];
  if (named !== undefined && isAddress(named)) return named.replace(/\/*$/, '/');
  try {
    // A name without its ending is found by a shell alone on Windows; nothing of anybody's is in this line.
    const shell = process.platform === 'win32';
    const { stdout } = await run('npm', ['config', 'get', 'registry'], { shell, timeout: 20_000 });
    const told = stdout.trim();
    if (isAddress(told)) return told.replace(/\/*$/, '/');
  } catch {
    // Said below, for both.
  }
  throw new PackFailure('no-registry', 'npm does not say where it fetches packages from');
}

/** Where the archive of a package lies, as every registry of npm's kind names it. */
export function archiveAddress(registry: string, npm: string, version: string): string {
  const name = npm.slice(npm.lastIndexOf('/') + 1);
  return `${registry}${npm}/-/${name}-${version}.tgz`;
}
