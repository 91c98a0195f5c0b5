import {
  archivePaths,
  type ArchivedAlbum,
  type ArchivedWork,
} from '../../src/domain/archive/layout.ts';
import page from './viewer/index.html?raw';
import viewer from './viewer/viewer.js?raw';

/**
 * A piece of what the page shows. Opened from a folder a page may not read JSON, but it may run a script; and as a
 * text that is parsed, a name like `__proto__` in it is a name like any other.
 */
export function pieceScript(works: readonly ArchivedWork[]): string {
  const text = JSON.stringify(JSON.stringify(works));
  return `var kilnWorks = (kilnWorks || []).concat(JSON.parse(${text}));\n`;
}

/** The albums and tags that the page offers: those with works that it can show. */
function albumsScript(albums: readonly ArchivedAlbum[]): string {
  const shown = albums.map(({ name, kind, workIds }) => ({ name, kind, workIds }));
  return `var kilnAlbums = JSON.parse(${JSON.stringify(JSON.stringify(shown))});\n`;
}

/**
 * The page that shows an archive.
 * @param pieces how many scripts with works there are
 */
export function viewerFiles(
  pieces: number,
  albums: readonly ArchivedAlbum[],
): { name: string; text: string }[] {
  const paths = Array.from({ length: pieces }, (_unused, at) => archivePaths.listed(at + 1));
  const filled = albums.filter(({ workIds }) => workIds.length > 0);
  if (filled.length > 0) paths.push(archivePaths.albums);
  const scripts = [...paths, archivePaths.viewer].map(
    (path) => `<script src="${path}" defer></script>`,
  );
  return [
    ...(filled.length > 0 ? [{ name: archivePaths.albums, text: albumsScript(filled) }] : []),
    { name: archivePaths.viewer, text: viewer },
    { name: archivePaths.page, text: page.replace('<!-- scripts -->', () => scripts.join('\n')) },
  ];
}
