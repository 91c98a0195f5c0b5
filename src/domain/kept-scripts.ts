/** Under this key the device's localStorage knows with which scripts each page of this version begins. */
export const keptScriptsKey = 'kiln-scripts';

export interface KeptScripts {
  version: string;
  /** Paths on this origin, by the first word of the page's own. */
  of: Record<string, string[]>;
}

export const pageKindOf = (pathname: string): string => pathname.split('/')[1] ?? '';

/** Whether a path is one of a script of the app's pages. */
export const isPageScript = (path: string): boolean =>
  /^\/assets\/[\w.-]+\.js$/.test(path) && !path.includes('.worker-');
