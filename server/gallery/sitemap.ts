import { galleryPath } from '../../src/domain/gallery.ts';
import { textPages } from '../../src/domain/text-pages.ts';
import { escaped } from '../pages/frame.ts';

/** Works of one file of the map; readers take up to 50,000 addresses in one. */
export const worksPerMap = 10_000;

/** Pages of the app that say something to whoever has no account. */
const places = [
  '/',
  galleryPath(''),
  '/about',
  '/smart-apps',
  ...textPages.map((each) => `/${each}`),
];

const mapPath = (number: number): string => `/sitemap/works-${number}.xml`;

const xml = (root: string, spaces: string, parts: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${spaces}>\n${parts.join('')}</${root}>\n`;

/** Which files the map has. @param works how many are published */
export function renderMaps(works: number, origin: string): string {
  const numbers = Array.from({ length: Math.ceil(works / worksPerMap) }, (_, index) => index + 1);
  const paths = ['/sitemap/pages.xml', ...numbers.map(mapPath)];
  return xml(
    'sitemapindex',
    '',
    paths.map((path) => `<sitemap><loc>${escaped(origin + path)}</loc></sitemap>\n`),
  );
}

export const renderPlaces = (origin: string): string =>
  xml(
    'urlset',
    '',
    places.map((path) => `<url><loc>${escaped(origin + path)}</loc></url>\n`),
  );

export interface MappedWork {
  workId: string;
  publishedAt: Date | null;
}

/** Published works with their pictures. */
export const renderWorks = (works: readonly MappedWork[], origin: string): string =>
  xml(
    'urlset',
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
    works.map(({ workId, publishedAt }) => {
      const at = escaped(origin + galleryPath(workId));
      const since = publishedAt ? `<lastmod>${publishedAt.toISOString()}</lastmod>` : '';
      return `<url><loc>${at}</loc>${since}<image:image><image:loc>${at}/picture?width=512</image:loc></image:image></url>\n`;
    }),
  );

/** What programs may look at, and where the map is. */
export const renderRobots = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /files/',
    'Disallow: /s/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
