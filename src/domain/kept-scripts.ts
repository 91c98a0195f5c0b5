/** Under this key the device's localStorage knows with which scripts each page of this version begins. */
export const keptScriptsKey = 'kiln-scripts';

export interface KeptScripts {
  version: string;
  /** Paths on this origin, by the first word of the page's own. */
  of: Record<string, string[]>;
}

export const pageKindOf = (pathname: string): string => pathname.split('/')[1] ?? '';

/** Addresses of no page begin with words of their own, and any number of them may be opened. */
const pageKindsMax = 32;

/** What is kept with the scripts of one more page; those of the pages that were noted first make room. */
export const withScripts = (
  of: KeptScripts['of'],
  kind: string,
  paths: string[],
): KeptScripts['of'] =>
  Object.fromEntries([...Object.entries(of), [kind, paths] as const].slice(-pageKindsMax));

/** Whether a path is one of a script of the app's pages. */
export const isPageScript = (path: string): boolean =>
  /^\/assets\/[\w.-]+\.js$/.test(path) && !path.includes('.worker-');
